"""dspy: its two adapters, with and without reasoning."""

import scripted
from scripted import TRUE

scripted.need("dspy")
import dspy


CHAT = [
    ("[[ ## reasoning ## ]]", f"[[ ## reasoning ## ]]\nThe passages are read.\n\n[[ ## answer ## ]]\n{TRUE}\n\n[[ ## completed ## ]]"),
    ("[[ ## answer ## ]]", f"[[ ## answer ## ]]\n{TRUE}\n\n[[ ## completed ## ]]"),
]
JSON = [("", '{"answer": "%s"}' % TRUE)]


class Dspy(scripted.App):
    def ask(self, module, adapter):
        def run(base):
            lm = dspy.LM("openai/gpt-4o-mini", api_base=base, api_key="sk-client", cache=False, num_retries=0)
            with dspy.context(lm=lm, adapter=adapter):
                return module(context=list(scripted.rig.PASSAGES.values()), question=scripted.rig.QUESTION).answer
        return run

    def test_fields_between_marks(self):
        for module in dspy.Predict("context, question -> answer"), dspy.ChainOfThought("context, question -> answer"):
            self.check(CHAT, self.ask(module, dspy.ChatAdapter()))

    def test_fields_as_json(self):
        self.check(JSON, self.ask(dspy.Predict("context, question -> answer"), dspy.JSONAdapter()))
