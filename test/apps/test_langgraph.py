"""LangGraph: langchain's agent with a retriever, in text and with a typed answer."""

import scripted
from scripted import Call, TRUE

scripted.need("langchain", "langgraph", "langchain_openai")
from langchain.agents import create_agent
from langchain.agents.structured_output import ToolStrategy
from langchain_core.tools import tool
from langchain_openai import ChatOpenAI
import pydantic


class Kiln(pydantic.BaseModel):
    """What is known of a kiln."""

    degrees: int
    sentence: str


@tool
def search(query: str) -> str:
    """Search the documents."""
    return scripted.rig.SOURCES


SEARCHED = 'document id="kiln-4"'


class LangGraph(scripted.App):
    def agent(self, **more):
        def run(base):
            agent = create_agent(ChatOpenAI(model="gpt-4o-mini", base_url=base, max_retries=0), [search], **more)
            state = agent.invoke({"messages": [("user", scripted.rig.QUESTION)]}, {"recursion_limit": 6})
            typed = state.get("structured_response")
            return typed.sentence if typed else state["messages"][-1].content
        return run

    def test_text(self):
        self.check([(SEARCHED, TRUE), ("", Call("search", query="kiln"))], self.agent())

    def test_a_typed_answer_beside_a_retriever(self):
        script = [(SEARCHED, Call("Kiln", degrees=1240, sentence=TRUE)), ("", Call("search", query="kiln"))]
        self.check(script, self.agent(response_format=ToolStrategy(Kiln)))
