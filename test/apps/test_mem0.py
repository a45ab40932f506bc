"""mem0: what a conversation says is remembered and found again."""

import scripted
from scripted import TRUE

scripted.need("mem0")
import os
import tempfile

os.environ.setdefault("MEM0_TELEMETRY", "False")
from mem0 import Memory


MEMORY = '{"memory": [{"id": "0", "text": "User says that the large kiln reaches 1240 degrees after seven hours.", "attributed_to": "user"}]}'


class Mem0(scripted.App):
    def remember(self, base):
        with tempfile.TemporaryDirectory() as folder:
            server = {"model": "gpt-4o-mini", "openai_base_url": base, "api_key": "sk-client"}
            memory = Memory.from_config({
                "llm": {"provider": "openai", "config": server},
                "embedder": {"provider": "openai", "config": {**server, "model": "e", "embedding_dims": scripted.SIZE}},
                "vector_store": {"provider": "qdrant", "config": {"path": folder + "/vectors", "collection_name": "m", "embedding_model_dims": scripted.SIZE}},
                "history_db_path": folder + "/history.db",
            })
            memory.add([{"role": "user", "content": "I have measured it: " + TRUE}], user_id="ada")
            return memory.search("kiln degrees", filters={"user_id": "ada"})["results"]

    def test_a_memory_is_stored_and_found(self):
        for app in "off", "observe", "":
            self.scripted.play([("Memory Extractor", MEMORY)], TRUE)
            self.assertIn("1240 degrees", str(self.remember(self.base(app))), app)
