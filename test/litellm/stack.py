"""LiteLLM's real proxy with the gateway as its guard, and a scripted model behind both.

VOUCHSAFE_BIN and SCRIPTED_UPSTREAM_BIN name the binaries, LITELLM_BIN LiteLLM's. The
configurations are those of examples/litellm, with addresses of this machine.
"""

import json
import os
import pathlib
import re
import signal
import subprocess
import tempfile
import time
import urllib.error
import urllib.request

import rig
import yaml

EXAMPLE = pathlib.Path(__file__).parents[2] / "examples" / "litellm"
MASTER_KEY = "sk-litellm-master"


class Stack:
    """change may change LiteLLM's configuration, gateway the gateway's."""

    def __init__(self, change=None, gateway=None):
        self.dir = tempfile.TemporaryDirectory(prefix="vouchsafe-litellm-")
        self.processes = []
        self.model = self.start([os.environ["SCRIPTED_UPSTREAM_BIN"]], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.direct = self.model.stdout.readline().strip()
        self.gateway, self.admin, self.litellm = (rig.free_port() for _ in range(3))
        self.key, hashed = self.app_key()
        self.start_gateway(hashed, gateway)
        self.start_litellm(change)

    def path(self, name):
        return pathlib.Path(self.dir.name, name)

    def start(self, command, log=None, **options):
        if log:
            options |= {"stdout": open(self.path(log), "w"), "stderr": subprocess.STDOUT}
        process = subprocess.Popen(command, cwd=self.dir.name, **options)
        self.processes.append(process)
        return process

    def app_key(self, app="rag"):
        made = subprocess.run([os.environ["VOUCHSAFE_BIN"], "keygen", app], capture_output=True, text=True, check=True).stdout
        return re.search(r"key: (\S+)", made)[1], re.search(r"hash: (\S+)", made)[1]

    def start_gateway(self, hashed, change):
        text = (EXAMPLE / "vouchsafe.yaml").read_text()
        for was, now in {
            "0.0.0.0:8080": f"127.0.0.1:{self.gateway}",
            "0.0.0.0:8081": f"127.0.0.1:{self.admin}",
            "/data/": self.dir.name + "/",
        }.items():
            assert was in text, was
            text = text.replace(was, now)
        if change:
            config = yaml.safe_load(text)
            change(config, self)
            text = yaml.safe_dump(config)
        self.path("vouchsafe.yaml").write_text(text)
        self.start([os.environ["VOUCHSAFE_BIN"], "serve", "-c", "vouchsafe.yaml"], log="gateway.log", env=os.environ | {"VOUCHSAFE_HASH": hashed})

    def start_litellm(self, change):
        config = yaml.safe_load((EXAMPLE / "config.yaml").read_text())
        for guard in config["guardrails"]:
            base = guard["litellm_params"]["api_base"]
            assert "//vouchsafe:8080/" in base, base
            guard["litellm_params"]["api_base"] = base.replace("vouchsafe:8080", f"127.0.0.1:{self.gateway}")
        if change:
            change(config, self)
        self.path("config.yaml").write_text(yaml.safe_dump(config))
        environment = os.environ | {
            "OPENAI_API_KEY": "sk-upstream", "OPENAI_BASE_URL": self.direct, "OPENAI_API_BASE": self.direct,
            "ANTHROPIC_API_KEY": "sk-upstream", "ANTHROPIC_API_BASE": self.direct.removesuffix("/v1"),
            "VOUCHSAFE_KEY": self.key, "LITELLM_MASTER_KEY": MASTER_KEY, "LITELLM_LOCAL_MODEL_COST_MAP": "True",
        }
        command = [os.environ["LITELLM_BIN"], "--config", "config.yaml", "--host", "127.0.0.1", "--port", str(self.litellm)]
        self.start(command, log="litellm.log", env=environment)

    def ready(self):
        for port, path, log in (self.gateway, "/readyz", "gateway.log"), (self.litellm, "/health/liveliness", "litellm.log"):
            self.await_answer(f"http://127.0.0.1:{port}{path}", log)
        return self

    def await_answer(self, url, log):
        for _ in range(1800):  # three minutes, for a busy machine
            try:
                urllib.request.urlopen(url).close()
                return
            except OSError:
                if any(p.poll() is not None for p in self.processes):
                    break
                time.sleep(0.1)
        raise RuntimeError(f"{url} does not come up:\n" + self.path(log).read_text()[-4000:])

    def stop(self):
        for process in self.processes:
            process.send_signal(signal.SIGKILL)
            process.wait()
        self.dir.cleanup()

    def post(self, path, body, port=None, key=MASTER_KEY, **headers):
        """The status and the text of a reply."""
        request = urllib.request.Request(
            f"http://127.0.0.1:{port or self.litellm}{path}", data=json.dumps(body).encode(),
            headers={"Content-Type": "application/json", "Authorization": "Bearer " + key} | headers)
        try:
            with urllib.request.urlopen(request, timeout=120) as reply:
                return reply.status, reply.read().decode()
        except urllib.error.HTTPError as e:
            with e:
                return e.code, e.read().decode()

    def asked(self):
        """The calls that have reached the model, oldest first."""
        with urllib.request.urlopen(self.direct.removesuffix("/v1") + "/_requests") as reply:
            return json.load(reply)

    def traces(self):
        time.sleep(0.3)
        return [json.loads(line) for line in self.path("rag_trace.jsonl").read_text().splitlines()]

    def metric(self, line):
        request = urllib.request.Request(f"http://127.0.0.1:{self.admin}/metrics", headers={"Authorization": "Bearer change-me"})
        with urllib.request.urlopen(request) as reply:
            return sum(float(found.rsplit(" ", 1)[1]) for found in reply.read().decode().splitlines() if found.startswith(line))
