"""PaperQA: passages are summarised and scored, and the answer cites them by their keys."""

import scripted
from scripted import TRUE

scripted.need("paperqa")
import asyncio

from paperqa import Docs, Settings
from paperqa.types import Doc, Text


SCRIPT = [("relevance_score", '{"summary": "%s", "relevance_score": 9}' % TRUE), ("", TRUE)]


class PaperQA(scripted.App):
    async def ask(self, base):
        server = {"model_list": [{"model_name": "gpt-4o-mini", "litellm_params": {"model": "openai/gpt-4o-mini", "api_base": base, "api_key": "sk-client"}}]}
        embedding = {"kwargs": {"api_base": base, "api_key": "sk-client", "encoding_format": "float"}}
        settings = Settings(llm="gpt-4o-mini", llm_config=server, summary_llm="gpt-4o-mini", summary_llm_config=server,
                            embedding="openai/text-embedding-3-small", embedding_config=embedding)
        docs = Docs()
        for name, text in scripted.rig.PASSAGES.items():
            doc = Doc(docname=name, dockey=name, citation=f"Ada Potter, {name}, 2024")
            await docs.aadd_texts([Text(text=text, name=name + " pages 1-2", doc=doc)], doc, settings=settings)
        return await docs.aquery(scripted.rig.QUESTION, settings=settings)

    def test_an_answer_cites_its_contexts(self):
        def run(base):
            session = asyncio.run(self.ask(base))
            return session.answer
        self.check(SCRIPT, run, strict=False)
