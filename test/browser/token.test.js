// The dashboard behind a token, and links from answers to it.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { start, until } from '../js/support/rig.js';
import { launch } from './support/browser.js';
import { asker, store } from './support/traffic.js';

const token = 'correct-horse-battery-staple';
let rig, chrome;
before(async () => {
  [rig, chrome] = await Promise.all([start({ admin: `token: "${token}", public_url: "http://dashboard.example/"` }), launch()]);
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
