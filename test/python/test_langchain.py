"""langchain-openai: messages, streams, structured output, tools."""

from langchain_core.messages import HumanMessage, SystemMessage, ToolMessage
from langchain_core.tools import tool
from langchain_openai import ChatOpenAI
import pydantic

import rig

PROMPT = [SystemMessage(rig.SOURCES), HumanMessage(rig.QUESTION)]


class Kiln(pydantic.BaseModel):
    """What is known of a kiln."""

    degrees: int
    sentence: str


@tool
def search(query: str) -> str:
    """Search the documents."""
    return rig.SOURCES


class LangChain(rig.Suite):
    def chat(self, model, app="", **more):
        return ChatOpenAI(model=model, base_url=self.base(app), max_retries=0, **more)

    def test_invoke(self):
        for app in "", "strict", "observe", "off":
            self.assertHonest(self.chat(rig.HONEST, app).invoke(PROMPT).content)
        self.assertEqual(self.chat(rig.LYING).invoke(PROMPT).content, rig.REFUSAL)
        self.assertEqual(self.chat(rig.LYING, "strict").invoke(PROMPT).content, rig.REFUSAL)

    def test_the_headers_are_in_the_metadata(self):
        reply = self.chat(rig.HONEST, include_response_headers=True).invoke(PROMPT)
        self.assertEqual(reply.response_metadata["headers"]["x-vouchsafe-verdict"], "grounded")

    def test_stream(self):
        for app in "", "strict", "observe":
            for model in rig.HONEST, rig.LYING:
                whole = self.chat(model, app).invoke(PROMPT).content
                self.assertEqual("".join(c.content for c in self.chat(model, app).stream(PROMPT)), whole)

    def test_structured_output(self):
        for method in "json_schema", "function_calling":
            for app in "", "strict":
                of = lambda model: self.chat(model, app).with_structured_output(Kiln, method=method, include_raw=True)
                honest = of(rig.HONEST if method == "json_schema" else rig.HONEST + ":answer-tool").invoke(PROMPT)
                self.assertEqual(honest["parsed"], Kiln(degrees=1240, sentence=rig.FACT), (method, app))
                lying = of(rig.LYING if method == "json_schema" else rig.LYING + "+answer-tool").invoke(PROMPT)
                self.assertIsNone(lying["parsed"], (method, app))
                self.assertNoLie(lying["raw"])

    def test_a_tool_is_called_and_its_result_is_evidence(self):
        for app in "", "strict":
            for model, check in (rig.CALLING, self.assertHonest), (rig.CALLING + "+invent-all", self.assertNoLie):
                chat = self.chat(model, app).bind_tools([search])
                first = chat.invoke([HumanMessage(rig.QUESTION)])
                call = first.tool_calls[0]
                self.assertEqual(call["name"], "search")
                answer = chat.invoke([HumanMessage(rig.QUESTION), first, ToolMessage(search.invoke(call["args"]), tool_call_id=call["id"])])
                check(answer.content)
