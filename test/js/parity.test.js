// What passes, passes unchanged: each call is made twice, to the upstream and
// through the gateway, and a client has to see the same.
import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { createOpenAI } from '@ai-sdk/openai';
import Anthropic from '@anthropic-ai/sdk';
import { ChatOpenAI } from '@langchain/openai';
import { OpenAI as LlamaIndex } from '@llamaindex/openai';
import { generateText, streamText } from 'ai';
import OpenAI from 'openai';
import { zodResponseFormat, zodTextFormat } from 'openai/helpers/zod';
import { z } from 'zod';
import { start } from './support/rig.js';
import * as p from './support/prompts.js';

let rig;
before(async () => {
  rig = await start();
});
after(() => rig.stop());
beforeEach(() => rig.forget());

const Kiln = z.object({ degrees: z.number(), sentence: z.string() });
const search = { type: 'function', function: { name: 'search', parameters: { type: 'object', properties: { query: { type: 'string' } } } } };
const picture = { type: 'image_url', image_url: { url: 'data:image/png;base64,iVBORw0KGgo=' } };
const hello = [{ role: 'user', content: 'Good morning!' }];

async function all(stream) {
  const parts = [];
  for await (const part of stream) parts.push(part);
  return parts;
}

// outcome is what came of a call: its value, or what its error tells.
async function outcome(call) {
  try {
    return { value: JSON.parse(JSON.stringify(await call())) };
  } catch (err) {
    return { error: err.constructor.name, status: err.status ?? err.statusCode, code: err.code, body: err.error ?? err.responseBody, message: err.message };
  }
}

const openai = (baseURL, more = {}) => new OpenAI({ baseURL, apiKey: 'sk-client', maxRetries: 0, ...more });
const calls = {
  'openai: plain': (base) => openai(base).chat.completions.create({ model: p.honest, messages: p.messages }),
  'openai: plain, made up': (base) => openai(base).chat.completions.create({ model: p.lying, messages: p.messages }),
  'openai: n, logprobs, stop and all': (base) =>
    openai(base).chat.completions.create({ model: p.honest, messages: p.messages, n: 2, logprobs: true, top_logprobs: 2, stop: ['x'], seed: 1, store: true, metadata: { a: 'b' } }),
  'openai: stream': async (base) => all(await openai(base).chat.completions.create({ model: p.honest, messages: p.messages, stream: true, stream_options: { include_usage: true } })),
  'openai: reasoning, streamed': async (base) => all(await openai(base).chat.completions.create({ model: 'extractive:reason', messages: p.messages, stream: true })),
  'openai: parse': (base) => openai(base).chat.completions.parse({ model: p.honest, messages: p.messages, response_format: zodResponseFormat(Kiln, 'kiln') }),
  'openai: tools': (base) => openai(base).chat.completions.create({ model: p.calling, messages: hello, tools: [search] }),
  'openai: tools, streamed': async (base) => all(await openai(base).chat.completions.create({ model: p.calling, messages: hello, tools: [search], stream: true })),
  'openai: a picture': (base) => openai(base).chat.completions.create({ model: p.honest, messages: [{ role: 'user', content: [{ type: 'text', text: 'What is this?' }, picture] }] }),
  'openai: no sources': (base) => openai(base).chat.completions.create({ model: p.honest, messages: hello }),
  'openai: embeddings': (base) => openai(base).embeddings.create({ model: 'e', input: 'a' }),
  'openai: models': async (base) => (await openai(base).models.list()).data,
  'openai: 400': (base) => openai(base).chat.completions.create({ model: 'fault:400', messages: p.messages }),
  'openai: 429': (base) => openai(base).chat.completions.create({ model: 'fault:429', messages: p.messages }),
  'openai: 500': (base) => openai(base).chat.completions.create({ model: 'fault:500', messages: p.messages }),
  'openai: a page of HTML': (base) => openai(base).chat.completions.create({ model: 'fault:html', messages: p.messages }),
  'openai responses: plain': (base) => openai(base).responses.create({ model: p.lying, instructions: p.sources, input: p.question, store: true, metadata: { a: 'b' } }),
  'openai responses: stream': async (base) => all(await openai(base).responses.create({ model: p.honest, instructions: p.sources, input: p.question, stream: true })),
  'openai responses: parse': (base) =>
    openai(base).responses.parse({ model: p.honest, instructions: p.sources, input: p.question, text: { format: zodTextFormat(Kiln, 'kiln') } }),
  'openai responses: reasoning, streamed': async (base) => all(await openai(base).responses.create({ model: 'extractive:reason', instructions: p.sources, input: p.question, stream: true })),
  'openai responses: goes on': (base) => openai(base).responses.create({ model: p.honest, instructions: p.sources, input: p.question, previous_response_id: 'resp_unseen' }),
  'openai responses: no sources': (base) => openai(base).responses.create({ model: p.honest, input: [{ role: 'user', content: [{ type: 'input_text', text: 'Good morning!' }, { type: 'input_image', image_url: picture.image_url.url, detail: 'auto' }] }] }),
  'openai responses: no sources, streamed': async (base) => all(await openai(base).responses.create({ model: p.honest, input: 'Good morning!', stream: true })),
  'openai responses: tools': async (base) => all(await openai(base).responses.create({ model: p.calling, input: 'Good morning!', tools: [{ ...search.function, type: 'function', strict: false }], stream: true })),
  'openai responses: 429': (base) => openai(base).responses.create({ model: 'fault:429', instructions: p.sources, input: p.question }),
  'AI SDK responses: plain': async (base) => {
    const { text, finishReason, usage } = await generateText({ model: createOpenAI({ baseURL: base, apiKey: 'k' })(p.honest), prompt: 'Good morning!', maxRetries: 0 });
    return { text, finishReason, usage };
  },
  'AI SDK: plain': async (base) => {
    const { text, finishReason, usage } = await generateText({ model: createOpenAI({ baseURL: base, apiKey: 'k' }).chat(p.honest), prompt: 'Good morning!', maxRetries: 0 });
    return { text, finishReason, usage };
  },
  'AI SDK: stream': async (base) =>
    (await all(streamText({ model: createOpenAI({ baseURL: base, apiKey: 'k' }).chat(p.honest), prompt: 'Good morning!', maxRetries: 0 }).textStream)).join('|'),
  'AI SDK: 503': (base) => generateText({ model: createOpenAI({ baseURL: base, apiKey: 'k' }).chat('fault:503'), prompt: 'Good morning!', maxRetries: 0 }),
  'LangChain: plain': async (base) => (await new ChatOpenAI({ model: p.honest, apiKey: 'k', maxRetries: 0, configuration: { baseURL: base } }).invoke('Good morning!')).toDict(),
  'LangChain: 400': (base) => new ChatOpenAI({ model: 'fault:400', apiKey: 'k', maxRetries: 0, configuration: { baseURL: base } }).invoke('Good morning!'),
  'LlamaIndex: plain': (base) => new LlamaIndex({ model: p.honest, apiKey: 'k', baseURL: base, maxRetries: 0 }).chat({ messages: hello }),
  'LlamaIndex: stream': async (base) => all(await new LlamaIndex({ model: p.honest, apiKey: 'k', baseURL: base, maxRetries: 0 }).chat({ messages: hello, stream: true })),
  'Anthropic: plain': (base) => anthropic(base).messages.create({ model: 'c', max_tokens: 50, messages: hello }),
  'Anthropic: stream': async (base) => all(await anthropic(base).messages.create({ model: 'c', max_tokens: 50, messages: hello, stream: true })),
  'Anthropic: .stream()': (base) => anthropic(base).messages.stream({ model: 'c', max_tokens: 50, messages: hello }).finalMessage(),
};
const anthropic = (base) => new Anthropic({ baseURL: base.replace(/\/v1$/, ''), apiKey: 'sk-ant', maxRetries: 0 });

// settled leaves out what no two calls have in common.
const settled = (value) => JSON.parse(JSON.stringify(value, (key, v) => (['_request_id', 'timestamp'].includes(key) ? undefined : v)));

for (const [name, call] of Object.entries(calls)) {
  test(`an observed app: ${name}`, async () => {
    const direct = await outcome(() => call(rig.direct));
    const through = await outcome(() => call(`${rig.url}/watched/v1`));
    assert.deepEqual(settled(through), settled(direct));
  });
}

// What an enforcing app passes as well.
for (const name of ['openai: tools', 'openai: tools, streamed', 'openai: a picture', 'openai: no sources', 'openai: embeddings', 'openai: models', 'openai responses: no sources', 'openai responses: no sources, streamed', 'openai responses: tools', 'openai responses: 429', 'AI SDK responses: plain', 'openai: 400', 'openai: 429', 'openai: 500',
  'AI SDK: plain', 'AI SDK: stream', 'AI SDK: 503', 'LangChain: plain', 'LangChain: 400', 'LlamaIndex: plain', 'LlamaIndex: stream']) {
  test(`an enforcing app: ${name}`, async () => {
    const direct = await outcome(() => calls[name](rig.direct));
    const through = await outcome(() => calls[name](rig.base));
    assert.deepEqual(settled(through), settled(direct));
  });
}

test('what an upstream is sent is the same, byte for byte', async () => {
  for (const base of [rig.direct, `${rig.url}/watched/v1`]) {
    await calls['openai: n, logprobs, stop and all'](base);
    await calls['Anthropic: plain'](base);
  }
  const seen = await rig.requests();
  assert.equal(seen.length, 4);
  assert.deepEqual([seen[2].body, seen[3].body], [seen[0].body, seen[1].body]);
  const credential = ({ headers }) => headers['X-Api-Key'] ?? headers.Authorization;
  assert.ok(credential(seen[1])[0].includes('sk-ant'));
  assert.deepEqual(credential(seen[3]), credential(seen[1]));
});

test('messages of Anthropic are verified for an enforcing app', async () => {
  const document = { type: 'document', title: 'Kiln', source: { type: 'text', media_type: 'text/plain', data: p.fact }, citations: { enabled: true } };
  const ask = (model) => ({ model, max_tokens: 300, messages: [{ role: 'user', content: [document, { type: 'text', text: p.question }] }] });
  const { content: [text] } = await anthropic(rig.base).messages.create(ask(p.honest));
  assert.equal(text.text, p.fact);
  assert.equal(text.citations[0].cited_text, p.fact);
  const streamed = await anthropic(rig.base).messages.stream(ask(p.honest)).finalMessage();
  assert.deepEqual(streamed.content[0].citations, text.citations);
  const lying = await anthropic(rig.base).messages.create(ask(p.lying));
  assert.equal(lying.content[0].text, p.refusal);
});

test('clients try again as often as without a gateway', async () => {
  for (const [model, more] of [['fault:500', {}], ['fault:503', {}], ['fault:400', {}], ['fault:429', {}]]) {
    const counts = [];
    for (const base of [rig.direct, `${rig.url}/watched/v1`, rig.base]) {
      await rig.forget();
      await openai(base, { maxRetries: 1, ...more }).chat.completions.create({ model, messages: p.messages }).catch(() => {});
      counts.push((await rig.requests()).length);
    }
    assert.deepEqual(counts, [counts[0], counts[0], counts[0]], model);
  }
});

test('a client\'s own timeout is an error, and ends the upstream call', async () => {
  for (const base of [rig.direct, rig.base, `${rig.url}/watched/v1`]) {
    await rig.forget();
    const err = await openai(base, { timeout: 300 }).chat.completions.create({ model: 'fault:silent', messages: p.messages }).catch((e) => e);
    assert.equal(err.constructor.name, 'APIConnectionTimeoutError');
    for (let tries = 0; !(await rig.requests()).every((r) => r.gone); tries++) {
      assert.ok(tries < 2400, 'the upstream call goes on');
      await new Promise((done) => setTimeout(done, 25));
    }
  }
});
