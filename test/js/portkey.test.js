// Portkey's gateway with a guard of the kind portkey, as docs/guards.md writes it.
import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { after, before, test } from 'node:test';
import { freePort, program, start, until } from './support/rig.js';
import * as p from './support/prompts.js';

const dir = mkdtempSync(join(tmpdir(), 'vouchsafe-portkey-'));
const lie = 'nineteen towns'; // stands in every sentence of the lying model
let rig, portkey, url, key;
before(async () => {
  const made = execFileSync(program(dir), ['keygen', 'guarded']).toString();
  key = /key: (\S+)/.exec(made)[1];
  rig = await start({
    apps: `guarded: {keys: ["${/hash: (\S+)/.exec(made)[1]}"], upstream: scripted, policy: tested}`,
    guards: 'g: {kind: portkey, app: guarded}',
  });
  const port = await freePort();
  const server = resolve(import.meta.dirname, 'node_modules/@portkey-ai/gateway/build/start-server.js');
  portkey = spawn(process.execPath, [server, `--port=${port}`, '--headless'], {
    cwd: dir,
    stdio: 'ignore',
    env: { ...process.env, TRUSTED_CUSTOM_HOSTS: '127.0.0.1' },
  });
  url = `http://127.0.0.1:${port}`;
  await until('Portkey is up', () => fetch(url).then((r) => r.ok, () => false), 2400);
});
after(async () => {
  portkey.kill('SIGKILL');
  await once(portkey, 'exit');
  await rig.stop();
  rmSync(dir, { recursive: true, force: true });
});

const guard = (id, more) => ({
  type: 'guardrail',
  id,
  deny: true,
  checks: [{
    id: 'default.webhook',
    parameters: { webhookURL: `${rig.url}/guard/g/webhook`, headers: { 'x-api-key': key }, timeout: 10000, failOnError: true, ...more },
  }],
});
const hooks = (more) => ({ before_request_hooks: [guard('ask')], after_request_hooks: [guard('verify', more)] });
const target = (provider = 'openai') => ({ provider, api_key: 'sk-upstream', custom_host: rig.direct });

async function ask(path, body, config = { ...target(), ...hooks() }) {
  const headers = { 'content-type': 'application/json', 'x-portkey-config': JSON.stringify(config) };
  const reply = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) });
  const text = await reply.text();
  return { status: reply.status, text, body: JSON.parse(text) };
}

const chat = (model, more) => ['/v1/chat/completions', { model, messages: p.messages, ...more }];
const message = (model) => ['/v1/messages', { model, max_tokens: 300, system: p.sources, messages: p.messages.slice(1) }];
const prompt = (model) => ['/v1/completions', { model, prompt: `${p.sources}\n\n${p.question}` }];

function assertHeld({ status, text }) {
  assert.equal(status, 446, text);
  assert.ok(!text.includes(lie));
  assert.ok(text.includes(p.refusal));
}

for (const [call, provider, text] of [
  [chat, 'openai', (r) => r.choices[0].message.content],
  [chat, 'anthropic', (r) => r.choices[0].message.content],
  [message, 'anthropic', (r) => r.content[0].text],
  [prompt, 'openai', (r) => r.choices[0].text],
]) {
  test(`portkey: ${call('')[0]} of ${provider}, an honest and a lying model`, async () => {
    const config = { ...target(provider), ...hooks() };
    const honest = await ask(...call(p.honest), config);
    assert.equal(honest.status, 200, honest.text);
    assert.ok(text(honest.body).startsWith(`${p.fact} [1]`), honest.text);
    assertHeld(await ask(...call(p.lying), config));
  });
}

test('portkey: the model is asked to cite, and the rest of the request stays', async () => {
  await ask(...chat(p.honest, { temperature: 0.3, seed: 5 }));
  const sent = JSON.parse((await rig.requests()).at(-1).body);
  assert.ok(JSON.stringify(sent.messages).includes('HOW TO ANSWER'));
  assert.deepEqual([sent.temperature, sent.seed, sent.stream], [0.3, 5, undefined]);
});

test('portkey: a stream is denied before the model is asked', async () => {
  const before = (await rig.requests()).length;
  for (const [[path, body], provider] of [[chat(p.honest)], [prompt(p.honest)], [message(p.honest), 'anthropic']]) {
    const { status, text } = await ask(path, { ...body, stream: true }, { ...target(provider), ...hooks() });
    assert.equal(status, 446, text);
    assert.ok(text.includes('ask without stream'));
  }
  assert.equal((await rig.requests()).length, before);
});

test('portkey: tools, JSON of the app and each of several choices', async () => {
  const called = await ask(...chat(p.calling, { tools: [{ type: 'function', function: { name: 'search', parameters: { type: 'object' } } }] }));
  assert.equal(called.body.choices[0].message.tool_calls.length, 1);
  const schema = { type: 'object', properties: { answer: { type: 'string' } }, required: ['answer'], additionalProperties: false };
  const form = { response_format: { type: 'json_schema', json_schema: { name: 'a', strict: true, schema } } };
  assert.ok(JSON.parse((await ask(...chat(p.honest, form))).body.choices[0].message.content).answer.includes(p.fact));
  assertHeld(await ask(...chat(p.lying, form)));
  assertHeld(await ask(...chat(p.lying, { n: 2 })));
});

test('portkey: hooks above the targets hold each of them, a retry too', async () => {
  const lying = { ...target(), override_params: { model: p.lying } };
  assertHeld(await ask(...chat('x'), { strategy: { mode: 'fallback' }, ...hooks(), targets: [lying, lying] }));
  assertHeld(await ask(...chat(p.lying), { ...target(), ...hooks(), retry: { attempts: 1, on_status_codes: [446] } }));
});

test('portkey: a guard that cannot be reached lets nothing through', async () => {
  const { status, text } = await ask(...chat(p.lying), { ...target(), ...hooks({ webhookURL: 'http://127.0.0.1:9/x' }) });
  assert.equal(status, 446);
  assert.ok(!text.includes(lie));
});

// What docs/guards.md calls open. A test that fails here is good news for that page.
test('portkey: what its hooks never see', async () => {
  const odd = createServer((_, reply) => reply.writeHead(201, { 'content-type': 'application/json' }).end(JSON.stringify({
    id: 'x', object: 'chat.completion', choices: [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content: lie } }],
  }))).listen(0, '127.0.0.1');
  await once(odd, 'listening');
  const host = `http://127.0.0.1:${odd.address().port}/v1`;
  const unseen = [
    await ask('/v1/responses', { model: p.lying, instructions: p.sources, input: p.question }),
    await ask(...chat(p.lying), { ...target(), ...hooks(), custom_host: host }),
    await ask(...chat(p.lying), { strategy: { mode: 'fallback' }, targets: [{ ...target(), ...hooks() }, target()] }),
  ];
  odd.close();
  for (const { text } of unseen) assert.ok(text.includes(lie));
});
