// The apps of examples/, run as their README says.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import { start } from './support/rig.js';

const run = promisify(execFile);
const examples = resolve(import.meta.dirname, '../../examples');

let rig;
before(async () => {
  await run('go', ['build', '-o', '/dev/null', '.'], { cwd: resolve(examples, 'go') }); // outside of any test's time
  rig = await start();
});
after(() => rig.stop());

const apps = { node: ['node', 'ask.js'], go: ['go', 'run', '.'] };
for (const [name, [program, ...args]] of Object.entries(apps)) {
  const ask = (model) =>
    run(program, [...args, 'How long are backups kept?'], {
      cwd: resolve(examples, name),
      env: { ...process.env, OPENAI_BASE_URL: rig.base, OPENAI_API_KEY: 'sk-client', MODEL: model },
    });

  test(`${name}: prints the verified answer`, { timeout: 300_000 }, async () => {
    const { stdout } = await ask('extractive');
    assert.match(stdout, /They are kept for 21 days\./);
    assert.match(stdout, /verdict: (grounded|healed)/);
  });

  test(`${name}: prints nothing that is made up`, { timeout: 300_000 }, async () => {
    const { stdout } = await ask('extractive:invent-all');
    assert.doesNotMatch(stdout, /nineteen towns/);
    assert.match(stdout, /verdict: refused/);
  });
}
