"""Haystack: a pipeline with a prompt, and an agent with a tool."""

import scripted
from scripted import Call, TRUE

scripted.need("haystack")
from typing import Annotated

from haystack import Document, Pipeline
from haystack.components.agents import Agent
from haystack.components.builders import ChatPromptBuilder
from haystack.components.generators.chat import OpenAIChatGenerator
from haystack.dataclasses import ChatMessage
from haystack.tools import create_tool_from_function
from haystack.utils import Secret


TEMPLATE = """Given these documents, answer the question.
Documents:
{% for doc in documents %}
    {{ doc.content }}
{% endfor %}

Question: {{ query }}
Answer:"""


def search(query: Annotated[str, "what to look for"]) -> str:
    """Searches the handbook."""
    return scripted.rig.SOURCES


class Haystack(scripted.App):
    def generator(self, base):
        return OpenAIChatGenerator(api_key=Secret.from_token("sk-client"), api_base_url=base, model="gpt-4o-mini", max_retries=0)

    def pipeline(self, base):
        pipe = Pipeline()
        pipe.add_component("prompt", ChatPromptBuilder(template=[ChatMessage.from_user(TEMPLATE)], required_variables="*"))
        pipe.add_component("llm", self.generator(base))
        pipe.connect("prompt.prompt", "llm.messages")
        documents = [Document(content=text) for text in scripted.rig.PASSAGES.values()]
        found = pipe.run({"prompt": {"documents": documents, "query": scripted.rig.QUESTION}})
        return found["llm"]["replies"][0].text

    def agent(self, base):
        agent = Agent(chat_generator=self.generator(base), tools=[create_tool_from_function(search)])
        return agent.run(messages=[ChatMessage.from_user(scripted.rig.QUESTION)])["messages"][-1].text

    def test_a_pipeline(self):
        self.check([("", TRUE)], self.pipeline)

    def test_an_agent(self):
        self.check([('document id="kiln-4"', TRUE), ("", Call("search", query="kiln"))], self.agent)
