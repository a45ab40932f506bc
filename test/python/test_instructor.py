"""instructor: models of pydantic by tool calls and by schema."""

import instructor
import openai
import pydantic

import rig


class Kiln(pydantic.BaseModel):
    """What is known of a kiln."""

    degrees: int
    sentence: str


class Instructor(rig.Suite):
    def ask(self, mode, model, app):
        client = instructor.from_openai(openai.OpenAI(base_url=self.base(app), max_retries=0), mode=mode)
        return client.chat.completions.create(model=model, messages=list(rig.MESSAGES), response_model=Kiln, max_retries=1)

    def test_an_honest_model_fills_it_and_a_lying_one_does_not(self):
        for mode, honest, lying in (
            (instructor.Mode.TOOLS, rig.HONEST + ":answer-tool", rig.LYING + "+answer-tool"),
            (instructor.Mode.JSON_SCHEMA, rig.HONEST, rig.LYING),
        ):
            for app in "", "strict", "observe":
                got = self.ask(mode, honest, app)  # of a class that instructor derives
                self.assertEqual((got.degrees, got.sentence), (1240, rig.FACT), (mode, app))
            for app in "", "strict":
                with self.assertRaises(Exception) as raised:
                    self.ask(mode, lying, app)
                self.assertNoLie(raised.exception)
