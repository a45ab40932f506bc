// vouchsafe run: somebody's app, unchanged, behind a gateway that only watches.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { after, before, test } from 'node:test';

import { model, program } from './support/rig.js';
import { messages, fact } from './support/prompts.js';

let upstream, bin, dir;
before(async () => {
  dir = mkdtempSync(join(tmpdir(), 'vouchsafe-run-'));
  symlinkSync(resolve(import.meta.dirname, 'node_modules'), join(dir, 'node_modules'));
  bin = program(dir);
  upstream = await model(dir);
});
after(() => {
  upstream.stop();
  rmSync(dir, { recursive: true, force: true });
});

const openai = `
import OpenAI from 'openai';
const messages = ${JSON.stringify(messages)};
export async function ask(own = {}) {
  const reply = await new OpenAI(own).chat.completions.create({ model: 'extractive', messages });
  console.log(reply.choices[0].message.content);
}
`;

// run runs an app to its end. signal is sent once it has printed "up".
async function run(code, { signal, before = openai } = {}) {
  writeFileSync(join(dir, 'app.mjs'), before + code);
  const child = spawn(bin, ['run', '--', process.execPath, 'app.mjs'], {
    cwd: dir,
    env: { ...process.env, OPENAI_BASE_URL: upstream.base, OPENAI_API_KEY: 'sk-own' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let out = '', told = '';
  child.stdout.setEncoding('utf8').on('data', (text) => {
    out += text;
    if (signal && /^up$/m.test(out)) child.kill(signal);
  });
  child.stderr.setEncoding('utf8').on('data', (text) => (told += text));
  const exit = await new Promise((done) => child.on('close', done));
  return { exit, out, told: told.replace(/\s+/g, ' ') }; // its lines are those of a screen
}

test('an app gets what its model wrote, and its developer reads what was seen', async () => {
  const { exit, out, told } = await run('await ask();');
  assert.equal(exit, 0, told);
  assert.match(out, new RegExp(fact));
  assert.match(told, /vouchsafe run: 1 call in .*nothing was changed for the app/);
  assert.match(told, /seen in 1 prompt \(2 passages\)/);
});

test('the AI SDK needs no change either, and streams', async () => {
  const { exit, out, told } = await run(`
for await (const part of streamText({ model: openai.chat('extractive'), messages }).textStream) process.stdout.write(part);
`, { before: `import { streamText } from 'ai';\nimport { openai } from '@ai-sdk/openai';\nconst messages = ${JSON.stringify(messages)};` });
  assert.equal(exit, 0, told);
  assert.match(out, new RegExp(fact));
  assert.match(told, /seen in 1 prompt \(2 passages\)/);
});

test('the calls of its workers are told', async () => {
  const { exit, told } = await run(`
import { Worker, isMainThread } from 'node:worker_threads';
import { fork } from 'node:child_process';
if (!isMainThread || process.argv[2] === 'worker') {
  await ask();
} else {
  new Worker(new URL(import.meta.url));
  fork(process.argv[1], ['worker']);
}
`);
  assert.equal(exit, 0, told);
  assert.match(told, /vouchsafe run: 2 calls in/);
});

test('a worker that outlives its app is served', { skip: process.platform !== 'linux' && 'orphans are seen on Linux alone' }, async () => {
  const { exit, out, told } = await run(`
import { spawn } from 'node:child_process';
import { openSync } from 'node:fs';
if (process.argv[2] === 'worker') {
  setTimeout(ask, 500);
} else {
  const log = openSync('worker.out', 'w');
  spawn(process.execPath, [process.argv[1], 'worker'], { detached: true, stdio: ['ignore', log, log] }).unref();
  console.log('started');
}
`);
  assert.deepEqual([exit, out], [0, 'started\n'], told);
  assert.ok(existsSync(join(dir, 'worker.out')));
  assert.match(readFileSync(join(dir, 'worker.out'), 'utf8'), new RegExp(fact));
  assert.match(told, /vouchsafe run: 1 call in/);
});

test('a crash is the app\'s own', async () => {
  const { exit, told } = await run(`await ask();\nthrow new Error('no such kiln');`);
  assert.equal(exit, 1);
  assert.match(told, /Error: no such kiln/);
  assert.match(told, /vouchsafe run: 1 call in/);
});

test('an interrupt reaches the app and ends with what was seen', async () => {
  const { exit, told } = await run(`await ask();\nconsole.log('up');\nsetInterval(() => {}, 1000);`, { signal: 'SIGINT' });
  assert.equal(exit, 130, told);
  assert.match(told, /vouchsafe run: 1 call in/);
});

test('an app with an address of its own is told so', async () => {
  const { exit, out, told } = await run(`await ask({ baseURL: '${upstream.base}' });`);
  assert.equal(exit, 0, told);
  assert.match(out, new RegExp(fact));
  assert.match(told, /no call was seen/);
  assert.match(told, /a call with an address of its own \(base_url=, baseURL/);
});
