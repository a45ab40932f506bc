// The dashboard's modules that only think, called inside the page.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { start } from '../js/support/rig.js';
import { launch } from './support/browser.js';

let rig, chrome, opened;
before(async () => {
  [rig, chrome] = await Promise.all([start(), launch()]);
  opened = await chrome.open(rig.admin);
  await opened.go('/');
});
after(async () => {
  await chrome?.close();
  await rig?.stop();
});

// run calls a function of a module with arguments.
const run = (module, name, ...args) => opened.page.evaluate(
  async ([path, name, args]) => (await import(path))[name](...args), [`/assets/js/${module}.js`, name, args]);

test('compare: what another text has not', async () => {
  const marked = (parts) => parts.map((p) => (p.differs ? `<${p.text}>` : p.text)).join('');
  for (const [text, other, want] of [
    ['take 6 mg daily', 'take 5 mg daily', 'take <6> mg daily'],
    ['do not take it', 'do take it', 'do <not >take it'],
    ['the same', 'the same', 'the same'],
    ['5.5 mg', '5,5 mg', '5<.>5 mg'],
    ['21 يومًا', '20 يومًا', '<21> يومًا'],
    ['', 'something', ''],
    ['all new', '', '<all new>'],
  ]) assert.equal(marked(await run('compare', 'compare', text, other)), want);
});

test('compare: texts that are too long are told as they are', async () => {
  const long = 'word '.repeat(5000);
  assert.deepEqual(await run('compare', 'compare', long, `${long}more`), [{ text: long, differs: false }]);
});

test('choices: nothing said of one choice stands for another', async () => {
  const whole = {
    verdict: 'refused', answer: 'Nine. [1]\n\nNo.', citations: [{ number: 1 }, { number: 2 }],
    claims: [{ text: 'Nine.', start: 0, end: 5, citations: [1] }, { text: 'Two.', start: null, end: null, citations: [] }],
    findings: [{ code: 'claim-number', claim: 1 }, { code: 'snippet-not-found', citation: 2 }],
    choices: [{ index: 0, citations: 1, claims: 1, findings: 0, verdict: 'grounded', answer: 'Nine. [1]', start: 0 },
      { index: 1, citations: 1, claims: 1, findings: 2, verdict: 'refused', answer: 'No.', start: 11 }],
    attempts: [{ claims: [{ text: 'Two.', citations: [] }], citations: [], findings: [{ code: 'claim-number', claim: 0 }], choices: [{ index: 1, citations: 0, claims: 1, findings: 1 }] }],
  };
  const [first, second] = await run('exchange/choices', 'choices', whole);
  assert.deepEqual([first.verdict, first.answer, first.claims.map((c) => c.text), first.findings, first.attempts], ['grounded', 'Nine. [1]', ['Nine.'], [], []]);
  assert.deepEqual([second.verdict, second.claims.map((c) => c.text), second.first, second.attempts.length], ['refused', ['Two.'], 1, 1]);
  assert.deepEqual(second.findings.map((f) => [f.claim ?? null, f.citation ?? null]), [[0, null], [null, 1]]);
  assert.equal((await run('exchange/choices', 'choices', { ...whole, choices: null })).length, 1);
});

test('text: code points, not UTF-16 units', async () => {
  const points = await run('text', 'points', '😀 a𝄞b');
  assert.deepEqual(points, ['😀', ' ', 'a', '𝄞', 'b']);
  assert.equal(await run('text', 'slice', points, 2, 4), 'a𝄞');
  assert.equal(await run('text', 'placed', 2, 5, points), true);
  for (const [start, end] of [[2, 6], [-1, 2], [3, 3], [null, 2], [0.5, 2]]) assert.equal(await run('text', 'placed', start, end, points), false);
  assert.equal(await run('text', 'shorten', '  a\n 😀😀😀 ', 4), 'a 😀😀…');
});

test('series: every column is there, the empty ones too', async () => {
  const at = Date.parse('2026-11-20T12:30:00Z');
  const hours = await run('series', 'columns', [
    { start: '2026-11-20T11:00:00Z', by_verdict: { grounded: 2 } }, { start: '2026-11-20T12:00:00Z', by_verdict: { refused: 1, grounded: 1 } },
    { start: '2020-01-01T00:00:00Z', by_verdict: { grounded: 9 } },
  ], at - 3 * 3600e3, at);
  assert.deepEqual(hours.map((c) => c.total), [0, 0, 2, 2]);
  const days = await run('series', 'columns', [{ start: '2026-11-14T00:00:00Z', by_verdict: { failed: 3 } }], at - 7 * 86400e3, at);
  assert.deepEqual(days.map((c) => c.total), [0, 3, 0, 0, 0, 0, 0, 0]);
});

test('format: a share is never rounded to all or nothing', async () => {
  for (const [part, of, want] of [[0, 0, '–'], [0, 5, '0 %'], [5, 5, '100 %'], [1, 3, '33.3 %'], [99999, 100000, '99.9 %'], [1, 100000, '< 0.1 %']]) {
    assert.equal(await run('format', 'share', part, of), want);
  }
  for (const [ms, want] of [[0.204, '204 µs'], [2.64, '2.6 ms'], [563.2, '563 ms'], [1234, '1.23 s'], [61000, '1 min 1 s'], [null, '–']]) {
    assert.equal(await run('format', 'duration', ms), want);
  }
});

test('legible: what was hashed is told as such', async () => {
  const hash = `hmac-sha256:${'0a'.repeat(16)}:23`;
  assert.deepEqual(await run('legible', 'legible', { question: hash, chunks: [{ chunk_id: 'c1', text: hash }], claims: [{ text: hash, start: null }], n: 3 }),
    { question: '(23 characters, not kept)', chunks: [{ chunk_id: 'c1', text: '' }], claims: [{ text: '(23 characters, not kept)', start: null }], n: 3 });
});

test('router: the handle of a chunk, however it is written; a broken one stands for itself', async () => {
  assert.equal(await run('router', 'decode', 'clay%2B2'), 'clay+2');
  assert.equal(await run('router', 'decode', '100%'), '100%');
});

// failing=true and feedback=true in an address were passed over without a word: the page showed all exchanges.
test('filters: every filter of the API in an address is asked for', async () => {
  const asked = (address, failing) => opened.page.evaluate(async ([address, failing]) => {
    const { read, request } = await import('/assets/js/pages/filters.js');
    return Object.fromEntries(Object.entries(request(read(new URLSearchParams(address)), { failing })).filter(([, value]) => value));
  }, [address, failing]);
  assert.deepEqual(await asked('failing=true'), { failing: 'true' });
  assert.deepEqual(await asked('feedback=true'), { reviewed: 'true' });
  assert.deepEqual(await asked('feedback=true', true), { failing: 'true', reviewed: 'true' });
  assert.deepEqual(await asked('feedback=odd&app=a'), { feedback: 'odd', app: 'a' });
});
