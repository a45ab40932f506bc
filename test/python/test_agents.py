"""Agents: pydantic-ai and openai-agents, with text, a typed output and a tool that retrieves."""

import asyncio

import agents
import pydantic
from pydantic_ai import Agent
from pydantic_ai.models.openai import OpenAIChatModel
from pydantic_ai.providers.openai import OpenAIProvider
import openai

import rig


class Kiln(pydantic.BaseModel):
    """What is known of a kiln."""

    degrees: int
    sentence: str


class PydanticAI(rig.Suite):
    def agent(self, model, app, **more):
        provider = OpenAIProvider(base_url=self.base(app), api_key="sk-client")
        return Agent(OpenAIChatModel(model, provider=provider), retries=0, **more)

    def test_text(self):
        for app in "", "strict", "observe":
            self.assertHonest(self.agent(rig.HONEST, app, system_prompt=rig.SOURCES).run_sync(rig.QUESTION).output)
        for app in "", "strict":
            self.assertEqual(self.agent(rig.LYING, app, system_prompt=rig.SOURCES).run_sync(rig.QUESTION).output, rig.REFUSAL)

    def test_a_typed_output_is_an_answer(self):
        for app in "", "strict":
            agent = self.agent(rig.HONEST + ":answer-tool", app, system_prompt=rig.SOURCES, output_type=Kiln)
            self.assertEqual(agent.run_sync(rig.QUESTION).output, Kiln(degrees=1240, sentence=rig.FACT))
            with self.assertRaises(Exception) as raised:
                self.agent(rig.LYING + "+answer-tool", app, system_prompt=rig.SOURCES, output_type=Kiln).run_sync(rig.QUESTION)
            self.assertNoLie(raised.exception)

    def test_a_tool_that_retrieves(self):
        def search(query: str) -> str:
            """Search the documents."""
            return rig.SOURCES

        for app in "", "strict":
            self.assertHonest(self.agent(rig.CALLING, app, tools=[search]).run_sync(rig.QUESTION).output)
            self.assertNoLie(self.agent(rig.CALLING + "+invent-all", app, tools=[search]).run_sync(rig.QUESTION).output)


class OpenAIAgents(rig.Suite):
    def run_agent(self, kind, model, app, **more):
        client = openai.AsyncOpenAI(base_url=self.base(app), max_retries=0)
        agent = agents.Agent(name="kiln", instructions=rig.SOURCES, model=kind(model=model, openai_client=client), **more)
        return asyncio.run(agents.Runner.run(agent, rig.QUESTION)).final_output

    def test_both_interfaces(self):
        agents.set_tracing_disabled(True)
        for kind in agents.OpenAIChatCompletionsModel, agents.OpenAIResponsesModel:
            for app in "", "strict", "observe":
                self.assertHonest(self.run_agent(kind, rig.HONEST, app))
            for app in "", "strict":
                self.assertNoLie(self.run_agent(kind, rig.LYING, app))

    def test_a_typed_output(self):
        agents.set_tracing_disabled(True)
        for app in "", "strict":
            got = self.run_agent(agents.OpenAIChatCompletionsModel, rig.HONEST, app, output_type=Kiln)
            self.assertEqual(got, Kiln(degrees=1240, sentence=rig.FACT))
            with self.assertRaises(Exception) as raised:
                self.run_agent(agents.OpenAIChatCompletionsModel, rig.LYING, app, output_type=Kiln)
            self.assertNoLie(raised.exception)
