// Agents: loops of calls and results that a client runs by itself have to end
// through the gateway in as many steps as they do without it.
import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { createOpenAI } from '@ai-sdk/openai';
import { tool as langchainTool } from '@langchain/core/tools';
import { ChatOpenAI } from '@langchain/openai';
import { generateText, stepCountIs, streamText, tool } from 'ai';
import { createAgent } from 'langchain';
import OpenAI from 'openai';
import { z } from 'zod';
import { start } from './support/rig.js';
import * as p from './support/prompts.js';

let rig;
before(async () => {
  rig = await start();
});
after(() => rig.stop());
beforeEach(() => rig.forget());

// The three ways in which tools bring what they found: the last two show no
// ids, so that the gateway has to say which passage is which.
const results = {
  'tagged passages': p.sources,
  'plain passages': `${p.fact}\n\n${p.nextFact}`,
  'records of JSON': JSON.stringify([{ text: p.fact, score: 0.9 }, { text: p.nextFact, score: 0.4 }]),
};
const schema = z.object({ query: z.string() });

for (const [name, found] of Object.entries(results)) {
  test(`openai runTools: ${name}`, async () => {
    const client = new OpenAI({ baseURL: rig.base, apiKey: 'sk-client', maxRetries: 0 });
    const runner = client.chat.completions.runTools({
      model: p.calling,
      messages: [{ role: 'user', content: p.question }],
      tools: [{ type: 'function', function: {
        name: 'search', function: () => found, parse: JSON.parse,
        parameters: { type: 'object', properties: { query: { type: 'string' } }, required: ['query'] },
      } }],
    });
    assert.ok((await runner.finalContent()).startsWith(p.fact));
    assert.equal((await rig.requests()).length, 2);
  });

  test(`openai runTools, streamed: ${name}`, async () => {
    const client = new OpenAI({ baseURL: rig.base, apiKey: 'sk-client', maxRetries: 0 });
    const runner = client.chat.completions.runTools({
      model: p.calling, stream: true,
      messages: [{ role: 'user', content: p.question }],
      tools: [{ type: 'function', function: { name: 'search', function: () => found, parse: JSON.parse, parameters: { type: 'object', properties: { query: { type: 'string' } } } } }],
    });
    assert.ok((await runner.finalContent()).startsWith(p.fact));
    assert.equal((await rig.requests()).length, 2);
  });

  test(`AI SDK, many steps: ${name}`, async () => {
    const search = tool({ inputSchema: schema, execute: async () => found });
    const model = createOpenAI({ baseURL: rig.base, apiKey: 'sk-client' }).chat(p.calling);
    const { text, steps } = await generateText({ model, prompt: p.question, tools: { search }, stopWhen: stepCountIs(8), maxRetries: 0 });
    assert.ok(text.startsWith(p.fact), text);
    assert.equal(steps.length, 2);
  });

  test(`AI SDK, many steps, streamed: ${name}`, async () => {
    const search = tool({ inputSchema: schema, execute: async () => found });
    const model = createOpenAI({ baseURL: rig.base, apiKey: 'sk-client' }).chat(p.calling);
    const result = streamText({ model, prompt: p.question, tools: { search }, stopWhen: stepCountIs(8), maxRetries: 0 });
    assert.ok((await result.text).startsWith(p.fact));
    assert.equal((await result.steps).length, 2);
  });

  test(`LangChain createAgent: ${name}`, async () => {
    const search = langchainTool(async () => found, { name: 'search', schema });
    const model = new ChatOpenAI({ model: p.calling, apiKey: 'sk-client', maxRetries: 0, configuration: { baseURL: rig.base } });
    const agent = createAgent({ model, tools: [search], systemPrompt: 'Use the tool.' });
    const { messages } = await agent.invoke({ messages: [{ role: 'user', content: p.question }] }, { recursionLimit: 12 });
    const last = messages.findLast((m) => m.getType() === 'ai'); // the upstream's ids are all one, and the list goes by them
    assert.ok(last.content.startsWith(p.fact), last.content);
    assert.equal((await rig.requests()).length, 2);
  });
}

test('an agent whose model makes things up ends in a refusal', async () => {
  const search = tool({ inputSchema: schema, execute: async () => p.sources });
  const model = createOpenAI({ baseURL: rig.base, apiKey: 'sk-client' }).chat('extractive:call-tool+invent-all');
  const { text, finishReason } = await generateText({ model, prompt: p.question, tools: { search }, stopWhen: stepCountIs(8), maxRetries: 0 });
  assert.deepEqual([text, finishReason], [p.refusal, 'stop']); // where tools are offered
});

// Answers that come as the arguments of a tool.
const Kiln = z.object({ degrees: z.number(), sentence: z.string() });
const finalAnswer = { type: 'function', function: { name: 'final_answer', parameters: z.toJSONSchema(Kiln) } };
const toolCall = (model, path) => {
  const client = new OpenAI({ baseURL: `${rig.url}${path}/v1`, apiKey: 'sk-client', maxRetries: 0 });
  return client.chat.completions.create({
    model, messages: p.messages, tools: [finalAnswer], tool_choice: { type: 'function', function: { name: 'final_answer' } },
  });
};

test('an answer in a tool that the policy names is verified', async () => {
  const { choices: [{ message, finish_reason }], vouchsafe } = await toolCall('extractive:answer-tool', '/agents');
  assert.deepEqual(JSON.parse(message.tool_calls[0].function.arguments), { degrees: 1240, sentence: p.fact });
  assert.equal(finish_reason, 'tool_calls');
  assert.equal(vouchsafe.verdict, 'grounded');
});

test('a false one is withheld, and the refusal is text', async () => {
  const { choices: [{ message, finish_reason }] } = await toolCall('extractive:answer-tool+invent-all', '/agents');
  assert.equal(message.tool_calls, undefined);
  assert.deepEqual([message.content, finish_reason], [p.refusal, 'stop']);
});

test('a forced tool is the answer where the policy names none', async () => {
  const { vouchsafe } = await toolCall('extractive:answer-tool', '');
  assert.equal(vouchsafe.verdict, 'grounded');
  const { choices: [{ message }] } = await toolCall('extractive:answer-tool+invent-all', '');
  assert.deepEqual([message.tool_calls, message.content], [undefined, p.refusal]);
});

// A tool that acts, and ends nothing.
const order = { type: 'function', function: { name: 'order_clay', description: 'Order clay for the store.', parameters: { type: 'object', properties: { kilograms: { type: 'number' } } } } };

test('a call of a tool that acts passes, and the trace says so', async () => {
  await rig.traces(0);
  const client = new OpenAI({ baseURL: `${rig.url}/v1`, apiKey: 'sk-client', maxRetries: 0 });
  const { choices: [{ message }] } = await client.chat.completions.create({
    model: 'extractive:answer-tool+invent-all', messages: p.messages, tools: [order],
  });
  assert.equal(message.tool_calls[0].function.name, 'order_clay');
  let trace;
  do [trace] = await rig.traces(1); while (trace.reason !== 'tool-call' || trace.app !== 'default' || !trace.metadata);
  assert.deepEqual(trace.metadata.tools_passed, ['order_clay']);
});

test('an answer by a tool of that name is verified though nobody forces it', async () => {
  const client = new OpenAI({ baseURL: `${rig.url}/v1`, apiKey: 'sk-client', maxRetries: 0 });
  const { choices: [{ message }] } = await client.chat.completions.create({ model: 'extractive:answer-tool+invent-all', messages: p.messages, tools: [finalAnswer] });
  assert.deepEqual([message.tool_calls, message.content], [undefined, p.refusal]);
});

test('LangChain withStructuredOutput by function calling', async () => {
  const model = (name) => new ChatOpenAI({ model: name, apiKey: 'sk-client', maxRetries: 0, configuration: { baseURL: `${rig.url}/agents/v1` } });
  const prompt = p.messages.map((m) => [m.role, m.content]);
  const structured = model('extractive:answer-tool').withStructuredOutput(Kiln, { name: 'final_answer', method: 'functionCalling' });
  assert.deepEqual(await structured.invoke(prompt), { degrees: 1240, sentence: p.fact });
  const lying = model('extractive:answer-tool+invent-all').withStructuredOutput(Kiln, { name: 'final_answer', method: 'functionCalling', includeRaw: true });
  const { raw, parsed } = await lying.invoke(prompt);
  assert.equal(raw.content, p.refusal);
  assert.ok(!parsed);
});

// An upstream that is not there.
test('a fallback serves what a dead upstream cannot, with its own key', async () => {
  const client = new OpenAI({ baseURL: `${rig.url}/rescued/v1`, apiKey: 'sk-client', maxRetries: 0 });
  for (const model of ['extractive', 'house', 'backup/house']) {
    const reply = await client.chat.completions.create({ model, messages: p.messages });
    assert.ok(reply.choices[0].message.content.startsWith(p.fact), model);
  }
  for (const seen of await rig.requests()) {
    assert.deepEqual(seen.headers.Authorization, ['Bearer sk-backup']);
    assert.equal(JSON.parse(seen.body).model, 'extractive');
  }
});
