"""smolagents: an agent that writes code and one that calls tools, each with a retriever."""

import scripted
from scripted import Call, TRUE

scripted.need("smolagents")
import smolagents


SEARCHING = '<code>\nprint(search(query="kiln"))\n</code>'
CODE = [
    ("Execution logs", f'Thought: I know it.\n<code>\nfinal_answer("{TRUE}")\n</code>'),
    ("final_answer", "Thought: I look for it.\n" + SEARCHING),
]
CALLS = [('document id="kiln-4"', Call("final_answer", answer=TRUE)), ("", Call("search", query="kiln"))]


class Search(smolagents.Tool):
    name, description = "search", "Searches the handbook."
    inputs = {"query": {"type": "string", "description": "what to look for"}}
    output_type = "string"

    def forward(self, query: str) -> str:
        return scripted.rig.SOURCES


class Smolagents(scripted.App):
    def agent(self, kind):
        def run(base):
            model = smolagents.OpenAIServerModel("gpt-4o-mini", api_base=base, api_key="sk-client", client_kwargs={"max_retries": 0})
            agent = kind(tools=[Search()], model=model, max_steps=3, verbosity_level=smolagents.LogLevel.OFF)
            return agent.run(scripted.rig.QUESTION)
        return run

    def test_an_agent_that_writes_code(self):
        self.check(CODE, self.agent(smolagents.CodeAgent))

    def test_an_agent_that_calls_tools(self):
        self.check(CALLS, self.agent(smolagents.ToolCallingAgent))
