// The overview.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ask, opened, texts, visit } from './support/stage.js';

test('overview: totals, the chart and its table, what fails most', async () => {
  const page = await visit('/', '.chart');
  assert.match(await page.innerText('.rate'), /%\s+failure rate: \d+ grounding failures of \d+ verified answers/);
  assert.ok((await texts(page, '.verdicts .badge')).some((t) => t.includes('refused')));
  assert.ok(await page.locator('.chart .column').count() >= 24);
  await page.click('text=The same as a table');
  const columns = await texts(page, '.figures thead th');
  assert.ok(columns.includes('refused') && columns.includes('all'), columns.join());
  assert.ok((await texts(page, '.ranks code')).includes('snippet-not-found'));
  assert.match(await page.innerText('section[aria-labelledby="h-documents"]'), /%/);
  assert.match(await page.innerText('section[aria-labelledby="h-chunks"]'), /White clay/);
  await opened.shot('overview');
});

test('overview: the chart is read out by the arrow keys', async () => {
  const page = await visit('/', '.chart');
  await page.focus('.chart');
  await page.keyboard.press('ArrowLeft');
  assert.match(await page.innerText('#said'), /refused \d+/);
});

test('overview: an app and a time are chosen, and stay in the address', async () => {
  const page = await visit('/', '.chart');
  await page.getByLabel('App', { exact: true }).selectOption('default');
  await page.waitForSelector('h1:text("default")');
  await page.getByRole('button', { name: 'Week' }).click();
  await page.waitForSelector('button[aria-pressed="true"]:text("Week")');
  assert.match(page.url(), /\?app=default&range=7d$/);
  await page.goBack();
  await page.waitForSelector('button[aria-pressed="true"]:text("Day")');
});

test('overview: a time is named by how long ago it was', async () => {
  for (const query of ['since=7d', 'since=1h30m&until=0.5s', 'since=90m&app=default']) {
    const page = await visit(`/?${query}`, '.chart');
    assert.match(await page.innerText('.before'), /The time before/);
  }
});

test('overview: an app without exchanges says so', async () => {
  const page = await visit('/?app=nobody', '.empty');
  assert.match(await page.innerText('.empty'), /No exchanges/);
});

test('overview: the time before stands beside, axes have units, and proof is drawn over time', async () => {
  const page = await visit('/', '.chart');
  assert.match(await page.innerText('.before'), /The time before/);
  assert.match((await page.locator('.chart .tick').allTextContents()).join(' '), /exchanges per hour[\s\S]*your local time/);
  assert.match(await page.innerText('section[aria-labelledby="h-proof"]'), /own-words/i);
  assert.ok(await page.locator('section[aria-labelledby="h-proof"] rect.p-own-words').count() > 0);
  assert.match(await page.innerText('section[aria-labelledby="h-rates"]'), /reaches from 0 to 100 %/);
});

test('overview: a new exchange appears by itself', async () => {
  const page = await visit('/', '.tail li');
  await page.waitForSelector('.dot.live');
  const { id } = await ask('How many degrees does the large kiln reach, in the end?');
  await page.waitForSelector(`.tail a[href="/traces/${id}"]`);
  await page.getByRole('button', { name: 'Pause' }).click();
  const later = await ask('How many degrees does the large kiln reach, finally?');
  await page.waitForTimeout(4000);
  assert.equal(await page.locator(`.tail a[href="/traces/${later.id}"]`).count(), 0);
  await page.getByRole('button', { name: 'Pause' }).click();
  await page.waitForSelector(`.tail a[href="/traces/${later.id}"]`);
});

test('overview: what judges did, and what is cited and not proven', async () => {
  const page = await visit('/', '.chart');
  await page.route('**/api/stats?*', async (route) => {
    const response = await route.fetch();
    const stats = await response.json();
    const judge = { name: '<b>mini</b>', claims: 50, asked: 20, rejected: 5, calls: 12, tokens: 3400 };
    await route.fulfill({ response, json: { ...stats, judges: [judge], by_proof: { 'own-words': 5, cited: 3 } } });
  });
  await page.getByRole('button', { name: 'Week' }).click();
  await page.waitForSelector('section[aria-labelledby="h-judges"]');
  const cells = await texts(page, 'section[aria-labelledby="h-judges"] tbody th, section[aria-labelledby="h-judges"] tbody td');
  assert.deepEqual(cells.map((c) => c.replace(/\s+/g, ' ')), ['<b>mini</b>', '40.0 % 20 of 50', '25.0 % 5 of 20', '12 3,400']);
  assert.match(await page.innerText('.panel'), /% cited \(3\)/);
  await page.unroute('**/api/stats?*');
});
