"""A scripted model for whole apps, and the suite of one.

An app is run with its own prompts and parsers. Of its model a test says which words in
a prompt bring which reply. Where the gateway asks for citations the model quotes the
sentence that it tells, true or false.
"""

import hashlib
import http.server
import importlib.util
import json
import re
import threading
import time
import unittest

import rig

TRUE = rig.FACT
FALSE = TRUE.replace("1240", "1241")


def need(*modules):
    """Skips a suite whose framework could not be installed."""
    missing = [name for name in modules if importlib.util.find_spec(name) is None]
    if missing:
        raise unittest.SkipTest("not installed: " + ", ".join(missing))


class Call:
    """A reply that calls a tool."""

    def __init__(self, name, **arguments):
        self.name, self.arguments = name, arguments


class Model(http.server.ThreadingHTTPServer):
    """It listens at url. script is a list of (words, reply): the first words that stand
    in the prompt, or in the last message if they begin with "last:", bring their reply."""

    daemon_threads = True

    def __init__(self):
        super().__init__(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server_port}/v1"
        self.play([], TRUE)
        threading.Thread(target=self.serve_forever, daemon=True).start()

    def play(self, script, told):
        self.script, self.told, self.asked = script, told, []

    def message(self, asked):
        """The message that answers a request."""
        self.asked.append(asked)
        texts = [text_of(m) for m in asked["messages"]]
        whole = "\n".join(texts)
        reply = next((r for words, r in self.script if words.removeprefix("last:") in (texts[-1] if words.startswith("last:") else whole)), TRUE)
        if isinstance(reply, Call):
            return self.calling(asked, reply)
        said = self.cited(schema_of(asked) or shown_in(whole), reply.replace(TRUE, self.told))
        return {"role": "assistant", "content": numbered(whole, said, self.told)}

    def calling(self, asked, call):
        functions = [tool["function"] for tool in asked["tools"]]
        function = next(f for f in functions if f["name"] == call.name)
        arguments = json.dumps(call.arguments).replace(TRUE, self.told)
        call = {"name": call.name, "arguments": self.cited(function["parameters"].get("properties", {}), arguments)}
        return {"role": "assistant", "content": None, "tool_calls": [{"id": "call_1", "type": "function", "function": call}]}

    def cited(self, members, said):
        """A reply in the form that the gateway asks for, with its citations; as it is
        where it asks for none."""
        if "segments" not in members and "citations" not in members or "unanswered_aspects" not in members:
            return said
        quote = {"chunk_id": "", "snippet": self.told}
        form = {"mode": "answer", "unanswered_aspects": []}
        if "segments" in members:
            return json.dumps({**form, "segments": [{"text": said, "citations": [quote]}]})
        if "answer" in members:
            form["answer"] = json.loads(said)
        return json.dumps({**form, "citations": [{**quote, "path": ""}]})


def numbered(prompt, said, told):
    """What is said, with the number of its sentence where the prompt shows both."""
    number = re.search(r"(§\d+) [^§]*" + re.escape(told), prompt)
    return said.replace(told, told.removesuffix(".") + f" {number[1]}.") if number else said


def schema_of(asked):
    return asked.get("response_format", {}).get("json_schema", {}).get("schema", {}).get("properties", {})


def shown_in(prompt):
    """The members of a form that the gateway shows in a prompt, where it cannot demand it."""
    added = prompt.rpartition("\n========\n")[2] if "\n========\n" in prompt else ""
    return set(re.findall(r'"(\w+)"', added))


def text_of(message):
    content = message.get("content") or ""
    return content if isinstance(content, str) else "\n".join(part.get("text", "") for part in content)


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    def do_POST(self):
        asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        if self.path.endswith("/embeddings"):
            self.send(embedded(asked))
            return
        message = self.server.message(asked)
        finish = "tool_calls" if "tool_calls" in message else "stop"
        whole = {"id": "chatcmpl-scripted", "created": int(time.time()), "model": asked["model"]}
        if not asked.get("stream"):
            usage = {"prompt_tokens": 9, "completion_tokens": 9, "total_tokens": 18}
            self.send({**whole, "object": "chat.completion", "usage": usage, "choices": [{"index": 0, "message": message, "finish_reason": finish}]})
            return
        for i, call in enumerate(message.get("tool_calls", [])):
            call["index"] = i
        events = [{**whole, "object": "chat.completion.chunk", "choices": [{"index": 0, "delta": delta, "finish_reason": end}]}
                  for delta, end in ((message, None), ({}, finish))]
        self.send("".join(f"data: {json.dumps(e)}\n\n" for e in events).encode() + b"data: [DONE]\n\n", "text/event-stream")

    def send(self, body, kind="application/json"):
        body = body if isinstance(body, bytes) else json.dumps(body).encode()
        self.send_response(200)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)


SIZE = 64  # numbers in an embedding


def embedded(asked):
    """Texts that share words have vectors that are close."""
    inputs = asked["input"] if isinstance(asked["input"], list) else [asked["input"]]
    data = []
    for i, text in enumerate(inputs):
        vector = [0.01] * SIZE
        for word in re.findall(r"\w+", str(text).lower()):
            vector[int(hashlib.sha256(word.encode()).hexdigest(), 16) % SIZE] += 1
        data.append({"object": "embedding", "index": i, "embedding": vector})
    return {"object": "list", "model": asked["model"], "data": data, "usage": {"prompt_tokens": 1, "total_tokens": 1}}


class App(rig.Suite):
    """A suite of whole apps before the scripted model."""

    @classmethod
    def start_model(cls):
        cls.scripted = Model()
        cls.addClassCleanup(cls.scripted.server_close)
        cls.addClassCleanup(cls.scripted.shutdown)
        return cls.scripted.url

    def check(self, script, run, strict=True):
        """Runs an app with an honest and with a cheating model. run takes a base URL and
        gives what the app's user sees, or raises. strict tells that the app works under
        that policy too; where it has tasks whose reply can state something it does not."""
        for app in "off", "observe", "", "strict":
            with self.subTest("honest", app=app or "balanced"):
                self.scripted.play(script, TRUE)
                if app == "strict" and not strict:
                    self.assertNotIn("1241", self.seen(run, app))
                    continue
                self.assertIn("1240 degrees", str(run(self.base(app))))
        for app in "off", "observe", "", "strict":
            with self.subTest("cheating", app=app or "balanced"):
                self.scripted.play(script, FALSE)
                seen = self.seen(run, app)
                if app in ("off", "observe"):
                    self.assertIn("1241 degrees", seen)
                else:
                    self.assertNotIn("1241", seen)

    def seen(self, run, app):
        """What a user sees of an app that may fail: its answer, or its error."""
        try:
            return str(run(self.base(app)))
        except Exception as e:
            return repr(e)
