// LangChain.js: ChatOpenAI.
import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { AIMessage, HumanMessage, SystemMessage, ToolMessage } from '@langchain/core/messages';
import { tool } from '@langchain/core/tools';
import { ChatOpenAI } from '@langchain/openai';
import { z } from 'zod';
import { start, until } from './support/rig.js';
import * as p from './support/prompts.js';

let rig;
before(async () => {
  rig = await start();
});
after(() => rig.stop());
beforeEach(() => rig.forget());

const chat = (model, more = {}) =>
  new ChatOpenAI({ model, apiKey: 'sk-client', maxRetries: 0, configuration: { baseURL: rig.base }, ...more });
const prompt = [new SystemMessage(p.sources), new HumanMessage(p.question)];
const Kiln = z.object({ degrees: z.number(), sentence: z.string() });

async function gathered(stream) {
  let whole;
  for await (const chunk of stream) whole = whole ? whole.concat(chunk) : chunk;
  return whole;
}

test('plain', async () => {
  const reply = await chat(p.honest).invoke(prompt);
  assert.ok(reply.content.startsWith(`${p.fact} [1]`), reply.content);
  assert.equal(reply.response_metadata.finish_reason, 'stop');
  assert.ok(reply.usage_metadata.total_tokens > 0);
});

test('plain: the report is in the raw response', async () => {
  const reply = await chat(p.honest, { __includeRawResponse: true }).invoke(prompt);
  assert.equal(reply.additional_kwargs.__raw_response.vouchsafe.verdict, 'grounded');
});

test('plain: a refusal is text', async () => {
  const reply = await chat(p.lying).invoke(prompt);
  assert.equal(reply.content, p.refusal);
  assert.equal(reply.response_metadata.finish_reason, 'stop');
});

test('stream: the report is in the last raw chunk', async () => {
  const reports = [];
  for await (const chunk of await chat(p.honest, { __includeRawResponse: true }).stream(prompt)) {
    const report = chunk.additional_kwargs.__raw_response?.vouchsafe;
    if (report) reports.push(report);
  }
  assert.deepEqual(reports.map((r) => [r.verdict, r.proof, typeof r.trace_id]), [['grounded', 'own-words', 'string']]);
});

test('stream', async () => {
  const whole = await gathered(await chat(p.honest).stream(prompt));
  assert.ok(whole.content.startsWith(`${p.fact} [1]`), whole.content);
  assert.ok(whole.usage_metadata.total_tokens > 0);
});

test('stream: a refusal is text', async () => {
  const whole = await gathered(await chat(p.lying).stream(prompt));
  assert.equal(whole.content, p.refusal);
  assert.equal(whole.response_metadata.finish_reason, 'stop');
});

test('stream: one that breaks is an error', async () => {
  await assert.rejects(async () => gathered(await chat('fault:cut').stream(prompt)));
});

test('structured output by schema', async () => {
  const structured = chat(p.honest).withStructuredOutput(Kiln, { name: 'kiln', method: 'jsonSchema' });
  assert.deepEqual(await structured.invoke(prompt), { degrees: 1240, sentence: p.fact });
});

test('structured output: a refusal with includeRaw does not throw', async () => {
  const structured = chat(p.lying).withStructuredOutput(Kiln, { name: 'kiln', method: 'jsonSchema', includeRaw: true });
  const { parsed, raw } = await structured.invoke(prompt);
  assert.equal(parsed, null);
  assert.equal(raw.additional_kwargs.refusal ?? p.refusal, p.refusal);
});

test('tools: a call passes, and its result is evidence', async () => {
  const search = tool(async () => p.sources, { name: 'search', schema: z.object({ query: z.string() }) });
  const model = chat(p.calling).bindTools([search]);
  const first = await model.invoke([new HumanMessage(p.question)]);
  assert.deepEqual(first.tool_calls.map((c) => [c.name, c.args]), [['search', { query: 'everything' }]]);
  const result = new ToolMessage({ tool_call_id: first.tool_calls[0].id, name: 'search', content: p.sources });
  const second = await model.invoke([new HumanMessage(p.question), first, result]);
  assert.ok(second.content.startsWith(p.fact), second.content);
});

test('multi-turn', async () => {
  const reply = await chat(p.honest).invoke([...prompt, new AIMessage(`${p.fact} [1]`), new HumanMessage(p.nextQuestion)]);
  assert.ok(reply.content.startsWith(p.nextFact), reply.content);
});

test('a system message in parts is read', async () => {
  const parts = new SystemMessage({ content: [{ type: 'text', text: p.sources }] });
  const reply = await chat(p.honest).invoke([parts, new HumanMessage(p.question)]);
  assert.ok(reply.content.startsWith(p.fact), reply.content);
});

test('an upstream\'s error keeps its status', async () => {
  const err = await chat('fault:429').invoke(prompt).catch((e) => e);
  assert.equal(err.status, 429);
});

test('the gateway\'s own errors are not tried again', async () => {
  const statuses = [];
  const counting = async (...args) => {
    const response = await fetch(...args);
    statuses.push(response.status);
    return response;
  };
  const patient = chat(p.honest, {
    maxRetries: 6, modelKwargs: { modalities: ['text', 'audio'], audio: { voice: 'alloy', format: 'wav' } }, configuration: { baseURL: rig.base, fetch: counting },
  });
  await assert.rejects(patient.invoke(prompt));
  assert.deepEqual(statuses, [400]);
});

test('abort ends the upstream call', async () => {
  const aborter = new AbortController();
  const failed = assert.rejects(chat('fault:silent').invoke(prompt, { signal: aborter.signal }));
  await until('the upstream is asked', async () => (await rig.requests()).length > 0);
  aborter.abort();
  await failed;
  await until('the upstream call ends', async () => (await rig.requests()).every((r) => r.gone));
});
