"""anthropic: Anthropic's own interface over an upstream of OpenAI's."""

import http.server
import json
import threading

import anthropic

import rig

TOOLS = [{"name": "search", "description": "Search the documents.",
          "input_schema": {"type": "object", "properties": {"query": {"type": "string"}}, "required": ["query"]}}]


def document(text, title, **more):
    return {"type": "document", "title": title, "source": {"type": "text", "media_type": "text/plain", "data": text}, **more}


def search_result(text, title):
    return {"type": "search_result", "title": title, "source": "https://pottery.example/" + title,
            "content": [{"type": "text", "text": text}], "citations": {"enabled": True}}


BLOCKS = [document(rig.PASSAGES["kiln-4"], "kiln", citations={"enabled": True}), search_result(rig.PASSAGES["clay-2"], "clay")]


class Anthropic(rig.Suite):
    def client(self, app=""):
        return anthropic.Anthropic(base_url=self.base(app).removesuffix("/v1"), api_key="sk-ant-client", max_retries=0)

    def ask(self, model, app="", blocks=BLOCKS, question=rig.QUESTION, **more):
        messages = [{"role": "user", "content": [*blocks, {"type": "text", "text": question}]}]
        return self.client(app).messages.create(model=model, max_tokens=500, messages=messages, **more)

    def test_a_citation_points_at_its_sentence_in_its_document(self):
        for app in "", "strict":
            text, = self.ask(rig.HONEST, app).content
            self.assertEqual(text.text, rig.FACT)
            at, = text.citations
            self.assertEqual((at.type, at.document_index, at.document_title), ("char_location", 0, "kiln"))
            self.assertEqual(rig.PASSAGES["kiln-4"][at.start_char_index:at.end_char_index], rig.FACT)
            self.assertEqual(at.cited_text, rig.FACT)

    def test_a_search_result_is_cited_by_its_block(self):
        text, = self.ask(rig.HONEST, question="For how many months is white clay kept?").content
        at, = text.citations
        self.assertEqual((at.type, at.search_result_index, at.start_block_index, at.end_block_index), ("search_result_location", 0, 0, 1))
        self.assertEqual(at.source, "https://pottery.example/clay")

    def test_without_citations_there_are_markers(self):
        text, = self.ask(rig.HONEST, blocks=[document(rig.PASSAGES["kiln-4"], "kiln")]).content
        self.assertIn(rig.FACT + " [1]", text.text)
        self.assertIsNone(text.citations)

    def test_a_lie_is_a_refusal(self):
        for app in "", "strict":
            reply = self.ask(rig.LYING, app)
            self.assertEqual((reply.content[0].text, reply.stop_reason), (rig.REFUSAL, "end_turn"))
            self.assertEqual(reply.model_extra["vouchsafe"]["verdict"], "refused")

    def test_a_stream_gives_the_same_message(self):
        for model in rig.HONEST, rig.LYING:
            for blocks in BLOCKS, [document(rig.PASSAGES["kiln-4"], "kiln")]:
                whole = self.ask(model, blocks=blocks)
                messages = [{"role": "user", "content": [*blocks, {"type": "text", "text": rig.QUESTION}]}]
                with self.client().messages.stream(model=model, max_tokens=500, messages=messages) as events:
                    streamed = events.get_final_message()
                tell = lambda m: [(b.text, [c.model_dump() for c in b.citations or []]) for b in m.content]
                self.assertEqual(tell(streamed), tell(whole))
                self.assertEqual(streamed.stop_reason, whole.stop_reason)
                self.assertGreater(streamed.usage.output_tokens, 0)

    def test_a_tool_is_called_and_what_it_finds_is_cited(self):
        first = self.ask(rig.CALLING, blocks=[], tools=TOOLS)
        self.assertEqual(first.stop_reason, "tool_use")
        call = first.content[-1]
        found = {"type": "tool_result", "tool_use_id": call.id, "content": [search_result(rig.PASSAGES["kiln-4"], "kiln")]}
        turns = [{"role": "user", "content": rig.QUESTION}, {"role": "assistant", "content": [b.model_dump() for b in first.content]},
                 {"role": "user", "content": [found]}]
        for model, check in (rig.CALLING, self.assertHonest), (rig.CALLING + "+invent-all", self.assertNoLie):
            second = self.client().messages.create(model=model, max_tokens=500, tools=TOOLS, messages=turns)
            check(second.content[0].text)
        with self.client().messages.stream(model=rig.CALLING, max_tokens=500, tools=TOOLS, messages=turns[:1]) as events:
            self.assertEqual(events.get_final_message().content[-1].input, {"query": "everything"})

    def test_errors_have_the_interfaces_form(self):
        for model, error in ("fault:429", anthropic.RateLimitError), ("fault:401", anthropic.AuthenticationError), ("fault:500", anthropic.InternalServerError):
            with self.assertRaises(error) as raised:
                self.ask(model)
            self.assertEqual(raised.exception.body["type"], "error")
        elsewhere = {"type": "document", "source": {"type": "url", "url": "https://pottery.example/kiln.pdf"}}
        with self.assertRaises(anthropic.BadRequestError) as raised:
            self.ask(rig.HONEST, blocks=[elsewhere])
        self.assertIn("kind anthropic", raised.exception.body["error"]["message"])

    def test_the_clients_own_key_goes_where_the_upstream_looks_for_it(self):
        self.ask(rig.HONEST)
        self.assertEqual(self.requests()[-1]["headers"]["Authorization"], ["Bearer sk-ant-client"])


THOUGHT = [{"type": "thinking", "thinking": "Let me look.", "signature": "c2lnbmVk"}, {"type": "redacted_thinking", "data": "ZW5jcnlwdGVk"}]
SEARCH = {"type": "tool_use", "id": "toolu_1", "name": "search", "input": {"query": "kiln"}}


class Claude(http.server.BaseHTTPRequestHandler):
    """A model behind Anthropic's interface: it thinks, calls the tool that is offered and
    answers then. It answers 400 where what it thought has not come back as it was."""

    asked = []

    def do_POST(self):
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.asked.append(body | {"_beta": self.headers.get("anthropic-beta")})
        turns, said = body["messages"], {"type": "text", "text": rig.FACT}
        called = [t for t in turns if t["role"] == "assistant"]
        if self.path.split("?")[0] != "/v1/messages":
            return self.reply(200, {"input_tokens": 17})
        if called and called[0]["content"] != THOUGHT + [SEARCH]:
            return self.reply(400, {"type": "error", "error": {"type": "invalid_request_error", "message": "thinking was changed"}})
        blocks = (THOUGHT if body.get("thinking") else []) + [SEARCH if body.get("tools") and not called else said]
        stop = "tool_use" if blocks[-1] is SEARCH else "end_turn"
        message = {"id": "msg_1", "type": "message", "role": "assistant", "model": body["model"], "content": blocks, "stop_reason": stop,
                   "stop_sequence": None, "usage": {"input_tokens": 9, "output_tokens": 7}}
        if not body.get("stream"):
            return self.reply(200, message)
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.end_headers()
        self.event("message_start", message=message | {"content": [], "stop_reason": None})
        for i, block in enumerate(blocks):
            self.block(i, block)
        self.event("message_delta", delta={"stop_reason": stop, "stop_sequence": None}, usage={"output_tokens": 7})
        self.event("message_stop")

    def block(self, i, block):
        empty = {"thinking": {"thinking": "", "signature": ""}, "text": {"text": ""}, "tool_use": {"input": {}}}.get(block["type"], {})
        self.event("content_block_start", index=i, content_block=block | empty)
        for name, kind in ("thinking", "thinking_delta"), ("signature", "signature_delta"), ("text", "text_delta"):
            if name in block:
                self.event("content_block_delta", index=i, delta={"type": kind, name: block[name]})
        if block["type"] == "tool_use":
            self.event("content_block_delta", index=i, delta={"type": "input_json_delta", "partial_json": json.dumps(block["input"])})
        self.event("content_block_stop", index=i)

    def event(self, kind, **members):
        self.wfile.write(f"event: {kind}\ndata: {json.dumps({'type': kind} | members)}\n\n".encode())

    def reply(self, status, body):
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.end_headers()
        self.wfile.write(json.dumps(body).encode())

    def log_message(self, *_):
        pass


class OverItsOwnInterface(rig.Suite):
    """anthropic over an upstream of its own interface."""

    CONFIGURATION = rig.CONFIGURATION.replace('scripted: {{base_url: "{upstream}"}}', 'scripted: {{base_url: "{upstream}", kind: anthropic}}')

    @classmethod
    def start_model(cls):
        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Claude)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        cls.addClassCleanup(server.server_close)
        cls.addClassCleanup(server.shutdown)
        return f"http://127.0.0.1:{server.server_port}/v1"

    def ask(self, stream, content, more=(), beta=False, **members):
        client = anthropic.Anthropic(base_url=self.url, api_key="sk-ant-client", max_retries=0)
        members |= {"model": "claude", "max_tokens": 4000, "messages": [{"role": "user", "content": content}, *more]}
        calls = client.beta.messages if beta else client.messages
        if not stream:
            return calls.create(**members)
        with calls.stream(**members) as events:
            return events.get_final_message()

    def test_thinking_comes_back_in_its_order_and_goes_on(self):
        thinks = {"thinking": {"type": "enabled", "budget_tokens": 1024}, "tools": TOOLS}
        for stream in False, True:
            with self.subTest(stream=stream):
                first = self.ask(stream, rig.QUESTION, **thinks)
                turn = [b.model_dump(exclude_unset=True) for b in first.content]
                self.assertEqual([{k: v for k, v in b.items() if v is not None and k != "parsed_output"} for b in turn], THOUGHT + [SEARCH])
                found = {"type": "tool_result", "tool_use_id": SEARCH["id"], "content": [search_result(rig.PASSAGES["kiln-4"], "kiln")]}
                more = [{"role": "assistant", "content": THOUGHT + [SEARCH]}, {"role": "user", "content": [found]}]
                second = self.ask(stream, rig.QUESTION, more, **thinks)
                self.assertEqual((second.content[0].text, second.content[0].citations[0].type), (rig.FACT, "search_result_location"))

    def test_documents_reach_the_model_as_they_came(self):
        documents = [
            document(rig.PASSAGES["kiln-4"], "kiln", context="from 2021", cache_control={"type": "ephemeral"}),
            {"type": "document", "source": {"type": "base64", "media_type": "application/pdf", "data": "JVBERi0xLjQ="}},
            {"type": "document", "source": {"type": "url", "url": "https://pottery.example/kiln.pdf"}},
            {"type": "document", "source": {"type": "content", "content": [{"type": "text", "text": rig.PASSAGES["clay-2"]}]}},
            {"type": "document", "source": {"type": "file", "file_id": "file_011"}},
        ]
        for stream in False, True:
            with self.subTest(stream=stream):
                reply = self.ask(stream, documents + [{"type": "text", "text": rig.QUESTION}], beta=True, betas=["files-api-2025-04-14"])
                self.assertIn(rig.FACT, reply.content[0].text)
                asked = Claude.asked[-1]
                if rig.DIALECT == "segments":  # in sentences the sentences of what can be read have numbers
                    self.assertEqual(asked["messages"][0]["content"][:5], documents)
                for unread in documents[1], documents[2], documents[4]:
                    self.assertIn(unread, asked["messages"][0]["content"])
                self.assertEqual(asked["_beta"], "files-api-2025-04-14")

    def test_tokens_are_counted(self):
        client = anthropic.Anthropic(base_url=self.url, api_key="sk-ant-client", max_retries=0)
        self.assertEqual(client.messages.count_tokens(model="claude", messages=[{"role": "user", "content": rig.QUESTION}]).input_tokens, 17)
