"""Sends signals to a launcher of the gateway, alone as a supervisor does or to its whole group as the keyboard
does, and fails unless the app that it runs gets each of them once: signals.py LAUNCHER"""

import os
import select
import signal
import subprocess
import sys
import time

APP = r"""
import os, signal, sys
def heard(number, _):  # a print in here would fail while another is under way
    os.write(1, (signal.Signals(number).name + "\n").encode())
for number in (signal.SIGINT, signal.SIGTERM, signal.SIGQUIT, signal.SIGUSR1):
    signal.signal(number, heard)
os.write(1, b"ready\n")
sys.stdin.read()
"""


def heard(number, everybody):
    """What the app hears of a signal, sent while the app waits for the end of its input."""
    command = [sys.argv[1], "run", "--", sys.executable, "-c", APP]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                          text=True, start_new_session=True,
                          preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL)) as launcher:  # a shell's job in the background ignores it
        assert launcher.stdout.readline() == "ready\n"
        (os.killpg if everybody else os.kill)(launcher.pid, number)
        first = launcher.stdout.readline() if select.select([launcher.stdout], [], [], 60)[0] else ""
        time.sleep(1)  # a second one is on its way for half of that
        launcher.stdin.close()
        return (first + launcher.stdout.read()).split()


for number in (signal.SIGINT, signal.SIGTERM, signal.SIGQUIT, signal.SIGUSR1):
    for everybody in (False, True):
        got = heard(number, everybody)
        assert got == [number.name], f"the app heard {got} of {number.name}, sent to {'the group' if everybody else 'the launcher'}"
