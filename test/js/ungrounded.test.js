// Under enforce, with an upstream whose every answer is made up, each client
// ends in a refusal that a person can see, and nothing made up is shown.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createOpenAI } from '@ai-sdk/openai';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { ChatOpenAI } from '@langchain/openai';
import { OpenAI as LlamaIndex } from '@llamaindex/openai';
import { generateText, streamText } from 'ai';
import OpenAI, { AzureOpenAI } from 'openai';
import { dialect, start } from './support/rig.js';
import * as p from './support/prompts.js';

let rig;
before(async () => {
  rig = await start();
});
after(() => rig.stop());

const invented = /inspectors|nineteen towns/;
const options = () => ({ baseURL: rig.base, apiKey: 'sk-client', maxRetries: 0 });
const [system, user] = p.messages;

async function joined(stream, text) {
  let all = '';
  for await (const part of stream) all += text(part) ?? '';
  return all;
}

// clients say what a person sees of an answer.
const clients = {
  openai: async (model) => (await new OpenAI(options()).chat.completions.create({ model, messages: p.messages })).choices[0].message.content,
  'openai, streamed': async (model) =>
    joined(await new OpenAI(options()).chat.completions.create({ model, messages: p.messages, stream: true }), (c) => c.choices[0]?.delta.content),
  'openai .stream()': async (model) =>
    (await new OpenAI(options()).chat.completions.stream({ model, messages: p.messages }).finalChatCompletion()).choices[0].message.content,
  'openai for Azure': async (model) => {
    const azure = new AzureOpenAI({ endpoint: rig.url, deployment: model, apiKey: 'k', apiVersion: '2024-10-21', maxRetries: 0 });
    return (await azure.chat.completions.create({ model, messages: p.messages })).choices[0].message.content;
  },
  'AI SDK chat': async (model) => (await generateText({ model: createOpenAI(options()).chat(model), system: system.content, prompt: user.content })).text,
  'AI SDK chat, streamed': async (model) => streamText({ model: createOpenAI(options()).chat(model), system: system.content, prompt: user.content }).text,
  'openai responses': async (model) => (await new OpenAI(options()).responses.create({ model, instructions: system.content, input: user.content })).output_text,
  'openai responses, streamed': async (model) =>
    (await new OpenAI(options()).responses.stream({ model, instructions: system.content, input: user.content }).finalResponse()).output_text,
  'AI SDK responses': async (model) => (await generateText({ model: createOpenAI(options())(model), system: system.content, prompt: user.content })).text,
  'AI SDK responses, streamed': async (model) => streamText({ model: createOpenAI(options())(model), system: system.content, prompt: user.content }).text,
  'AI SDK compatible': async (model) =>
    (await generateText({ model: createOpenAICompatible({ ...options(), name: 'x' })(model), system: system.content, prompt: user.content })).text,
  'AI SDK compatible, streamed': async (model) =>
    streamText({ model: createOpenAICompatible({ ...options(), name: 'x' })(model), system: system.content, prompt: user.content }).text,
  LangChain: async (model) => (await new ChatOpenAI({ model, apiKey: 'k', maxRetries: 0, configuration: { baseURL: rig.base } }).invoke(p.messages)).content,
  'LangChain, streamed': async (model) =>
    joined(await new ChatOpenAI({ model, apiKey: 'k', maxRetries: 0, configuration: { baseURL: rig.base } }).stream(p.messages), (c) => c.content),
  'LangChain responses': async (model) =>
    (await new ChatOpenAI({ model, apiKey: 'k', maxRetries: 0, useResponsesApi: true, configuration: { baseURL: rig.base } }).invoke(p.messages)).text,
  LlamaIndex: async (model) => (await new LlamaIndex({ model, ...options() }).chat({ messages: p.messages })).message.content,
  'LlamaIndex, streamed': async (model) => joined(await new LlamaIndex({ model, ...options() }).chat({ messages: p.messages, stream: true }), (c) => c.delta),
};

for (const [name, ask] of Object.entries(clients)) {
  for (const model of ['extractive:invent-all', 'extractive:invent-all+prose', 'extractive:invent-all+fenced-prose', 'extractive:invent-all+uncited', 'extractive:number']) {
    test(`${name}: ${model}`, async () => {
      const text = await ask(model);
      const quoted = dialect !== 'segments' && model === 'extractive:number'; // its sentence's number leads to the source
      // the list of sources behind an answer is looked at elsewhere
      assert.equal(text.split('\n\nSources:')[0], quoted ? `The source says: “${p.fact}” [1]` : p.refusal);
      assert.doesNotMatch(text, invented);
    });
  }
}
