// The Vercel AI SDK, with its OpenAI and its OpenAI-compatible provider.
import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { createOpenAI } from '@ai-sdk/openai';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { generateObject, generateText, NoObjectGeneratedError, Output, stepCountIs, streamText, tool } from 'ai';
import { z } from 'zod';
import { start, until } from './support/rig.js';
import * as p from './support/prompts.js';

let rig;
const providers = {};
before(async () => {
  rig = await start();
  const options = { baseURL: rig.base, apiKey: 'sk-client' };
  const openai = createOpenAI(options);
  providers.openai = (model) => openai.chat(model);
  providers.compatible = createOpenAICompatible({ ...options, name: 'scripted', includeUsage: true });
  providers.responses = (model) => openai(model);
});
after(() => rig.stop());
beforeEach(() => rig.forget());

const asked = (model, more = {}) => ({ model, system: p.sources, prompt: p.question, maxRetries: 0, ...more });
const Kiln = z.object({ degrees: z.number(), sentence: z.string() });

for (const name of ['openai', 'compatible', 'responses']) {
  const of = (model) => providers[name](model);

  test(`${name}: plain`, async () => {
    const { text, finishReason, usage, response } = await generateText(asked(of(p.honest)));
    assert.ok(text.startsWith(`${p.fact} [1]`), text);
    assert.equal(finishReason, 'stop');
    assert.ok(usage.totalTokens > 0);
    assert.equal(response.headers['x-vouchsafe-verdict'], 'grounded');
    assert.equal(response.body.vouchsafe.verdict, 'grounded');
  });

  test(`${name}: refused`, async () => {
    const { text, finishReason } = await generateText(asked(of(p.lying)));
    assert.equal(text, p.refusal);
    assert.equal(finishReason, 'stop');
  });

  test(`${name}: stream`, async () => {
    const result = streamText(asked(of(p.honest)));
    assert.ok((await result.text).startsWith(`${p.fact} [1]`));
    assert.equal(await result.finishReason, 'stop');
    assert.ok((await result.usage).totalTokens > 0);
  });

  test(`${name}: stream of a refused answer`, async () => {
    const result = streamText(asked(of(p.lying)));
    assert.equal(await result.text, p.refusal);
    assert.equal(await result.finishReason, 'stop');
  });

  test(`${name}: unknown parts of a stream can be seen as raw chunks`, async () => {
    const reports = [];
    for await (const part of streamText(asked(of(p.honest), { includeRawChunks: true })).fullStream) {
      const report = part.rawValue?.vouchsafe ?? part.rawValue?.response?.vouchsafe;
      if (part.type === 'raw' && report) reports.push(report);
    }
    assert.deepEqual(reports.map((r) => r.verdict), ['grounded']);
  });

  test(`${name}: a stream that breaks is an error`, async () => {
    const result = streamText(asked(of('fault:cut'), { onError() {} }));
    const seen = []; // which of the two tells it differs by provider
    try {
      for await (const part of result.fullStream) seen.push(part.type);
    } catch {
      seen.push('error');
    }
    assert.ok(seen.includes('error'), seen.join(' '));
  });

  test(`${name}: an upstream's error keeps its status`, async () => {
    const err = await generateText(asked(of('fault:429'))).catch((e) => e);
    assert.equal(err.statusCode, 429);
    assert.ok(err.responseBody.includes('rate_limit_exceeded'));
  });

  test(`${name}: tools`, async () => {
    const search = tool({ inputSchema: z.object({ query: z.string() }), execute: async () => p.sources });
    const { text, steps } = await generateText({
      model: of(p.calling), prompt: p.question, tools: { search }, stopWhen: stepCountIs(3), maxRetries: 0,
    });
    assert.equal(steps.length, 2);
    assert.ok(text.startsWith(p.fact), text);
  });

  test(`${name}: streamed tools`, async () => {
    const search = tool({ inputSchema: z.object({ query: z.string() }), execute: async () => p.sources });
    const result = streamText({
      model: of(p.calling), prompt: p.question, tools: { search }, stopWhen: stepCountIs(3), maxRetries: 0,
    });
    let text = '';
    for await (const delta of result.textStream) text += delta;
    assert.ok(text.startsWith(p.fact), text);
  });

  test(`${name}: multi-turn`, async () => {
    const first = await generateText(asked(of(p.honest)));
    const { text } = await generateText({
      model: of(p.honest), system: p.sources, maxRetries: 0,
      messages: [{ role: 'user', content: p.question }, ...first.response.messages, { role: 'user', content: p.nextQuestion }],
    });
    assert.ok(text.startsWith(p.nextFact), text);
  });

  test(`${name}: abort ends the upstream call`, async () => {
    const aborter = new AbortController();
    const failed = assert.rejects(generateText(asked(of('fault:silent'), { abortSignal: aborter.signal })));
    await until('the upstream is asked', async () => (await rig.requests()).length > 0);
    aborter.abort();
    await failed;
    await until('the upstream call ends', async () => (await rig.requests()).every((r) => r.gone));
  });
}

test('openai: citations with a URL become sources', async () => {
  const { sources } = await generateText(asked(providers.openai(p.honest)));
  assert.deepEqual(sources.map((s) => [s.sourceType, s.url, s.title]), [['url', 'https://pottery.example/kiln', 'Kiln handbook']]);
  const streamed = await streamText(asked(providers.openai(p.honest))).sources;
  assert.deepEqual(streamed.map((s) => s.url), ['https://pottery.example/kiln']);
});

test('openai: generateObject gives the client\'s own shape', async () => {
  const { object } = await generateObject(asked(providers.openai(p.honest), { schema: Kiln }));
  assert.deepEqual(object, { degrees: 1240, sentence: p.fact });
});

test('openai: Output.object gives it too', async () => {
  const { output } = await generateText(asked(providers.openai(p.honest), { output: Output.object({ schema: Kiln }) }));
  assert.deepEqual(output, { degrees: 1240, sentence: p.fact });
});

test('openai: a refused object is an error that shows the refusal', async () => {
  const err = await generateObject(asked(providers.openai(p.lying), { schema: Kiln })).catch((e) => e);
  assert.ok(NoObjectGeneratedError.isInstance(err), String(err));
});

test('responses: the provider\'s default takes that path, and citations with a URL become sources', async () => {
  const { sources } = await generateText(asked(providers.responses(p.honest)));
  assert.deepEqual(sources.map((s) => s.url), ['https://pottery.example/kiln']);
  const [seen] = await rig.requests();
  assert.equal(seen.path, '/v1/responses');
});

test('responses: Output.object gives the client\'s own shape', async () => {
  const { output } = await generateText(asked(providers.responses(p.honest), { output: Output.object({ schema: Kiln }) }));
  assert.deepEqual(output, { degrees: 1240, sentence: p.fact });
  const { object } = await generateObject(asked(providers.responses(p.honest), { schema: Kiln }));
  assert.deepEqual(object, { degrees: 1240, sentence: p.fact });
});

test('responses: a refused object is an error that shows the refusal', async () => {
  const err = await generateObject(asked(providers.responses(p.lying), { schema: Kiln })).catch((e) => e);
  assert.ok(NoObjectGeneratedError.isInstance(err), String(err));
});

test('responses: earlier messages may stand by reference', async () => {
  const model = providers.responses(p.honest);
  const first = await generateText(asked(model));
  const { text } = await generateText({
    model,
    system: p.sources,
    messages: [{ role: 'user', content: p.question }, ...first.response.messages, { role: 'user', content: p.nextQuestion }],
    maxRetries: 0,
  });
  assert.ok(text.startsWith(p.nextFact), text);
  const [, seen] = await rig.requests();
  assert.ok(!seen.body.includes('item_reference'), seen.body);
});

test('responses: previousResponseId goes on from the turn before', async () => {
  const model = providers.responses(p.honest);
  const first = await generateText(asked(model));
  const { text } = await generateText({
    ...asked(model, { prompt: p.nextQuestion }),
    providerOptions: { openai: { previousResponseId: first.providerMetadata.openai.responseId } },
  });
  assert.ok(text.startsWith(p.nextFact.slice(0, -1)), text); // a marker may stand before the stop
});
