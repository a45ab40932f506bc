"""openai: plain, streamed, a schema of the client's own, and the Responses interface."""

import openai
import pydantic

import rig


class Kiln(pydantic.BaseModel):
    degrees: int
    sentence: str


class OpenAI(rig.Suite):
    def client(self, app=""):
        return openai.OpenAI(base_url=self.base(app), max_retries=0)

    def create(self, model, app="", **more):
        return self.client(app).chat.completions.create(model=model, messages=rig.MESSAGES, **more)

    def test_an_honest_answer_comes_with_its_report(self):
        for app, proof in ("", "own-words"), ("strict", "own-words"):
            reply = self.create(rig.HONEST, app)
            self.assertIn(rig.FACT + " [1]", reply.choices[0].message.content)
            report = reply.model_extra["vouchsafe"]
            self.assertEqual((report["verdict"], report["proof"]), ("grounded", proof))

    def test_the_headers_tell_verdict_and_proof(self):
        raw = self.client().chat.completions.with_raw_response.create(model=rig.HONEST, messages=rig.MESSAGES)
        self.assertEqual(raw.headers["x-vouchsafe-verdict"], "grounded")
        self.assertEqual(raw.headers["x-vouchsafe-proof"], "own-words")

    def test_a_lie_is_a_refusal_that_every_client_shows(self):
        for app in "", "strict":
            reply = self.create(rig.LYING, app)
            self.assertEqual(reply.choices[0].message.content, rig.REFUSAL)
            self.assertEqual(reply.choices[0].finish_reason, "stop")
            self.assertEqual(reply.model_extra["vouchsafe"]["verdict"], "refused")

    def test_off_and_observe_change_nothing(self):
        for model in rig.HONEST, rig.LYING:
            direct = openai.OpenAI(base_url=self.direct).chat.completions.create(model=model, messages=rig.MESSAGES)
            for app in "off", "observe":
                reply = self.create(model, app)
                self.assertEqual(reply.choices[0].message.content, direct.choices[0].message.content)
                self.assertNotIn("vouchsafe", reply.model_extra)

    def test_a_stream_gives_the_same_text(self):
        for app in "", "strict", "observe":
            for model in rig.HONEST, rig.LYING:
                whole = self.create(model, app).choices[0].message.content
                parts = self.create(model, app, stream=True)
                self.assertEqual("".join(c.choices[0].delta.content or "" for c in parts if c.choices), whole)

    def test_the_stream_helper_ends_well_at_a_refusal(self):
        with self.client().chat.completions.stream(model=rig.LYING, messages=rig.MESSAGES) as events:
            final = events.get_final_completion()
        self.assertEqual(final.choices[0].message.content, rig.REFUSAL)

    def test_a_schema_is_filled_or_refused_as_openai_does(self):
        parse = self.client().chat.completions.parse
        honest = parse(model=rig.HONEST, messages=rig.MESSAGES, response_format=Kiln).choices[0].message
        self.assertEqual((honest.parsed.degrees, honest.parsed.sentence), (1240, rig.FACT))
        lying = parse(model=rig.LYING, messages=rig.MESSAGES, response_format=Kiln).choices[0].message
        self.assertIsNone(lying.parsed)
        self.assertEqual(lying.refusal, rig.REFUSAL)

    def test_responses(self):
        asked = {"instructions": rig.SOURCES, "input": rig.QUESTION}
        honest = self.client().responses.create(model=rig.HONEST, **asked)
        self.assertIn(rig.FACT, honest.output_text)
        self.assertNoLie(self.client().responses.create(model=rig.LYING, **asked).output_text)
        with self.client().responses.stream(model=rig.HONEST, **asked) as events:
            self.assertIn(rig.FACT, events.get_final_response().output_text)

    def test_an_upstreams_error_keeps_its_class(self):
        for model, error in ("fault:429", openai.RateLimitError), ("fault:401", openai.AuthenticationError), ("fault:500", openai.InternalServerError):
            with self.assertRaises(error):
                self.create(model)
