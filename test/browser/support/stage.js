// A gateway with exchanges of every kind, and a browser in front of it. A suite
// that imports this has both for as long as it runs; whatever is amiss with a
// page fails the test that opened it.
import assert from 'node:assert/strict';
import { after, afterEach, before } from 'node:test';
import { start, until } from '../../js/support/rig.js';
import { launch } from './browser.js';
import { arabic, asker, heat, hostile, sentence, store } from './traffic.js';

const rows = 53; // failures: more than a page of the list holds

export let chrome, ask, base, opened;
export const made = {};
let rig;
before(async () => {
  [rig, chrome] = await Promise.all([start(), launch()]);
  base = rig.admin;
  ask = asker(rig.base);
  made.refused = await ask(heat, { model: 'extractive:invent-all' });
  for (let i = 1; i < rows; i++) await ask(`${store} Ask ${i}`, { model: i % 2 ? 'extractive:invent-all' : 'extractive:number' });
  made.misread = await ask(heat, { model: 'extractive:number-text' });
  made.healed = await ask(store, { model: 'extractive:wrong-chunk' });
  made.repaired = await ask(heat, { model: 'extractive:number-once' });
  made.hostile = await ask(hostile.question, { model: 'extractive:number', system: hostile.system });
  made.told = await ask(hostile.question, { system: hostile.system });
  made.arabic = await ask(arabic.question, { system: arabic.system });
  made.redacted = await ask(`${heat} And for how many months is white clay kept?`, { model: 'extractive:invent' });
  made.watched = await asker(`${rig.url}/watched/v1`)(heat, { model: 'extractive:number+prose' });
  made.form = await ask(heat, { format: sentence });
  made.grounded = await ask(heat, { user: 'u-17' });
  await until('all exchanges are stored', async () => (await (await fetch(`${base}/api/stats`)).json()).total >= rows + 10);
});
after(async () => {
  await chrome?.close();
  await rig?.stop();
});
afterEach(async () => {
  const { amiss } = opened;
  await opened.close();
  assert.deepEqual(amiss, []);
});

// visit opens a page and waits until it shows what it was opened for.
export async function visit(path, sign, options) {
  opened = await chrome.open(base, options);
  await opened.go(path);
  await opened.page.waitForSelector(sign);
  return opened.page;
}

export const texts = (page, selector) => page.locator(selector).allInnerTexts();
