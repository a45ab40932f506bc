"""crewai: a crew of one agent with a retriever, by native calls and by its text format."""

import scripted
from scripted import Call, TRUE

scripted.need("crewai")
import crewai
from crewai.tools import tool


NATIVE = [("1240 degrees", TRUE), ("", Call("search", query="kiln"))]
REACT = [
    ("Observation: " + scripted.rig.SOURCES[:30], f"Thought: I now know the final answer\nFinal Answer: {TRUE}"),
    ("Final Answer", 'Thought: I look for it.\nAction: search\nAction Input: {"query": "kiln"}'),
]


@tool("search")
def search(query: str) -> str:
    """Searches the handbook."""
    return scripted.rig.SOURCES


class Crewai(scripted.App):
    def crew(self, native):
        def run(base):
            llm = crewai.LLM(model="openai/gpt-4o-mini", base_url=base, api_key="sk-client", max_retries=0)
            llm.supports_function_calling = lambda: native
            agent = crewai.Agent(role="Potter", goal="Answer questions on kilns", backstory="You know the workshop.", tools=[search], llm=llm, max_iter=4)
            task = crewai.Task(description=scripted.rig.QUESTION, expected_output="One sentence.", agent=agent)
            return crewai.Crew(agents=[agent], tasks=[task], tracing=False).kickoff().raw
        return run

    def test_native_calls(self):
        self.check(NATIVE, self.crew(True))

    def test_actions_in_text(self):
        self.check(REACT, self.crew(False))
