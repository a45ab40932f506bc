"""autogen: an assistant with a tool that retrieves."""

import scripted
from scripted import Call, TRUE

scripted.need("autogen_agentchat", "autogen_ext")
import asyncio

from autogen_agentchat.agents import AssistantAgent
from autogen_ext.models.openai import OpenAIChatCompletionClient


async def search(query: str) -> str:
    """Searches the handbook."""
    return scripted.rig.SOURCES


class Autogen(scripted.App):
    async def ask(self, base):
        client = OpenAIChatCompletionClient(model="gpt-4o-mini", base_url=base, api_key="sk-client", max_retries=0)
        agent = AssistantAgent("potter", model_client=client, tools=[search], reflect_on_tool_use=True)
        result = await agent.run(task=scripted.rig.QUESTION)
        await client.close()
        return result.messages[-1].content

    def test_a_tool_and_what_is_said_of_it(self):
        self.check([('document id="kiln-4"', TRUE), ("", Call("search", query="kiln"))], lambda base: asyncio.run(self.ask(base)))
