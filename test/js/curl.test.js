// curl -N: what a person types to look at a stream.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { after, before, test } from 'node:test';
import { start } from './support/rig.js';
import * as p from './support/prompts.js';

let rig;
before(async () => {
  rig = await start();
});
after(() => rig.stop());

async function curl(model) {
  const body = JSON.stringify({ model, stream: true, messages: p.messages });
  const child = spawn('curl', ['-sS', '-N', `${rig.base}/chat/completions`, '-H', 'content-type: application/json', '-d', body]);
  let out = '';
  child.stdout.on('data', (data) => (out += data));
  const [code] = await once(child, 'close');
  return { code, out, events: out.split('\n\n').filter((e) => e.startsWith('data: ')).map((e) => e.slice(6)) };
}

test('curl: events, each on a line, and a clean end', async () => {
  const { code, events } = await curl(p.honest);
  assert.equal(code, 0);
  assert.equal(events.pop(), '[DONE]');
  const chunks = events.map((e) => JSON.parse(e));
  assert.ok(chunks.map((c) => c.choices[0].delta.content ?? '').join('').startsWith(`${p.fact} [1]`));
  assert.equal(chunks.at(-1).vouchsafe.verdict, 'grounded');
  assert.equal(new Set(chunks.map((c) => c.id)).size, 1);
});

test('curl: a stream that breaks does not look whole', async () => {
  const { code, out, events } = await curl('fault:cut');
  assert.notEqual(code, 0);
  assert.ok(!out.includes('[DONE]'));
  assert.ok(JSON.parse(events.at(-1)).error.message);
});
