"""What docs/clients.md says of refusals and reports."""

import os

import docs
import rig

os.environ["OPENAI_AGENTS_DISABLE_TRACING"] = "1"


class Docs(rig.Suite):
    CONFIGURATION = rig.CONFIGURATION.replace("policies:", "  lying: {{upstream: lying, policy: tested, path_prefix: /lying}}\npolicies:").replace(
        "apps:", '  lying: {{base_url: "{upstream}", models: {{gpt-4o-mini: "%s"}}}}\napps:' % rig.LYING)

    def test_the_examples_tell_a_refusal_from_an_answer(self):
        for name in "openai", "langchain", "llamaindex", "instructor", "pydantic-ai", "openai-agents":
            for app, verdict in ("", "grounded"), ("lying", "refused"):
                with self.subTest(example=name, app=app):
                    told = docs.run(name, self.base(app))
                    self.assertEqual(told["verdict"], verdict)
                    proof = "cited" if name == "instructor" else "own-words"  # a figure alone is not its source's sentence
                    self.assertEqual(told["proof"], "none" if verdict == "refused" else proof)
                    if "citations" in told:
                        self.assertEqual(bool(told["citations"]), verdict == "grounded")
                    else:
                        self.assertTrue(told["trace"].startswith("vt_"))
