"""anthropic: Anthropic's own interface over an upstream of OpenAI's."""

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
