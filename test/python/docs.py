"""The examples of docs/clients.md, run as they stand there but for the gateway's address."""

import pathlib
import re

import rig

PAGE = (pathlib.Path(__file__).resolve().parents[2] / "docs" / "clients.md").read_text()
EXAMPLES = {name: code for name, code in re.findall(r"```python title=(\S+)\n(.*?)```", PAGE, re.S)}
ADDRESS = "http://127.0.0.1:8080/v1"


def run(name, base):
    """Runs an example before a gateway; gives its variables."""
    code = EXAMPLES[name]
    assert ADDRESS in code, name
    told = {"messages": rig.MESSAGES}
    exec(compile(code.replace(ADDRESS, base), "docs/clients.md: " + name, "exec"), told)
    return told
