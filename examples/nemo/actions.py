"""The output rail: what the model says is held against the chunks of the turn.

VOUCHSAFE_GUARD is a guard's address, such as http://vouchsafe:8080/guard/rag, and
VOUCHSAFE_KEY the key of its app.
"""

import os
import uuid

import aiohttp
from nemoguardrails.actions import action

PATH = "/beta/litellm_basic_guardrail_api"


@action(name="vouchsafe", is_system_action=True)
async def vouchsafe(context: dict):
    chunks = context.get("relevant_chunks") or []
    chunks = [chunks] if isinstance(chunks, str) else chunks
    parts = [{"type": "grounding_source", "text": chunk if isinstance(chunk, str) else chunk["body"]} for chunk in chunks]
    parts.append({"type": "query", "text": context["last_user_message"]})
    call = {"litellm_call_id": str(uuid.uuid4()), "request_data": {}}
    headers = {"Authorization": "Bearer " + os.environ["VOUCHSAFE_KEY"]}
    async with aiohttp.ClientSession(headers=headers, raise_for_status=True) as guard:
        for asked in (
            {"input_type": "request", "structured_messages": [{"role": "user", "content": parts}], "texts": []},
            {"input_type": "response", "texts": [context["bot_message"]]},
        ):
            async with guard.post(os.environ["VOUCHSAFE_GUARD"] + PATH, json=call | asked) as reply:
                told = await reply.json()
                if told["action"] == "BLOCKED":
                    return {"blocked": told["blocked_reason"]}
    return {"text": (told.get("texts") or [context["bot_message"]])[0]}
