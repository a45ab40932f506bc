"""LlamaIndex: its default prompts over nodes, and chat."""

from llama_index.core import PromptHelper
from llama_index.core.llms import ChatMessage
from llama_index.core.response_synthesizers import ResponseMode, get_response_synthesizer
from llama_index.core.schema import NodeWithScore, TextNode
from llama_index.llms.openai_like import OpenAILike

import rig

NODES = [NodeWithScore(node=TextNode(text=text, id_=name, metadata={"file_name": name + ".txt"}), score=0.9)
         for name, text in rig.PASSAGES.items()]


class LlamaIndex(rig.Suite):
    def llm(self, model, app=""):
        return OpenAILike(model=model, api_base=self.base(app), api_key="sk-client", is_chat_model=True, max_retries=0, context_window=8000)

    def answer(self, mode, model, app, **more):
        synthesizer = get_response_synthesizer(llm=self.llm(model, app), response_mode=mode, **more)
        return str(synthesizer.synthesize(rig.QUESTION, nodes=NODES))

    def test_chat(self):
        messages = [ChatMessage(role="system", content=rig.SOURCES), ChatMessage(role="user", content=rig.QUESTION)]
        reply = self.llm(rig.HONEST).chat(messages)
        self.assertHonest(reply.message.content)
        self.assertEqual(reply.raw.vouchsafe["verdict"], "grounded")
        self.assertEqual(self.llm(rig.LYING).chat(messages).message.content, rig.REFUSAL)
        parts = self.llm(rig.HONEST).stream_chat(messages)
        self.assertHonest("".join(p.delta or "" for p in parts))

    def test_default_prompts(self):
        for mode in ResponseMode.COMPACT, ResponseMode.TREE_SUMMARIZE, ResponseMode.ACCUMULATE:
            for app in "", "strict", "observe":
                with self.subTest(mode=mode, app=app):
                    self.assertHonest(self.answer(mode, rig.HONEST, app))
            for app in "", "strict":
                self.assertNoLie(self.answer(mode, rig.LYING, app))
