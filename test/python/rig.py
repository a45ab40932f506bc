"""A gateway between a test and a scripted upstream, both on free ports.

VOUCHSAFE_BIN and SCRIPTED_UPSTREAM_BIN name the binaries. What the model does is told by
its name: see Menu in internal/upstreamtest.
"""

import json
import logging
import os
import pathlib
import signal
import socket
import subprocess
import tempfile
import time
import unittest
import urllib.error
import urllib.request

SOURCES = """Answer from the documents below.

<document id="kiln-4" title="Kiln handbook" url="https://pottery.example/kiln">
The large kiln reaches 1240 degrees after seven hours. Its door must not be opened above 90 degrees.
</document>
<document id="clay-2" title="Clay store">
White clay is kept in the cellar for at most 18 months.
</document>"""
PASSAGES = {
    "kiln-4": "The large kiln reaches 1240 degrees after seven hours. Its door must not be opened above 90 degrees.",
    "clay-2": "White clay is kept in the cellar for at most 18 months.",
}
QUESTION = "How many degrees does the large kiln reach?"
FACT = "The large kiln reaches 1240 degrees after seven hours."
REFUSAL = "I can't answer that from the provided sources."
MESSAGES = [{"role": "system", "content": SOURCES}, {"role": "user", "content": QUESTION}]

HONEST, LYING, CALLING = "extractive", "extractive:invent-all", "extractive:call-tool"
LIE = "survey of nineteen towns"  # stands in every sentence of the lying model

DIALECT = os.environ.get("VOUCHSAFE_TEST_DIALECT") or "auto"  # in which models are asked to cite

CONFIGURATION = """
listen: 127.0.0.1:{port}
admin: {{listen: ""}}
upstreams:
  scripted: {{base_url: "{upstream}"}}
apps:
  default: {{upstream: scripted, policy: tested}}
  strict: {{upstream: scripted, policy: strictly, path_prefix: /strict}}
  observe: {{upstream: scripted, policy: observe, path_prefix: /observe}}
  off: {{upstream: scripted, policy: idle, path_prefix: /off}}
policies:
  tested: {{extends: balanced, citations: {{dialect: {dialect}}}}}
  strictly: {{extends: strict, citations: {{dialect: {dialect}}}}}
  idle: {{mode: off}}
ledger:
  jsonl: {{path: "{dir}/trace.jsonl"}}
  store: {{driver: none}}
"""


def free_port():
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


class Model(unittest.TestCase):
    """A scripted model of its own, at self.direct, and a folder, self.dir."""

    @classmethod
    def setUpClass(cls):
        cls.dir = tempfile.TemporaryDirectory(prefix="vouchsafe-python-")
        cls.addClassCleanup(cls.dir.cleanup)
        cls.direct = cls.start_model()

    @classmethod
    def start_model(cls):
        """Starts the scripted upstream; returns its base URL."""
        cls.model = subprocess.Popen([os.environ["SCRIPTED_UPSTREAM_BIN"]], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        cls.addClassCleanup(cls.stop_model)
        return cls.model.stdout.readline().strip()

    @classmethod
    def stop_model(cls):
        cls.model.stdin.close()
        cls.model.wait()
        cls.model.stdout.close()

    def assertHonest(self, text):
        self.assertIn("1240 degrees", text)

    def assertNoLie(self, text):
        self.assertNotIn(LIE, str(text))


class Suite(Model):
    """A suite with a gateway of its own. base() is where a client finds an app of it."""

    CONFIGURATION = CONFIGURATION

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        port = free_port()
        config = pathlib.Path(cls.dir.name, "vouchsafe.yaml")
        config.write_text(cls.CONFIGURATION.format(port=port, upstream=cls.direct, dir=cls.dir.name, dialect=DIALECT))
        log = open(pathlib.Path(cls.dir.name, "log"), "w")
        cls.addClassCleanup(log.close)
        cls.gateway = subprocess.Popen([os.environ["VOUCHSAFE_BIN"], "serve", "-c", str(config)], cwd=cls.dir.name, stderr=log)
        cls.addClassCleanup(cls.stop_gateway)
        cls.url = f"http://127.0.0.1:{port}"
        cls.await_ready()

    @classmethod
    def stop_gateway(cls):
        cls.gateway.send_signal(signal.SIGKILL)
        cls.gateway.wait()

    @classmethod
    def await_ready(cls):
        for _ in range(1200):  # a minute, for a busy machine
            try:
                urllib.request.urlopen(cls.url + "/readyz").close()
                return
            except urllib.error.HTTPError as e:
                e.close()
            except OSError:
                pass
            time.sleep(0.05)
        raise RuntimeError("the gateway does not come up: " + pathlib.Path(cls.dir.name, "log").read_text())

    def base(self, app=""):
        """The base URL of an app; of the default one, whose policy is balanced, for none."""
        return f"{self.url}/{app}/v1".replace("//v1", "/v1")

    def requests(self):
        """The bodies that have reached the model, oldest first."""
        with urllib.request.urlopen(self.direct.removesuffix("/v1") + "/_requests") as reply:
            return json.load(reply)


logging.getLogger("asyncio").setLevel(logging.CRITICAL)  # libraries leave loops and sockets open at their end
os.environ.setdefault("OPENAI_API_KEY", "sk-client")
