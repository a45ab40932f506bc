// A streamed answer of several sentences, as each client reads it: sentence by
// sentence, with the same whole in the end; and one whose second sentence does
// not hold, of which the first has left already.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { HumanMessage, SystemMessage } from '@langchain/core/messages';
import { ChatOpenAI } from '@langchain/openai';
import { OpenAI as LlamaOpenAI } from '@llamaindex/openai';
import { createOpenAI } from '@ai-sdk/openai';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { streamText } from 'ai';
import OpenAI from 'openai';
import { start } from './support/rig.js';
import * as p from './support/prompts.js';

const question = 'How many degrees does the large kiln reach, and for how many months is white clay kept?';
const messages = [{ role: 'system', content: p.sources }, { role: 'user', content: question }];
const notice = '[The rest of this answer could not be verified against the sources and was withheld.]';
const inventing = 'extractive:invent';
const paced = 'paced'; // of an answer that is there at once nothing leaves before the rest

let rig;
const options = () => ({ baseURL: rig.base, apiKey: 'sk-client' });
before(async () => {
  rig = await start();
});
after(() => rig.stop());

// Each gives the pieces of text that its client hands to the app, in order.
const clients = {
  'openai, raw': async (model) => pieces(await new OpenAI(options()).chat.completions.create({ model, messages, stream: true }), (c) => c.choices[0]?.delta.content),
  'openai, helper': async (model) => {
    const got = [];
    const runner = new OpenAI(options()).chat.completions.stream({ model, messages });
    runner.on('content', (delta) => got.push(delta));
    assert.equal((await runner.finalChatCompletion()).choices[0].message.content, got.join(''));
    return got.filter(Boolean);
  },
  'openai, responses': async (model) => {
    const stream = await new OpenAI(options()).responses.create({ model, instructions: p.sources, input: question, stream: true });
    return pieces(stream, (e) => (e.type === 'response.output_text.delta' ? e.delta : ''));
  },
  'AI SDK, chat': (model) => spoken(createOpenAI(options()).chat(model)),
  'AI SDK, compatible': (model) => spoken(createOpenAICompatible({ ...options(), name: 'scripted' })(model)),
  'AI SDK, responses': (model) => spoken(createOpenAI(options())(model)),
  LangChain: async (model) => {
    const chat = new ChatOpenAI({ model, apiKey: 'sk-client', configuration: { baseURL: rig.base } });
    return pieces(await chat.stream([new SystemMessage(p.sources), new HumanMessage(question)]), (c) => c.content);
  },
  LlamaIndex: async (model) => pieces(await new LlamaOpenAI({ model, ...options() }).chat({ messages, stream: true }), (c) => c.delta),
};

async function pieces(stream, text) {
  const got = [];
  for await (const chunk of stream) got.push(text(chunk));
  return got.filter(Boolean);
}

const spoken = (model) => pieces(streamText({ model, system: p.sources, prompt: question, maxRetries: 0 }).textStream, (t) => t);

for (const [name, read] of Object.entries(clients)) {
  test(`${name}: sentence by sentence`, async () => {
    const got = await read(paced);
    assert.equal(got[0], `${p.fact} [1]`);
    assert.ok(got.length >= 2, `${got.length} pieces`);
    assert.ok(got.join('').startsWith(`${p.fact} [1] ${p.nextFact} [2]`), got.join(''));
  });

  test(`${name}: what was verified, and a notice`, async () => {
    const text = (await read(inventing)).join('');
    assert.ok(text.startsWith(`${p.fact} [1]`) && text.endsWith(notice), text);
    assert.ok(!text.includes('inspectors') && !text.includes(p.nextFact), text);
  });
}

test('what a released sentence was, its trace says', async () => {
  await rig.traces(2 * Object.keys(clients).length - 1);
  const [trace] = await rig.traces(1);
  assert.equal(trace.verdict, 'redacted');
  assert.ok(trace.latency.first_ms > 0);
  assert.match(trace.attempts[0].asked, /released as it is verified/);
});
