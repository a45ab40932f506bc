"""What docs/clients.md says of refusals and reports, for the clients of this suite."""

import scripted

scripted.need("dspy", "haystack")
import docs


class Docs(scripted.App):
    def test_the_examples_tell_a_refusal_from_an_answer(self):
        for app, turned_away in ("", "quoted"), ("strict", "refused"):
            for told, verdict in (scripted.TRUE, "grounded"), (scripted.FALSE, turned_away):
                self.scripted.play([("", scripted.TRUE)], told)
                haystack = docs.run("haystack", self.base(app))
                self.assertEqual((haystack["verdict"], haystack["trace"][:3]), (verdict, "vt_"))
                self.assertEqual(docs.run("dspy", self.base(app))["refused"], verdict == "refused")
