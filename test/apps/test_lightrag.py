"""LightRAG: documents become a graph, and questions are answered from it."""

import scripted
from scripted import TRUE

scripted.need("lightrag")
import asyncio
import tempfile

from lightrag import LightRAG, QueryParam
from lightrag.llm.openai import openai_complete_if_cache, openai_embed
from lightrag.utils import EmbeddingFunc, Tokenizer


RECORDS = "\n".join((
    "entity<|#|>Large Kiln<|#|>Artifact<|#|>The large kiln is fired in the workshop.",
    "entity<|#|>Workshop<|#|>Location<|#|>The workshop has a large kiln.",
    "relation<|#|>Large Kiln<|#|>Workshop<|#|>place<|#|>The large kiln stands in the workshop.",
    "<|COMPLETE|>"))
SCRIPT = [
    ("last:extract any missed", "<|COMPLETE|>"),
    ("last:Extract entities", RECORDS),
    ("high_level_keywords", '{"high_level_keywords": ["Firing"], "low_level_keywords": ["Large Kiln", "Degrees"]}'),
    ("Document Chunks", f"{TRUE}\n\n### References\n\n- [1] handbook.txt"),
]


class Letters:
    def encode(self, text):
        return [ord(c) for c in text]

    def decode(self, tokens):
        return "".join(map(chr, tokens))


class LightRag(scripted.App):
    async def index_and_ask(self, base, mode):
        async def complete(prompt, system_prompt=None, history_messages=[], **more):
            more.pop("hashing_kv", None)
            return await openai_complete_if_cache("gpt-4o-mini", prompt, system_prompt, history_messages, base_url=base, api_key="sk-client", **more)

        async def embed(texts):
            return await openai_embed.func(texts, model="e", base_url=base, api_key="sk-client")

        with tempfile.TemporaryDirectory() as folder:
            rag = LightRAG(folder, llm_model_func=complete, embedding_func=EmbeddingFunc(scripted.SIZE, embed), tokenizer=Tokenizer("letters", Letters()),
                           workspace=folder.replace("/", "_"), enable_llm_cache=False)
            await rag.initialize_storages()
            try:
                await rag.ainsert("\n".join(scripted.rig.PASSAGES.values()), file_paths=["handbook.txt"])
                if mode != "naive":
                    nodes = await rag.chunk_entity_relation_graph.get_all_nodes()
                    assert {n["id"] for n in nodes} == {"Large Kiln", "Workshop"}, nodes
                return await rag.aquery(scripted.rig.QUESTION, QueryParam(mode=mode))
            finally:
                await rag.finalize_storages()

    def test_the_graph_is_filled_and_asked(self):
        for mode in "mix", "naive":
            self.check(SCRIPT, lambda base: asyncio.run(self.index_and_ask(base, mode)), strict=False)
