// One exchange.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { made, opened, texts, visit } from './support/stage.js';
import { heat } from './support/traffic.js';

test('exchange: a repaired answer, its source, and both readings of what failed', async () => {
  const page = await visit(`/traces/${made.repaired.id}`, '.exchange');
  assert.equal(await page.innerText('h1'), heat);
  assert.equal(await page.innerText('.answer .claim'), 'The large kiln reaches 1240 degrees after seven hours.');
  assert.equal(await page.innerText('.pair .source blockquote mark'), 'The large kiln reaches 1240 degrees after seven hours.');
  assert.equal(await page.innerText('.timeline mark.wrong'), '1241');
  assert.equal(await page.innerText('.timeline mark.right'), '1240');
  assert.deepEqual(await texts(page, '.timeline h3'), ['Asked for an answer that cites', 'Told what failed, and asked again', 'The corrected answer passed.']);
  assert.match(await page.innerText('section[aria-labelledby="h-latency"]'), /The model[\s\S]*Verifying/);
  await opened.picture('exchange');
  await page.click('.step summary');
  assert.match(await page.innerText('.step pre'), /"segments"/);
  await page.click('.answer .claim');
  assert.equal(await page.evaluate(() => document.activeElement.id), 'statement-1');
  await opened.shot('repaired');
});

test('exchange: previous and next in the list that it was opened from', async () => {
  const page = await visit('/failures', '.failure');
  const ids = await page.locator('.failure').evaluateAll((all) => all.map((e) => e.dataset.id));
  await page.locator('.failure a.failure-link').nth(1).click();
  await page.waitForSelector('.neighbours');
  assert.match(await page.innerText('.neighbours'), new RegExp(`2 of ${ids.length} listed`));
  await page.getByRole('link', { name: 'Next' }).click();
  await page.waitForURL(`**/traces/${ids[2]}`);
  await page.waitForSelector('.neighbours');
  await page.keyboard.press('k');
  await page.waitForURL(`**/traces/${ids[1]}`);
  await page.waitForSelector('.neighbours');
  await page.keyboard.press('k');
  await page.waitForURL(`**/traces/${ids[0]}`);
  await page.waitForSelector('.neighbours:has-text("1 of")');
  assert.equal(await page.getByRole('link', { name: 'Previous' }).count(), 0);
});

test('exchange: a report is undone', async () => {
  const page = await visit(`/traces/${made.arabic.id}`, '.exchange');
  const state = page.locator('.exchange-aside .feedback [role="status"]');
  await page.locator('.exchange-aside [data-kind="right"]').click();
  await page.waitForSelector('.exchange-aside .feedback:has-text("Marked: right")');
  await page.locator('.exchange-aside [data-kind="false_refusal"]').click();
  await page.waitForSelector('.exchange-aside .feedback:has-text("Marked: false refusal")');
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.waitForSelector('.exchange-aside .feedback:has-text("Marked: right")');
  await page.reload();
  await page.waitForSelector('.exchange-aside .feedback:has-text("Marked: right")');
  await page.getByRole('button', { name: 'Withdraw' }).click();
  await page.waitForSelector('.exchange-aside .feedback:has-text("Withdrawn")');
  await page.reload();
  await page.waitForSelector('.exchange');
  assert.equal(await state.innerText(), '');
});

test('exchange: a user leads to all of their exchanges', async () => {
  const page = await visit(`/traces/${made.grounded.id}`, '.exchange');
  await page.getByRole('link', { name: 'u-17' }).click();
  await page.waitForSelector('.failure');
  assert.equal(await page.locator('.failure').count(), 1);
  assert.equal(await page.getByLabel('User', { exact: true }).inputValue(), 'u-17');
  assert.match(await page.innerText('.headline'), /1 exchange/);
  await page.getByLabel('User', { exact: true }).fill('nobody');
  await page.keyboard.press('Enter');
  await page.waitForSelector('.empty');
});

test('exchange: what a heal changed', async () => {
  const page = await visit(`/traces/${made.healed.id}`, '.exchange');
  assert.match(await page.innerText('.pair .heal'), /kiln-4[\s\S]*clay\+2/);
});

test('exchange: what was refused, and why', async () => {
  const page = await visit(`/traces/${made.refused.id}`, '.exchange');
  assert.match(await page.innerText('section[aria-labelledby="h-answer"]'), /instead[\s\S]*can't answer/);
  assert.match(await page.innerText('.pair .quote'), /nineteen towns/);
  await opened.shot('refused');
});

test('exchange: what does not hold is replaced with its source\'s words', async () => {
  const page = await visit(`/traces/${made.misread.id}`, '.exchange');
  assert.match(await page.innerText('.verdict'), /quoted/);
  assert.match(await page.innerText('.pair .said'), /1240[\s\S]*The source’s own words/);
  assert.match(await page.innerText('.pair .source'), /1240[\s\S]*Quoted word for word/);
  assert.match((await texts(page, '.taken-out del')).join(), /1241/);
  assert.match(await page.innerText('.timeline'), /claim-number[\s\S]*1241/);
  await opened.shot('quoted');
});

test('exchange: what was taken out of an answer', async () => {
  const page = await visit(`/traces/${made.redacted.id}`, '.exchange');
  assert.match(await page.innerText('.verdict'), /redacted/);
  assert.deepEqual(await texts(page, '.taken-out del'), ['Independent inspectors confirmed this in a later survey of nineteen towns.']);
  assert.ok(!(await page.innerText('.answer')).includes('inspectors'));
  await opened.shot('redacted');
});

test('exchange: one that was only observed tells what was found', async () => {
  const page = await visit(`/traces/${made.watched.id}`, '.exchange');
  assert.match(await page.innerText('.verdict'), /ungrounded/);
  assert.match(await page.innerText('section[aria-labelledby="h-found"]'), /number/);
  await page.waitForSelector('.pair .source.near, .pair .source');
  assert.match(await page.innerText('.pair .source'), /1240/);
  await opened.shot('observed');
});

test('exchange: an answer in the client\'s own form is indented, its claims at their paths', async () => {
  const page = await visit(`/traces/${made.form.id}`, '.exchange');
  assert.match(await page.innerText('section[aria-labelledby="h-answer"] pre'), /^\{\n {2}"/);
  assert.match(await page.innerText('.pair'), /At \//);
  await opened.shot('own-form');
});

test('exchange: an address leads to a chunk, however its name is written', async () => {
  for (const [fragment, text] of [['clay%2B2', 'White clay'], ['glaze+5', 'Tin glaze'], ['glaze%205', 'Tin glaze']]) {
    const page = await visit(`/traces/${made.repaired.id}#${fragment}`, '.chunk.pointed');
    assert.ok((await page.innerText('.chunk.pointed')).includes(text));
    assert.ok(await page.locator('.chunk.pointed').evaluate((e) => document.activeElement === e));
    const box = await page.locator('.chunk.pointed').boundingBox();
    assert.ok(box.y >= 0 && box.y < 900, JSON.stringify(box));
    if (fragment !== 'glaze%205') await opened.close();
  }
});

test('exchange: a trace that is not there, and an address that is none', async () => {
  const page = await visit('/traces/vt_nothing', '.empty');
  assert.match(await page.innerText('.empty'), /no such exchange/i);
  opened.amiss.splice(0, opened.amiss.length, ...opened.amiss.filter((text) => !text.includes('404')));
  await page.evaluate(() => { history.pushState(null, '', '/elsewhere'); dispatchEvent(new PopStateEvent('popstate')); });
  await page.waitForSelector('text=There is no such page');
});

test('exchange: the proof is saved as one page', async () => {
  const page = await visit(`/traces/${made.misread.id}`, '.exchange');
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Evidence page' }).click();
  const path = await (await saved).path();
  const html = await readFile(path, 'utf8');
  assert.match(html, /SHA-256 of the trace/);
  assert.match(html, /1241[\s\S]*1240/);
  if (!process.env.SCREENSHOTS) return;
  const file = await opened.context.newPage();
  await file.setContent(html);
  await file.screenshot({ path: `${process.env.SCREENSHOTS}/evidence-report.png`, fullPage: true });
});
