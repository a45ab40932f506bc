// openai-node: the reference client.
import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import OpenAI, { AzureOpenAI } from 'openai';
import { zodResponseFormat } from 'openai/helpers/zod';
import { z } from 'zod';
import { start, until } from './support/rig.js';
import * as p from './support/prompts.js';

let rig, client;
before(async () => {
  rig = await start();
  client = new OpenAI({ baseURL: rig.base, apiKey: 'sk-client', maxRetries: 0 });
});
after(() => rig.stop());
beforeEach(() => rig.forget());

const ask = (model, more = {}) => client.chat.completions.create({ model, messages: p.messages, ...more });
const Kiln = zodResponseFormat(z.object({ degrees: z.number(), sentence: z.string() }), 'kiln');

// gathered reads a stream to its end.
async function gathered(stream) {
  const chunks = [];
  for await (const chunk of stream) chunks.push(chunk);
  const text = chunks.map((c) => c.choices[0]?.delta.content ?? '').join('');
  return { chunks, text, finish: chunks.flatMap((c) => c.choices.map((x) => x.finish_reason)).filter(Boolean) };
}

test('plain: the answer, its report and its sources', async () => {
  const reply = await ask(p.honest);
  const { message, finish_reason } = reply.choices[0];
  assert.ok(message.content.startsWith(`${p.fact} [1]`), message.content);
  assert.equal(message.refusal, null);
  assert.equal(finish_reason, 'stop');
  assert.equal(reply.vouchsafe.verdict, 'grounded');
  assert.equal(reply.vouchsafe.choices[0].citations[0].chunk_id, 'kiln-4');
  const [{ type, url_citation: cited }] = message.annotations;
  assert.equal(type, 'url_citation');
  assert.equal(cited.url, 'https://pottery.example/kiln');
  assert.equal([...message.content].slice(cited.start_index, cited.end_index).join(''), '[1]');
});

test('plain: headers tell the trace and the verdict', async () => {
  const { response, request_id } = await ask(p.honest).withResponse();
  assert.equal(response.headers.get('x-vouchsafe-verdict'), 'grounded');
  assert.equal(response.headers.get('x-vouchsafe-attempts'), '1');
  assert.ok(response.headers.get('x-vouchsafe-trace-id'));
  assert.ok(request_id);
});

test('plain: a false number is repaired', async () => {
  const reply = await ask(p.correctable);
  assert.ok(reply.choices[0].message.content.startsWith(p.fact));
  assert.equal(reply.vouchsafe.verdict, 'repaired');
  assert.equal(reply.vouchsafe.attempts, 2);
  const [first, second] = reply.vouchsafe.usage_by_attempt;
  assert.equal(reply.usage.total_tokens, first.total_tokens + second.total_tokens);
});

test('plain: what cannot be proved is refused', async () => {
  const reply = await ask(p.lying);
  assert.equal(reply.choices[0].message.content, p.refusal);
  assert.equal(reply.choices[0].finish_reason, 'stop');
  assert.equal(reply.vouchsafe.verdict, 'refused');
});

test('plain: n choices are judged each for itself', async () => {
  const reply = await ask(p.honest, { n: 2 });
  assert.deepEqual(reply.choices.map((c) => c.index), [0, 1]);
  for (const c of reply.choices) assert.ok(c.message.content.startsWith(p.fact));
});

test('stream: one id, one finish, the report on the last choice chunk', async () => {
  const { chunks, text, finish } = await gathered(await ask(p.honest, { stream: true, stream_options: { include_usage: true } }));
  assert.ok(text.startsWith(`${p.fact} [1]`), text);
  assert.deepEqual(finish, ['stop']);
  assert.equal(new Set(chunks.map((c) => c.id)).size, 1);
  assert.equal(new Set(chunks.map((c) => c.created)).size, 1);
  assert.equal(chunks[0].choices[0].delta.role, 'assistant');
  assert.equal(chunks.find((c) => c.vouchsafe).vouchsafe.verdict, 'grounded');
  assert.deepEqual(chunks.at(-1).choices, []);
  assert.ok(chunks.at(-1).usage.total_tokens > 0);
});

test('stream: no usage chunk unless asked for', async () => {
  const { chunks } = await gathered(await ask(p.honest, { stream: true }));
  assert.ok(chunks.every((c) => c.choices.length === 1));
});

test('stream: nothing of a refused answer is seen', async () => {
  const { text, finish } = await gathered(await ask(p.lying, { stream: true }));
  assert.equal(text, p.refusal);
  assert.deepEqual(finish, ['stop']);
});

test('stream: a repaired answer streams as if it had been right', async () => {
  const { text, chunks } = await gathered(await ask(p.correctable, { stream: true }));
  assert.ok(text.startsWith(p.fact), text);
  assert.equal(chunks.find((c) => c.vouchsafe).vouchsafe.verdict, 'repaired');
});

test('.stream(): the helper assembles the same answer', async () => {
  const runner = client.chat.completions.stream({ model: p.honest, messages: p.messages });
  let seen = '';
  runner.on('content', (delta) => (seen += delta));
  const final = await runner.finalChatCompletion();
  assert.ok(final.choices[0].message.content.startsWith(`${p.fact} [1]`));
  assert.equal(seen, final.choices[0].message.content);
});

test('parse: the answer has the shape of the client\'s own schema', async () => {
  const reply = await client.chat.completions.parse({ model: p.honest, messages: p.messages, response_format: Kiln });
  assert.deepEqual(reply.choices[0].message.parsed, { degrees: 1240, sentence: p.fact });
});

test('parse: a refusal does not throw', async () => {
  const reply = await client.chat.completions.parse({ model: p.lying, messages: p.messages, response_format: Kiln });
  const { parsed, refusal, content } = reply.choices[0].message;
  assert.equal(parsed, null);
  assert.equal(refusal, p.refusal);
  assert.equal(content, null);
  assert.equal(reply.choices[0].finish_reason, 'stop');
});

test('parse: streamed too', async () => {
  const runner = client.chat.completions.stream({ model: p.honest, messages: p.messages, response_format: Kiln });
  const final = await runner.finalChatCompletion();
  assert.deepEqual(final.choices[0].message.parsed, { degrees: 1240, sentence: p.fact });
});

const search = {
  type: 'function',
  function: { name: 'search', parameters: { type: 'object', properties: { query: { type: 'string' } }, required: ['query'] } },
};

test('tools: a call passes, and its result is evidence', async () => {
  const question = { role: 'user', content: p.question };
  const first = await client.chat.completions.create({ model: p.calling, messages: [question], tools: [search] });
  const [call] = first.choices[0].message.tool_calls;
  assert.equal(first.choices[0].finish_reason, 'tool_calls');
  assert.deepEqual([call.function.name, call.function.arguments], ['search', '{"query":"everything"}']);
  const second = await client.chat.completions.create({
    model: p.calling,
    tools: [search],
    messages: [question, first.choices[0].message, { role: 'tool', tool_call_id: call.id, content: p.sources }],
  });
  assert.ok(second.choices[0].message.content.startsWith(p.fact), second.choices[0].message.content);
  assert.equal(second.vouchsafe.verdict, 'grounded');
});

test('tools: streamed calls are whole', async () => {
  const runner = client.chat.completions.stream({ model: p.calling, messages: [{ role: 'user', content: p.question }], tools: [search] });
  const [call] = (await runner.finalChatCompletion()).choices[0].message.tool_calls;
  assert.equal(call.function.arguments, '{"query":"everything"}');
});

test('tools: runTools comes to a verified answer', async () => {
  const runner = client.chat.completions.runTools({
    model: p.calling,
    messages: [{ role: 'user', content: p.question }],
    tools: [{ type: 'function', function: { ...search.function, function: () => p.sources, parse: JSON.parse } }],
  });
  assert.ok((await runner.finalContent()).startsWith(p.fact));
});

test('multi-turn: each turn is answered from its own evidence', async () => {
  const first = await ask(p.honest);
  const reply = await client.chat.completions.create({
    model: p.honest,
    messages: [...p.messages, first.choices[0].message, { role: 'user', content: p.nextQuestion }],
  });
  assert.ok(reply.choices[0].message.content.startsWith(p.nextFact), reply.choices[0].message.content);
});

test('a conversation without sources passes untouched', async () => {
  const reply = await client.chat.completions.create({ model: p.honest, messages: [{ role: 'user', content: 'Good morning!' }] });
  assert.equal(reply.vouchsafe, undefined);
  assert.equal(reply.choices[0].finish_reason, 'stop');
});

test('chunks beside the messages are evidence, and stay behind', async () => {
  const reply = await client.chat.completions.create({
    model: p.honest,
    messages: [{ role: 'user', content: p.question }],
    vouchsafe: { chunks: [{ chunk_id: 'k', text: p.fact, url: 'https://pottery.example/beside' }] },
  });
  assert.equal(reply.vouchsafe.choices[0].citations[0].chunk_id, 'k');
  assert.equal(reply.choices[0].message.annotations[0].url_citation.url, 'https://pottery.example/beside');
  const [seen] = await rig.requests();
  assert.equal(JSON.parse(seen.body).vouchsafe, undefined);
});

test('unknown request fields reach the upstream', async () => {
  await ask(p.honest, { field_of_tomorrow: { deep: [1, 2.5e-7] }, seed: 7 });
  const [seen] = await rig.requests();
  assert.ok(seen.body.includes('"field_of_tomorrow":{"deep":[1,2.5e-7]}'), seen.body);
  assert.equal(seen.headers.Authorization[0], 'Bearer sk-client');
});

test('errors: the upstream\'s own reach the client as they are', async () => {
  const limit = await ask('fault:429').catch((err) => err);
  assert.equal(limit.status, 429);
  assert.equal(limit.code, 'rate_limit_exceeded');
  assert.equal(limit.headers.get('retry-after'), '1');
  assert.equal(limit.headers.get('x-ratelimit-remaining-requests'), '0');
  const long = await ask('fault:400').catch((err) => err);
  assert.deepEqual([long.status, long.code], [400, 'context_length_exceeded']);
  const streamed = await ask('fault:503', { stream: true }).catch((err) => err);
  assert.equal(streamed.status, 503);
});

test('errors: a first attempt is sent to the upstream once', async () => {
  await ask('fault:500').catch(() => {});
  assert.equal((await rig.requests()).length, 1);
});

test('errors: an upstream that breaks gives 502 in OpenAI\'s form', async () => {
  for (const fault of ['vanish', 'cut', 'error-inside']) {
    const err = await ask(`fault:${fault}`).catch((e) => e);
    assert.ok(err.status === 502 || err.status === 503, `${fault}: ${err}`);
    assert.deepEqual(Object.keys(err.error).sort(), ['code', 'message', 'param', 'type'], fault);
  }
});

test('errors: a stream that breaks never ends cleanly', async () => {
  for (const fault of ['cut', 'reset', 'error-inside']) {
    await assert.rejects(async () => gathered(await ask(`fault:${fault}`, { stream: true })), undefined, fault);
  }
});

test('errors: the gateway\'s own have all four keys', async () => {
  const err = await ask(p.honest, { messages: 'none' }).catch((e) => e);
  assert.equal(err.status, 400);
  assert.deepEqual(Object.keys(err.error).sort(), ['code', 'message', 'param', 'type']);
});

test('a model without json_schema is asked otherwise', async () => {
  const reply = await ask('fault:rejects-formats');
  assert.ok(reply.choices[0].message.content.startsWith(p.fact), reply.choices[0].message.content);
});

test('a compressed reply is read', async () => {
  assert.ok((await ask('fault:gzip')).choices[0].message.content.startsWith(p.fact));
});

test('errors: an upstream that says nothing gives 504', async () => {
  const hasty = new OpenAI({ baseURL: `${rig.url}/hasty/v1`, apiKey: 'sk-client', maxRetries: 0 });
  for (const model of ['fault:silent', 'fault:hang']) {
    const err = await hasty.chat.completions.create({ model, messages: p.messages }).catch((e) => e);
    assert.equal(err.status, 504, `${model}: ${err}`);
  }
});

test('errors: a reply without measure is cut off', async () => {
  const err = await ask('fault:huge').catch((e) => e);
  assert.equal(err.status, 502, String(err));
});

for (const [phase, model] of [['before the first byte', 'fault:silent'], ['between events', 'fault:hang']]) {
  for (const stream of [false, true]) {
    test(`abort ${phase} ends the upstream call (stream: ${stream})`, async () => {
      const aborter = new AbortController();
      const call = (async () => {
        const reply = await client.chat.completions.create({ model, messages: p.messages, stream }, { signal: aborter.signal });
        if (stream) await gathered(reply);
      })();
      const failed = assert.rejects(call);
      await until('the upstream is asked', async () => (await rig.requests()).length > 0);
      aborter.abort();
      await failed.catch(() => {}); // an aborted stream may also just end
      await until('the upstream call ends', async () => (await rig.requests()).every((r) => r.gone));
    });
  }
}

test('Azure: deployment path, api-version and api-key', async () => {
  const azure = new AzureOpenAI({ endpoint: rig.url, deployment: 'kilns', apiKey: 'azure-key', apiVersion: '2024-10-21', maxRetries: 0 });
  const reply = await azure.chat.completions.create({ model: p.honest, messages: p.messages });
  assert.ok(reply.choices[0].message.content.startsWith(p.fact));
  const [seen] = await rig.requests();
  assert.equal(seen.query, 'api-version=2024-10-21');
  assert.equal(seen.headers['Api-Key'][0], 'azure-key');
});

test('an app with a path of its own has its own policy', async () => {
  const strict = new OpenAI({ baseURL: `${rig.url}/strict/v1`, apiKey: 'sk-client', maxRetries: 0 });
  const reply = await strict.chat.completions.create({ model: p.honest, messages: p.messages });
  assert.equal(reply.vouchsafe.app, 'strict');
  assert.ok(reply.choices[0].message.content.startsWith(p.fact));
  const { text } = await gathered(await strict.chat.completions.create({ model: p.lying, messages: p.messages, stream: true }));
  assert.equal(text, p.refusal);
});

test('models and embeddings pass', async () => {
  assert.ok((await client.models.list()).data.length > 0);
  const { data } = await client.embeddings.create({ model: 'e', input: ['a', 'b'], encoding_format: 'float' });
  assert.equal(data.length, 2);
});

test('what cannot be enforced is closed, and says so', async () => {
  const err = await client.completions.create({ model: p.honest, prompt: p.question }).catch((e) => e);
  assert.equal(err.status, 403);
  assert.equal(err.code, 'not_enforceable');
  const stored = await client.responses.retrieve('resp_1').catch((e) => e);
  assert.deepEqual([stored.status, stored.code], [403, 'not_enforceable']);
});
