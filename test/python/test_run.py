"""vouchsafe run: somebody's app, unchanged, behind a gateway that only watches."""

import os
import pathlib
import signal
import subprocess
import sys

import rig

ASK = f"""
import openai, os, sys, time
MESSAGES = {rig.MESSAGES!r}
def ask(**client):
    reply = openai.OpenAI(**client).chat.completions.create(model="extractive", messages=MESSAGES)
    print(reply.choices[0].message.content, flush=True)
"""


class Run(rig.Model):
    def app(self, code):
        path = pathlib.Path(self.dir.name, "app.py")
        path.write_text(ASK + code)
        return path

    def start(self, code, *flags):
        env = os.environ | {"OPENAI_BASE_URL": self.direct, "OPENAI_API_KEY": "sk-own"}
        return subprocess.Popen([os.environ["VOUCHSAFE_BIN"], "run", *flags, "--", sys.executable, str(self.app(code))], env=env, text=True,
                                stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=self.dir.name)

    def run_app(self, code, *flags):
        process = self.start(code, *flags)
        out, told = process.communicate()
        return process.returncode, out, " ".join(told.split())  # its lines are those of a screen

    def test_an_app_gets_what_its_model_wrote_and_its_developer_reads_what_was_seen(self):
        code, out, told = self.run_app("ask()")
        self.assertEqual(code, 0, told)
        self.assertHonest(out)
        self.assertIn("vouchsafe run: 1 call in", told)
        self.assertIn(f'seen in 1 prompt (2 passages), such as "{rig.QUESTION}"', told)
        self.assertIn("nothing was changed for the app", told)
        self.assertIn("balanced would let 1 of 1 answer through", told)

    def test_langchain_needs_no_change_either(self):
        code, out, told = self.run_app("""
from langchain_openai import ChatOpenAI
for part in ChatOpenAI(model="extractive").stream([("system", MESSAGES[0]["content"]), ("human", MESSAGES[1]["content"])]):
    print(part.content, end="")
""")
        self.assertEqual(code, 0, told)
        self.assertHonest(out)
        self.assertIn("seen in 1 prompt (2 passages)", told)

    def test_the_calls_of_its_workers_are_told(self):
        code, out, told = self.run_app("""
import multiprocessing
def work(_):
    ask()
if __name__ == "__main__":
    with multiprocessing.Pool(3) as pool:
        pool.map(work, range(3))
""")
        self.assertEqual(code, 0, told)
        self.assertEqual(out.count(rig.FACT), 3)
        self.assertIn("vouchsafe run: 3 calls in", told)

    def test_a_worker_that_outlives_its_app_is_served(self):
        if not sys.platform.startswith("linux"):
            self.skipTest("orphans are seen on Linux alone")
        code, out, told = self.run_app("""
import subprocess
if sys.argv[1:] == ["worker"]:
    time.sleep(0.5)
    ask()
else:
    with open("worker.out", "w") as out:
        subprocess.Popen([sys.executable, __file__, "worker"], start_new_session=True, stdout=out, stderr=out)
    print("started")
""")
        self.assertEqual((code, out), (0, "started\n"))
        self.assertHonest(pathlib.Path(self.dir.name, "worker.out").read_text())
        self.assertIn("vouchsafe run: 1 call in", told)

    def test_a_crash_is_the_apps_own(self):
        code, _, told = self.run_app("ask()\nraise RuntimeError('no such kiln')")
        self.assertEqual(code, 1)
        self.assertIn("RuntimeError: no such kiln", told)
        self.assertIn("vouchsafe run: 1 call in", told)

    def test_an_interrupt_reaches_the_app_and_ends_with_what_was_seen(self):
        process = self.start("ask()\nprint('up', flush=True)\ntime.sleep(600)")
        while process.stdout.readline() not in ("up\n", ""):
            pass
        process.send_signal(signal.SIGINT)
        _, told = process.communicate()
        self.assertEqual(process.returncode, 130, told)
        self.assertIn("KeyboardInterrupt", told)
        self.assertIn("vouchsafe run: 1 call in", told)

    def test_an_app_with_an_address_of_its_own_is_told_so(self):
        code, out, told = self.run_app(f"ask(base_url={self.direct!r})")
        self.assertEqual(code, 0, told)
        self.assertHonest(out)
        self.assertIn("no call was seen", told)
        self.assertIn("a call with an address of its own (base_url=", told)
