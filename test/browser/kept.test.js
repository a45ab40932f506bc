// The dashboard over a ledger that keeps no texts, and over none at all.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { start, until } from '../js/support/rig.js';
import { launch } from './support/browser.js';
import { asker, heat } from './support/traffic.js';

let rig, chrome;
before(async () => {
  [rig, chrome] = await Promise.all([start({ ledger: 'content: hashed' }), launch()]);
});
after(async () => {
  await chrome?.close();
  await rig?.stop();
});

test('of texts that were not kept the length is told', async () => {
  const { id } = await asker(rig.base)(heat, { model: 'extractive:number' });
  await until('the exchange is stored', async () => (await fetch(`${rig.admin}/api/traces/${id}`)).ok);
  const { page, amiss, go, close, shot } = await chrome.open(rig.admin);
  for (const [path, sign] of [['/failures', '.failure'], [`/traces/${id}`, '.exchange'], ['/', '.tail li']]) {
    await go(path);
    await page.waitForSelector(sign);
    const text = await page.innerText('main');
    assert.ok(text.includes(`(${[...heat].length} characters, not kept)`), path);
    assert.ok(!text.includes('hmac-'), path);
    await shot(`hashed-${sign.slice(1, 5)}`);
  }
  assert.deepEqual(amiss, []);
  await close();
});

test('without a store the dashboard says where to get one', async () => {
  const bare = await start({ ledger: 'store: {driver: none}' });
  const { page, go, close } = await chrome.open(bare.admin);
  await go('/');
  await page.waitForSelector('.notice.bad');
  assert.match(await page.innerText('.notice.bad'), /ledger\.store/);
  await close();
  await bare.stop();
});
