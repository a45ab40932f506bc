// Frameworks with prompts of their own: OpenAI Agents, Mastra, Instructor,
// LlamaIndex's response synthesizers and chat engine.
import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import Instructor from '@instructor-ai/instructor';
import { ContextChatEngine } from '@llamaindex/core/chat-engine';
import { Settings } from '@llamaindex/core/global';
import { getResponseSynthesizer } from '@llamaindex/core/response-synthesizers';
import { BaseRetriever } from '@llamaindex/core/retriever';
import { TextNode } from '@llamaindex/core/schema';
import { OpenAI as LlamaOpenAI } from '@llamaindex/openai';
import { Agent as MastraAgent } from '@mastra/core/agent';
import { createTool } from '@mastra/core/tools';
import { Agent, OpenAIChatCompletionsModel, run, setTracingDisabled, tool } from '@openai/agents';
import OpenAI from 'openai';
import { z } from 'zod';
import { z as z3 } from 'zod/v3';
import { start } from './support/rig.js';
import * as p from './support/prompts.js';

let rig;
before(async () => {
  setTracingDisabled(true);
  rig = await start();
});
after(() => rig.stop());
beforeEach(() => rig.forget());

const client = () => new OpenAI({ baseURL: rig.base, apiKey: 'sk-client', maxRetries: 0 });

// nothingMadeUp: a cheating model's invented sentence never arrives.
const invented = 'nineteen towns';
function nothingMadeUp(text) {
  assert.ok(!text.includes(invented), text);
}

// OpenAI Agents.
const agent = (model, more = {}) =>
  new Agent({ name: 'clerk', instructions: p.sources, model: new OpenAIChatCompletionsModel(client(), model), ...more });

test('agents: plain', async () => {
  const { finalOutput } = await run(agent(p.honest), p.question);
  assert.ok(finalOutput.startsWith(`${p.fact} [1]`), finalOutput);
});

test('agents: a cheating model', async () => {
  const { finalOutput } = await run(agent(p.lying), p.question);
  assert.equal(finalOutput, p.refusal);
});

test('agents: stream', async () => {
  const result = await run(agent(p.honest), p.question, { stream: true });
  let text = '';
  for await (const piece of result.toTextStream()) text += piece;
  await result.completed;
  assert.ok(text.startsWith(`${p.fact} [1]`), text);
});

test('agents: the result of a tool is evidence', async () => {
  const search = tool({ name: 'search', description: 'search', parameters: z.object({ query: z.string() }), execute: async () => p.sources });
  const { finalOutput } = await run(agent(p.calling, { instructions: 'Answer from what the tools find.', tools: [search] }), p.question);
  assert.ok(finalOutput.startsWith(p.fact), finalOutput);
});

test('agents: structured output', async () => {
  const outputType = z.object({ degrees: z.number(), sentence: z.string() });
  const { finalOutput } = await run(agent(p.honest, { outputType }), p.question);
  assert.deepEqual(finalOutput, { degrees: 1240, sentence: p.fact });
});

// Mastra.
const mastra = (model, more = {}) =>
  new MastraAgent({ name: 'clerk', instructions: p.sources, model: { id: `custom/${model}`, url: rig.base, apiKey: 'sk-client' }, ...more });

test('mastra: plain', async () => {
  const { text } = await mastra(p.honest).generate(p.question);
  assert.ok(text.startsWith(`${p.fact} [1]`), text);
});

test('mastra: a cheating model', async () => {
  const { text } = await mastra(p.lying).generate(p.question);
  assert.equal(text, p.refusal);
});

test('mastra: stream', async () => {
  let text = '';
  for await (const piece of (await mastra(p.honest).stream(p.question)).textStream) text += piece;
  assert.ok(text.startsWith(`${p.fact} [1]`), text);
});

test('mastra: the result of a tool is evidence', async () => {
  const search = createTool({ id: 'search', description: 'search', inputSchema: z.object({ query: z.string() }), execute: async () => [{ text: p.fact }, { text: p.nextFact }] });
  const { text } = await mastra(p.calling, { instructions: 'Answer from what the tools find.', tools: { search } }).generate(p.question);
  assert.ok(text.startsWith(p.fact), text);
});

// Instructor: its default mode forces one tool whose arguments are the answer.
const Kiln = z3.object({ degrees: z3.number(), sentence: z3.string() });
const extract = (model, mode) =>
  Instructor({ client: client(), mode }).chat.completions.create({ model, messages: p.messages, response_model: { schema: Kiln, name: 'Kiln' }, max_retries: 0 });

for (const mode of ['TOOLS', 'JSON_SCHEMA']) {
  test(`instructor: ${mode}`, async () => {
    const { degrees, sentence } = await extract(mode === 'TOOLS' ? 'extractive:answer-tool' : p.honest, mode);
    assert.deepEqual({ degrees, sentence }, { degrees: 1240, sentence: p.fact });
  });

  test(`instructor: ${mode}, a cheating model`, async () => {
    const got = await extract(mode === 'TOOLS' ? 'extractive:answer-tool+invent-all' : p.lying, mode).catch((err) => err);
    nothingMadeUp(got instanceof Error ? '' : JSON.stringify(got));
  });
}

// LlamaIndex: the prompts of its query and chat engines.
const nodes = () => [p.fact, p.nextFact].map((text, i) => ({ node: new TextNode({ text, metadata: { file_name: `kiln-${i}.txt` } }), score: 0.9 }));
class Fixed extends BaseRetriever {
  async _retrieve() {
    return nodes();
  }
}
const llama = (model) => new LlamaOpenAI({ model, apiKey: 'sk-client', baseURL: rig.base, maxRetries: 0 });

for (const mode of ['compact', 'tree_summarize']) {
  test(`llamaindex: ${mode}`, async () => {
    Settings.llm = llama(p.honest);
    const { message } = await getResponseSynthesizer(mode).synthesize({ query: p.question, nodes: nodes() });
    assert.ok(message.content.includes(p.fact.slice(0, -1)), message.content);
  });

  test(`llamaindex: ${mode}, a cheating model`, async () => {
    Settings.llm = llama(p.lying);
    const { message } = await getResponseSynthesizer(mode).synthesize({ query: p.question, nodes: nodes() });
    nothingMadeUp(message.content);
  });
}

test('llamaindex: chat engine', async () => {
  const engine = new ContextChatEngine({ retriever: new Fixed(), chatModel: llama(p.honest) });
  const { message } = await engine.chat({ message: p.question });
  assert.ok(message.content.includes(p.fact.slice(0, -1)), message.content);
});

test('llamaindex: chat engine, a cheating model', async () => {
  const engine = new ContextChatEngine({ retriever: new Fixed(), chatModel: llama(p.lying) });
  const { message } = await engine.chat({ message: p.question });
  nothingMadeUp(message.content);
});
