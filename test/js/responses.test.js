// The Responses interface, through openai-node and LangChain.js. The Vercel AI
// SDK, which takes it by default, is in ai-sdk.test.js.
import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { HumanMessage, SystemMessage, ToolMessage } from '@langchain/core/messages';
import { ChatOpenAI } from '@langchain/openai';
import OpenAI from 'openai';
import { zodResponsesFunction, zodTextFormat } from 'openai/helpers/zod';
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

const asked = (model, more = {}) => ({ model, instructions: p.sources, input: p.question, ...more });
const ask = (model, more) => client.responses.create(asked(model, more));
const Kiln = z.object({ degrees: z.number(), sentence: z.string() });
const search = zodResponsesFunction({ name: 'search', parameters: z.object({ query: z.string() }) });

test('plain: the answer, its report and its sources', async () => {
  const reply = await ask(p.honest);
  assert.ok(reply.output_text.startsWith(`${p.fact} [1]`), reply.output_text);
  assert.equal(reply.status, 'completed');
  assert.equal(reply.vouchsafe.verdict, 'grounded');
  assert.ok(reply.usage.input_tokens > 0 && reply.usage.total_tokens === reply.usage.input_tokens + reply.usage.output_tokens);
  const [cited] = reply.output[0].content[0].annotations;
  assert.deepEqual([cited.type, cited.url], ['url_citation', 'https://pottery.example/kiln']);
  assert.equal([...reply.output_text].slice(cited.start_index, cited.end_index).join(''), '[1]');
});

test('plain: repaired, and refused', async () => {
  const mended = await ask(p.correctable);
  assert.ok(mended.output_text.startsWith(p.fact));
  assert.equal(mended.vouchsafe.verdict, 'repaired');
  const refused = await ask(p.lying);
  assert.equal(refused.output_text, p.refusal);
  assert.deepEqual([refused.status, refused.incomplete_details], ['completed', null]);
});

test('stream: typed events that add up to the response', async () => {
  const events = [];
  for await (const event of await ask(p.honest, { stream: true })) events.push(event);
  assert.equal(events[0].type, 'response.created');
  const last = events.at(-1);
  assert.equal(last.type, 'response.completed');
  assert.deepEqual(events.map((e) => e.sequence_number), events.map((_, i) => i));
  const text = events.filter((e) => e.type === 'response.output_text.delta').map((e) => e.delta).join('');
  assert.ok(text.startsWith(`${p.fact} [1]`), text);
  assert.equal(last.response.output[0].content[0].text, text);
  assert.equal(last.response.id, events[0].response.id);
  assert.equal(last.response.vouchsafe.verdict, 'grounded');
});

test('stream: nothing of a refused answer is seen', async () => {
  let seen = '';
  for await (const event of await ask(p.lying, { stream: true })) seen += JSON.stringify(event);
  assert.ok(!seen.includes('nineteen') && seen.includes(p.refusal), seen);
});

test('.stream(): the helper assembles the same answer', async () => {
  for (const [model, want] of [[p.honest, `${p.fact} [1]`], [p.correctable, p.fact], [p.lying, p.refusal]]) {
    const stream = client.responses.stream(asked(model));
    let seen = '';
    stream.on('response.output_text.delta', (event) => (seen = event.snapshot));
    const final = await stream.finalResponse();
    assert.ok(final.output_text.startsWith(want), final.output_text);
    assert.equal(seen, final.output_text);
  }
});

test('parse: the answer has the shape of the client\'s own schema', async () => {
  const text = { format: zodTextFormat(Kiln, 'kiln') };
  const reply = await client.responses.parse(asked(p.honest, { text }));
  assert.deepEqual(reply.output_parsed, { degrees: 1240, sentence: p.fact });
  const streamed = await client.responses.stream(asked(p.honest, { text })).finalResponse();
  assert.deepEqual(streamed.output_parsed, { degrees: 1240, sentence: p.fact });
});

test('parse: a refusal does not throw', async () => {
  const text = { format: zodTextFormat(Kiln, 'kiln') };
  for (const reply of [await client.responses.parse(asked(p.lying, { text })), await client.responses.stream(asked(p.lying, { text })).finalResponse()]) {
    assert.equal(reply.output_parsed, null);
    assert.deepEqual(reply.output[0].content[0], { type: 'refusal', refusal: p.refusal, ...reply.output[0].content[0] });
    assert.equal(reply.status, 'completed');
  }
});

test('tools: a call passes, and its result is evidence', async () => {
  for (const stateful of [false, true]) {
    const first = await client.responses.create({ model: p.calling, input: p.question, tools: [search] });
    const [call] = first.output;
    assert.deepEqual([call.type, call.name, call.arguments], ['function_call', 'search', '{"query":"everything"}']);
    const result = { type: 'function_call_output', call_id: call.call_id, output: p.sources };
    const more = stateful
      ? { previous_response_id: first.id, input: [result] }
      : { input: [{ role: 'user', content: p.question }, ...first.output, result] };
    const second = await client.responses.create({ model: p.calling, tools: [search], ...more });
    assert.ok(second.output_text.startsWith(p.fact), second.output_text);
    assert.equal(second.vouchsafe.verdict, 'grounded');
  }
});

test('tools: under enforcement too, streamed and parsed', async () => {
  const final = await client.responses.stream(asked(p.calling, { tools: [search] })).finalResponse();
  const [call] = final.output.filter((item) => item.type === 'function_call');
  assert.deepEqual(call.parsed_arguments, { query: 'everything' });
  const second = await client.responses.create({
    model: p.calling, tools: [search], instructions: p.sources, previous_response_id: final.id,
    input: [{ type: 'function_call_output', call_id: call.call_id, output: '<document id="note-1">The studio is closed on Mondays.</document>' }],
  });
  assert.ok(second.output_text.startsWith(p.fact), second.output_text);
});

test('multi-turn: by previous_response_id and by sending all', async () => {
  const first = await ask(p.honest);
  const second = await ask(p.honest, { input: p.nextQuestion, previous_response_id: first.id });
  assert.ok(second.output_text.startsWith(p.nextFact), second.output_text);
  const whole = await ask(p.honest, {
    input: [{ role: 'user', content: p.question }, ...first.output, { role: 'user', content: p.nextQuestion }],
  });
  assert.ok(whole.output_text.startsWith(p.nextFact), whole.output_text);
  const lost = await ask(p.honest, { previous_response_id: 'resp_unknown' }).catch((e) => e);
  assert.deepEqual([lost.status, lost.code, lost.param], [400, 'previous_response_not_found', 'previous_response_id']);
});

test('hosted file search: what it finds is evidence', async () => {
  const reply = await client.responses.create({
    model: p.honest, input: 'How long is the kiln at Brackwater fired?', tools: [{ type: 'file_search', vector_store_ids: ['vs_1'] }],
  });
  assert.ok(reply.output_text.includes('14 hours'), reply.output_text);
  assert.equal(reply.vouchsafe.choices[0].citations[0].source_filename, 'kiln.pdf');
  const [seen] = await rig.requests();
  assert.deepEqual(JSON.parse(seen.body).include, ['file_search_call.results']);
});

test('a conversation without sources passes untouched', async () => {
  const reply = await client.responses.create({ model: p.honest, input: 'Good morning!' });
  assert.equal(reply.vouchsafe, undefined);
  const second = await client.responses.create({ model: p.honest, instructions: p.sources, input: p.question, previous_response_id: reply.id });
  assert.ok(second.output_text.startsWith(p.fact), second.output_text);
});

test('what works out of sight is refused', async () => {
  for (const more of [{ background: true }, { conversation: 'conv_1' }, { prompt: { id: 'pmpt_1' } }]) {
    const err = await ask(p.honest, more).catch((e) => e);
    assert.deepEqual([err.status, err.code], [400, 'not_enforceable']);
  }
  for (const call of [() => client.responses.retrieve('resp_1'), () => client.responses.cancel('resp_1'), () => client.responses.inputItems.list('resp_1')]) {
    const err = await call().catch((e) => e);
    assert.deepEqual([err.status, err.code], [403, 'not_enforceable']);
  }
});

test('errors: the upstream\'s own reach the client, and broken streams never end cleanly', async () => {
  const limit = await ask('fault:429').catch((e) => e);
  assert.deepEqual([limit.status, limit.code], [429, 'rate_limit_exceeded']);
  for (const fault of ['cut', 'reset', 'error-inside']) {
    const err = await (async () => {
      for await (const event of await ask(`fault:${fault}`, { stream: true })) assert.notEqual(event.type, 'response.completed');
    })().catch((e) => e);
    assert.ok(err instanceof Error, fault);
    const helped = await client.responses.stream(asked(`fault:${fault}`)).finalResponse().catch((e) => e);
    assert.ok(helped instanceof Error, fault);
  }
});

test('a model without json_schema is asked otherwise', async () => {
  const reply = await ask('fault:rejects-formats');
  assert.ok(reply.output_text.startsWith(p.fact), reply.output_text);
});

test('abort ends the upstream call', async () => {
  const stream = client.responses.stream(asked('fault:silent'));
  stream.done().catch(() => {});
  await until('the upstream is asked', async () => (await rig.requests()).length === 1);
  stream.abort();
  await until('the upstream sees it', async () => (await rig.requests())[0].gone);
});

const chain = (model, more = {}) =>
  new ChatOpenAI({ model, apiKey: 'sk-client', configuration: { baseURL: rig.base }, maxRetries: 0, useResponsesApi: true, ...more });
const messages = () => [new SystemMessage(p.sources), new HumanMessage(p.question)];

test('LangChain: plain, refused, streamed', async () => {
  assert.ok((await chain(p.honest).invoke(messages())).text.startsWith(p.fact));
  assert.equal((await chain(p.lying).invoke(messages())).text, p.refusal);
  for (const [model, want] of [[p.honest, p.fact], [p.lying, p.refusal]]) {
    let text = '';
    for await (const chunk of await chain(model).stream(messages())) text += chunk.text;
    assert.ok(text.startsWith(want), text);
  }
});

test('LangChain: structured output', async () => {
  const parsed = await chain(p.honest).withStructuredOutput(Kiln, { method: 'jsonSchema' }).invoke(messages());
  assert.deepEqual(parsed, { degrees: 1240, sentence: p.fact });
  const { parsed: none } = await chain(p.lying).withStructuredOutput(Kiln, { method: 'jsonSchema', includeRaw: true }).invoke(messages());
  assert.equal(none, null);
});

test('LangChain: tools', async () => {
  const model = chain(p.calling).bindTools([{ type: 'function', function: { name: 'search', parameters: { type: 'object', properties: { query: { type: 'string' } } } } }]);
  const question = new HumanMessage(p.question);
  const first = await model.invoke([question]);
  assert.deepEqual(first.tool_calls.map((c) => [c.name, c.args]), [['search', { query: 'everything' }]]);
  const second = await model.invoke([question, first, new ToolMessage({ content: p.sources, tool_call_id: first.tool_calls[0].id })]);
  assert.ok(second.text.startsWith(p.fact), second.text);
});

test('LangChain: a stream that breaks is an error', async () => {
  const err = await (async () => {
    for await (const _ of await chain('fault:cut').stream(messages()));
  })().catch((e) => e);
  assert.ok(err instanceof Error);
});
