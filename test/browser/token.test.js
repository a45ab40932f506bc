// The dashboard behind a token, and links from answers to it.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, before, test } from 'node:test';
import { start, until } from '../js/support/rig.js';
import { launch } from './support/browser.js';
import { asker, store } from './support/traffic.js';

const token = 'correct-horse-battery-staple';
const viewer = 'vs-somebody-who-only-looks';
let rig, chrome;
before(async () => {
  [rig, chrome] = await Promise.all([start({ admin: `token: "${token}", public_url: "http://dashboard.example/", keys: {support: {hash: "sha256:${createHash('sha256').update(viewer).digest('hex')}", role: viewer}}` }), launch()]);
});
after(async () => {
  await chrome?.close();
  await rig?.stop();
});

test('a token is asked for, tried, and kept in the tab only', async () => {
  const { page, amiss, go, close, shot } = await chrome.open(rig.admin);
  await go('/');
  await page.waitForSelector('dialog[open]');
  await shot('token');
  await page.getByLabel('Token', { exact: true }).fill('wrong');
  await page.keyboard.press('Enter');
  await page.waitForSelector('dialog[open]:has-text("does not know this token")');
  await page.getByLabel('Token', { exact: true }).fill(token);
  await page.keyboard.press('Enter');
  await page.waitForSelector('.empty, .chart');
  assert.equal(await page.locator('dialog[open]').count(), 0);
  assert.equal(await page.evaluate(() => JSON.stringify(localStorage)), '{}');
  assert.equal(await page.evaluate(() => document.cookie), '');
  await page.reload();
  await page.waitForSelector('.empty, .chart');
  assert.deepEqual(amiss.filter((text) => !text.includes('401')), []);
  await close();
});

test('the link of an answer leads to its evidence', async () => {
  const { id, reply } = await asker(rig.base)(store);
  const [{ url_citation: cited }] = reply.choices[0].message.annotations;
  assert.ok(cited.url.startsWith(`http://dashboard.example/traces/${id}#`), cited.url);
  await until('the exchange is stored', async () => (await fetch(`${rig.admin}/api/traces/${id}`, { headers: { Authorization: `Bearer ${token}` } })).ok);
  const { page, go, close } = await chrome.open(rig.admin);
  await go(cited.url.slice('http://dashboard.example'.length));
  await page.getByLabel('Token', { exact: true }).fill(token);
  await page.keyboard.press('Enter');
  await page.waitForSelector('.chunk.pointed');
  assert.equal(await page.innerText('.chunk.pointed mark'), 'White clay is kept in the cellar for at most 18 months.');
  await close();
});

test('a viewer is offered nothing that a viewer may not do', async () => {
  const { id } = await asker(rig.base)(store);
  await until('the exchange is stored', async () => (await fetch(`${rig.admin}/api/traces/${id}`, { headers: { Authorization: `Bearer ${token}` } })).ok);
  const offered = async (key) => {
    const { page, amiss, go, close, shot } = await chrome.open(rig.admin);
    await go('/exchanges');
    await page.getByLabel('Token', { exact: true }).fill(key);
    await page.keyboard.press('Enter');
    await page.waitForSelector('.failure');
    await page.waitForSelector(':root[data-role]');
    await page.keyboard.press('j');
    await page.keyboard.press('r');
    const out = await page.locator('button:visible, nav a:visible').allInnerTexts();
    await go(`/traces/${id}`);
    await page.waitForSelector('.exchange');
    await page.waitForSelector(':root[data-role]');
    out.push(...await page.locator('button:visible').allInnerTexts());
    await shot(`role-${key === token ? 'admin' : 'viewer'}`);
    assert.deepEqual(amiss.filter((text) => !text.includes('401')), []);
    await close();
    return out.map((text) => text.trim());
  };
  const officers = ['Export JSONL', 'Export CSV', 'Export feedback', 'Period page', 'Evidence page', 'Right', 'False refusal', 'Access'];
  const [few, all] = [await offered(viewer), await offered(token)];
  assert.deepEqual(officers.filter((name) => few.includes(name)), []);
  assert.deepEqual(officers.filter((name) => !all.includes(name)), []);
});
