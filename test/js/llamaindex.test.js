// LlamaIndex.TS: its OpenAI class, over an openai-node of its own.
import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { OpenAI } from '@llamaindex/openai';
import { start } from './support/rig.js';
import * as p from './support/prompts.js';

let rig;
before(async () => {
  rig = await start();
});
after(() => rig.stop());
beforeEach(() => rig.forget());

const llm = (model) => new OpenAI({ model, apiKey: 'sk-client', baseURL: rig.base, maxRetries: 0 });

async function streamed(model) {
  let text = '';
  for await (const chunk of await llm(model).chat({ messages: p.messages, stream: true })) text += chunk.delta;
  return text;
}

test('plain', async () => {
  const { message, raw } = await llm(p.honest).chat({ messages: p.messages });
  assert.ok(message.content.startsWith(`${p.fact} [1]`), message.content);
  assert.equal(raw.vouchsafe.verdict, 'grounded');
});

test('plain: a refusal is text', async () => {
  const { message, raw } = await llm(p.lying).chat({ messages: p.messages });
  assert.equal(message.content, p.refusal);
  assert.equal(raw.choices[0].finish_reason, 'stop');
});

test('stream', async () => {
  assert.ok((await streamed(p.honest)).startsWith(`${p.fact} [1]`));
});

test('stream: the report is in the last raw chunk', async () => {
  const reports = [];
  for await (const chunk of await llm(p.honest).chat({ messages: p.messages, stream: true })) {
    if (chunk.raw?.vouchsafe) reports.push(chunk.raw.vouchsafe);
  }
  assert.deepEqual(reports.map((r) => [r.verdict, r.proof, typeof r.trace_id]), [['grounded', 'own-words', 'string']]);
});

test('stream: a refusal is text', async () => {
  assert.equal(await streamed(p.lying), p.refusal);
});

test('stream: one that breaks is an error', async () => {
  await assert.rejects(streamed('fault:cut'));
});

test('the question may stand before the sources', async () => {
  const messages = [p.messages[1], p.messages[0]];
  const { message } = await llm(p.honest).chat({ messages });
  assert.ok(message.content.startsWith(p.fact), message.content);
});

test('tools: a call passes', async () => {
  const search = {
    metadata: { name: 'search', description: 'search', parameters: { type: 'object', properties: { query: { type: 'string' } } } },
    call: async () => p.sources,
  };
  const { message } = await llm(p.calling).chat({ messages: [{ role: 'user', content: p.question }], tools: [search] });
  assert.equal(message.options.toolCall[0].name, 'search');
});

test('an upstream\'s error keeps its status', async () => {
  const err = await llm('fault:429').chat({ messages: p.messages }).catch((e) => e);
  assert.equal(err.status, 429);
});
