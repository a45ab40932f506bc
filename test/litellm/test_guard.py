"""The guard under LiteLLM's own proxy: what it holds, plain and streamed, with an honest
model and a lying one."""

import json
import unittest

import rig
import stack

SYSTEM = {"role": "system", "content": rig.SOURCES}
USER = {"role": "user", "content": rig.QUESTION}
ANTHROPIC = {"anthropic-version": "2023-06-01"}
SCHEMA = {"type": "object", "properties": {"answer": {"type": "string"}}, "required": ["answer"], "additionalProperties": False}
LOOKUP = {"id": "call_1", "type": "function", "function": {"name": "search", "arguments": "{}"}}

# By provider the same models, and one that nobody guards.
MODELS = [
    {"model_name": "*", "litellm_params": {"model": "openai/*", "api_key": "os.environ/OPENAI_API_KEY"}},
    {"model_name": "chat/*", "litellm_params": {"model": "hosted_vllm/*", "api_key": "sk-upstream"}},
    {"model_name": "claude/*", "litellm_params": {"model": "anthropic/*", "api_key": "sk-upstream"}},
    {"model_name": "text/*", "litellm_params": {"model": "text-completion-openai/*", "api_key": "sk-upstream"}},
]


def with_models(config, s):
    config["model_list"] += [m | {"litellm_params": m["litellm_params"] | ({} if "claude" in m["model_name"] else {"api_base": s.direct})} for m in MODELS]


def gateway_too(config, s):
    """An app of the gateway in front of LiteLLM, and one behind it."""
    config["upstreams"] = {
        "scripted": {"base_url": s.direct, "api_key": "sk-upstream"},
        "litellm": {"base_url": f"http://127.0.0.1:{s.litellm}/v1", "api_key": stack.MASTER_KEY},
    }
    config["apps"]["rag"]["upstream"] = "scripted"
    s.keys = {}
    for app, upstream in ("front", "litellm"), ("back", "scripted"):
        s.keys[app], hashed = s.app_key(app)
        config["apps"][app] = {"keys": [hashed], "policy": "balanced", "upstream": upstream}


def fallen_back(config, s):
    """The gateway is an upstream of LiteLLM, and each model can fall back on an honest one."""
    with_models(config, s)
    behind = {"api_base": f"http://127.0.0.1:{s.gateway}/v1", "api_key": s.keys["back"]}
    config["model_list"] = [
        {"model_name": "gateway/*", "litellm_params": {"model": "openai/*"} | behind},
        {"model_name": "refused", "litellm_params": {"model": "openai/" + rig.LYING, "api_base": s.direct, "api_key": "sk-upstream"}},
        {"model_name": "refused-upstream", "litellm_params": {"model": "openai/" + rig.LYING} | behind},
        {"model_name": "fallen-back", "litellm_params": {"model": "openai/" + rig.HONEST, "api_base": s.direct, "api_key": "sk-upstream"}},
    ] + config["model_list"]
    config["litellm_settings"] = {
        "default_fallbacks": ["fallen-back"],
        "content_policy_fallbacks": [{"refused": ["fallen-back"]}, {"refused-upstream": ["fallen-back"]}],
        "num_retries": 0,
    }


def reading_along(config, s):
    """Streams of chat completions by the sentence: what the guard has not verified is held back."""
    with_models(config, s)
    del config["policies"], config["policy_attachments"]
    params = config["guardrails"][0]["litellm_params"]
    del params["streaming_end_of_stream_only"], params["additional_provider_specific_params"]
    params["streaming_sampling_rate"] = 3


def chat(model, **more):
    return "/v1/chat/completions", {"model": model, "messages": [SYSTEM, USER]} | more, {}


def messages(model, **more):
    return "/v1/messages", {"model": model, "max_tokens": 500, "system": rig.SOURCES, "messages": [USER]} | more, ANTHROPIC


def responses(model, **more):
    return "/v1/responses", {"model": model, "instructions": rig.SOURCES, "input": rig.QUESTION} | more, {}


def completions(model, **more):
    return "/v1/completions", {"model": model, "prompt": rig.SOURCES + "\n\n" + rig.QUESTION} | more, {}


def events(text):
    """The data of a stream."""
    return [json.loads(line[6:]) for line in text.splitlines() if line.startswith("data: ") and line != "data: [DONE]"]


def said(text):
    """What a client reads, whatever the interface, plain or streamed."""
    if text.lstrip().startswith("{"):
        return said_plain(json.loads(text))
    out = ""
    for e in events(text):
        for choice in e.get("choices", []):
            out += choice.get("delta", {}).get("content") or choice.get("text") or ""
        delta = e.get("delta")
        out += delta if isinstance(delta, str) else (delta or {}).get("text", "")
    return out


def said_plain(reply):
    for choice in reply.get("choices", []):
        return choice.get("text") or choice["message"]["content"] or ""
    blocks = [b for item in reply.get("output", []) for b in item.get("content") or []] + reply.get("content", [])
    return "".join(b.get("text", "") for b in blocks)


class Guarded(unittest.TestCase):
    change, gateway = with_models, None

    @classmethod
    def setUpClass(cls):
        cls.stack = stack.Stack(cls.change, cls.gateway)
        cls.addClassCleanup(cls.stack.stop)
        cls.stack.ready()

    def ask(self, call, **more):
        path, body, headers = call
        return self.stack.post(path, body | more, **headers)

    def assertBlocked(self, reply):
        status, text = reply
        self.assertNotIn(rig.LIE, text)
        self.assertNotIn(rig.LIE, said(text) if text.lstrip()[:1] in "{de" else "")
        self.assertIn(rig.REFUSAL, text)
        return status

    def assertHonest(self, reply):
        status, text = reply
        self.assertEqual(status, 200, text)
        self.assertIn(rig.FACT + " [1]", said(text))
        for inner in '"citations":[{', '\\"snippet\\"', '\\"segments\\":[{':
            self.assertNotIn(inner, said(text))
        return said(text)


class AsWritten(Guarded):
    """examples/litellm, to which only models are added."""

    def test_each_interface_holds_an_honest_and_a_lying_model(self):
        for call, providers in ((chat, ("", "chat/", "claude/")), (messages, ("", "chat/", "claude/")), (responses, ("", "chat/"))):
            for provider in providers:
                for stream in ({}, {"stream": True}):
                    with self.subTest(call.__name__, provider=provider, **stream):
                        self.assertHonest(self.ask(call(provider + rig.HONEST), **stream))
                        self.assertBlocked(self.ask(call(provider + rig.LYING), **stream))

    def test_the_model_named_in_the_example_answers(self):
        self.assertHonest(self.ask(chat("gpt-4o-mini")))

    def test_no_byte_of_a_lie_is_in_any_event(self):
        for call in chat, messages, responses:
            with self.subTest(call.__name__):
                _, text = self.ask(call(rig.LYING), stream=True)
                for word in rig.LIE.split():
                    if len(word) > 5:
                        self.assertNotIn(word, text)

    def test_an_own_decline_passes(self):
        for call in chat, messages, responses:
            for stream in ({}, {"stream": True}):
                with self.subTest(call.__name__, **stream):
                    status, text = self.ask(call("extractive:decline"), **stream)
                    self.assertEqual((status, said(text)), (200, "The sources do not answer this question."))

    def test_json_of_the_apps_own_comes_back_as_it_or_not_at_all(self):
        form = {"response_format": {"type": "json_schema", "json_schema": {"name": "a", "strict": True, "schema": SCHEMA}}}
        for stream in ({}, {"stream": True}):
            with self.subTest(**stream):
                status, text = self.ask(chat(rig.HONEST), **form, **stream)
                self.assertEqual((status, json.loads(said(text))), (200, {"answer": rig.FACT}))
                self.assertBlocked(self.ask(chat(rig.LYING), **form, **stream))

    def test_several_choices_are_several_answers(self):
        status, text = self.ask(chat(rig.HONEST, n=2))
        self.assertEqual(status, 200, text)
        for choice in json.loads(text)["choices"]:
            self.assertIn(rig.FACT + " [1]", choice["message"]["content"])

    def test_results_of_tools_are_passages(self):
        turns = [USER, {"role": "assistant", "content": None, "tool_calls": [LOOKUP]}, {"role": "tool", "tool_call_id": "call_1", "content": rig.PASSAGES["kiln-4"]}]
        for stream in ({}, {"stream": True}):
            with self.subTest(**stream):
                self.assertHonest(self.ask(chat(rig.HONEST, messages=turns), **stream))
                self.assertBlocked(self.ask(chat(rig.LYING, messages=turns), **stream))

    def test_results_of_tools_are_passages_in_messages(self):
        turns = [
            USER, {"role": "assistant", "content": [{"type": "tool_use", "id": "t1", "name": "search", "input": {}}]},
            {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "t1", "content": [{"type": "text", "text": rig.PASSAGES["kiln-4"]}]}]},
        ]
        tools = [{"name": "search", "input_schema": {"type": "object", "properties": {}}}]
        for stream in ({}, {"stream": True}):
            with self.subTest(**stream):
                self.assertHonest(self.ask(messages(rig.HONEST, messages=turns, tools=tools, system="Be brief."), **stream))
                self.assertBlocked(self.ask(messages(rig.LYING, messages=turns, tools=tools, system="Be brief."), **stream))

    def test_results_of_tools_are_passages_in_responses(self):
        items = [USER, {"type": "function_call", "call_id": "t1", "name": "search", "arguments": "{}"}, {"type": "function_call_output", "call_id": "t1", "output": rig.PASSAGES["kiln-4"]}]
        for stream in ({}, {"stream": True}):
            with self.subTest(**stream):
                self.assertHonest(self.ask(responses(rig.HONEST, input=items, instructions="Be brief."), **stream))
                self.assertBlocked(self.ask(responses(rig.LYING, input=items, instructions="Be brief."), **stream))

    def test_a_document_that_litellm_shows_is_a_passage(self):
        """It shows those that have all members of its own type; the others it keeps to itself."""
        part = {"type": "document", "title": "Kiln", "context": "", "citations": {"enabled": True},
                "source": {"type": "text", "media_type": "text/plain", "data": rig.PASSAGES["kiln-4"]}}
        turns = [{"role": "user", "content": [part, {"type": "text", "text": rig.QUESTION}]}]
        self.assertHonest(self.ask(chat("claude/" + rig.HONEST, messages=turns)))
        self.assertIn("1240", str(self.stack.asked()[-1]["body"]), "the document has not reached the model")
        self.assertBlocked(self.ask(chat("claude/" + rig.LYING, messages=turns)))

    def test_texts_that_nobody_answers_stay_as_they_are(self):
        for path, body in (
            ("/v1/embeddings", {"model": rig.HONEST, "input": [rig.SOURCES + "\n\n" + rig.QUESTION]}),
            ("/v1/completions", completions("text/" + rig.HONEST)[1]),
        ):
            with self.subTest(path):
                status, text = self.stack.post(path, body)
                self.assertEqual(status, 200, text)
                self.assertNotIn("HOW TO ANSWER", self.stack.asked()[-1]["body"])

    def test_a_plain_completion_is_verified(self):
        self.assertHonest(self.ask(completions("text/" + rig.HONEST)))
        self.assertBlocked(self.ask(completions("text/" + rig.LYING)))

    def test_a_call_of_a_tool_passes(self):
        tools = [{"type": "function", "function": {"name": "search", "parameters": {"type": "object", "properties": {}}}}]
        for stream in ({}, {"stream": True}):
            with self.subTest(**stream):
                status, text = self.ask(chat(rig.CALLING, tools=tools), **stream)
                self.assertEqual(status, 200, text)
                self.assertIn('"search"', text)

    def test_an_unknown_request_is_blocked_and_counted(self):
        before = self.stack.metric("vouchsafe_context_not_seen_total{")
        call = {"input_type": "response", "litellm_call_id": "never-seen", "texts": [rig.FACT], "request_data": {}}
        status, text = self.stack.post("/guard/rag/beta/litellm_basic_guardrail_api", call, port=self.stack.gateway, key=self.stack.key)
        reply = json.loads(text)
        self.assertEqual((status, reply["action"]), (200, "BLOCKED"))
        self.assertTrue(reply["blocked_reason"].startswith("unknown-request"), text)
        trace = self.stack.traces()[-1]
        self.assertEqual((trace["verdict"], trace["reason"]), ("refused", "unknown-request"))
        self.assertEqual(self.stack.metric("vouchsafe_context_not_seen_total{"), before + 1)

    def test_a_stream_that_breaks_off_shows_nothing_unverified(self):
        for call in chat, messages, responses:
            for fault in "fault:cut", "fault:reset":
                with self.subTest(call.__name__, fault=fault):
                    _, text = self.ask(call(fault), stream=True)
                    self.assertNotIn("snippet", said(text))


class Together(Guarded):
    """Guard and gateway on one call, in either order."""

    change, gateway = fallen_back, gateway_too

    def test_a_fallback_never_replaces_a_refusal(self):
        """Of the guard, and of the gateway as LiteLLM's upstream."""
        for model in "refused", "refused-upstream":
            for stream in ({}, {"stream": True}):
                with self.subTest(model, **stream):
                    reply = self.ask(chat(model), **stream)
                    self.assertBlocked(reply)
                    self.assertNotIn(rig.FACT, reply[1])

    def calls(self, ask):
        before = len(self.stack.asked())
        reply = ask()
        return reply, len(self.stack.asked()) - before

    def behind(self, call, **more):
        """The gateway is the upstream of a guarded LiteLLM."""
        return self.ask(call, **more)

    def before(self, call, **more):
        """A guarded LiteLLM is the gateway's upstream."""
        path, body, headers = call
        return self.stack.post(path, body | more, port=self.stack.gateway, key=self.stack.keys["front"], **headers)

    def test_an_honest_answer_costs_one_call(self):
        for order, prefix in (self.behind, "gateway/"), (self.before, ""):
            for stream in ({}, {"stream": True}):
                with self.subTest(order.__name__, **stream):
                    reply, calls = self.calls(lambda: order(chat(prefix + rig.HONEST), **stream))
                    self.assertHonest(reply)
                    self.assertEqual(calls, 1)
                    self.assertEqual(self.stack.asked()[-1]["body"].count("HOW TO ANSWER"), 1)

    def test_a_lie_does_not_get_through(self):
        for order, prefix in (self.behind, "gateway/"), (self.before, ""):
            for stream in ({}, {"stream": True}):
                with self.subTest(order.__name__, **stream):
                    self.assertBlocked(order(chat(prefix + rig.LYING), **stream))


class ReadingAlong(Guarded):
    change = reading_along

    def test_a_stream_leaves_a_statement_behind(self):
        for model in "extractive:prose", "extractive":
            with self.subTest(model):
                self.assertHonest(self.ask(chat(model), stream=True))
        for model in rig.LYING, rig.LYING + "+prose":
            with self.subTest(model):
                status, text = self.ask(chat(model), stream=True)
                self.assertNotIn(rig.LIE, said(text))
                self.assertNotIn("nineteen", text)

    def test_a_stream_that_breaks_off_says_no_more_than_was_verified(self):
        for fault in "fault:cut", "fault:reset":
            with self.subTest(fault):
                _, text = self.ask(chat(fault), stream=True)
                for e in events(text):
                    self.assertNotIn("snippet", json.dumps(e))

    def test_each_exchange_has_one_trace(self):
        before = len(self.stack.traces())
        self.ask(chat("extractive"), stream=True)
        self.assertEqual(len(self.stack.traces()), before + 1)


if __name__ == "__main__":
    unittest.main()
