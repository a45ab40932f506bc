// The list of failures.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { base, opened, texts, visit } from './support/stage.js';

test('failures: what failed is said in words, and more can be had', async () => {
  const page = await visit('/failures', '.failure');
  const { failing } = await (await fetch(`${base}/api/stats`)).json();
  assert.equal(await page.locator('.failure').count(), 50);
  assert.ok(failing > 50);
  assert.ok((await texts(page, '.failure-why')).some((t) => /source[^.]*18 months|1240/.test(t)));
  await page.getByRole('button', { name: 'Show more' }).click();
  await page.waitForFunction((n) => document.querySelectorAll('.failure').length === n, failing);
  assert.equal(await page.locator('.badge.v-grounded').count(), 0);
  await opened.shot('failures');
});

test('failures: filters narrow the list and stay in the address', async () => {
  const page = await visit('/failures', '.failure');
  await page.getByLabel('Finding', { exact: true }).selectOption('snippet-altered');
  await page.waitForFunction(() => document.querySelector('.failure') && [...document.querySelectorAll('.failure-why')].every((e) => e.textContent.includes('snippet-altered')));
  assert.match(page.url(), /finding=snippet-altered/);
  await page.getByLabel('Text', { exact: true }).fill('Ask 4');
  await page.waitForFunction(() => { const n = document.querySelectorAll('.failure').length; return n > 0 && n < 12; });
  assert.ok((await texts(page, '.failure-question')).every((t) => t.includes('Ask 4')));
  await page.reload();
  await page.waitForSelector('.failure');
  assert.equal(await page.getByLabel('Finding', { exact: true }).inputValue(), 'snippet-altered');
  await page.getByLabel('Text', { exact: true }).fill('nothing has these words');
  await page.waitForSelector('.empty');
});

test('exchanges: a share of the proof leads to the answers that are backed so', async () => {
  const page = await visit('/', '.proof-band a');
  const told = Number((await page.locator('.proof-band a').first().textContent()).match(/\((\d+)\)/)[1]);
  await page.locator('.proof-band a').first().click();
  await page.waitForSelector('.failure');
  const { total } = await (await fetch(`${base}/api/traces?${new URL(page.url()).searchParams}`.replace('range=24h', 'since=24h'))).json();
  assert.equal(total, told);
  assert.equal(await page.getByLabel('Proof', { exact: true }).inputValue(), 'own-words');
});

test('exchanges: a phone shows most filters on demand', async () => {
  const page = await visit('/exchanges', '.failure');
  await page.setViewportSize({ width: 390, height: 844 });
  await opened.go('/failures');
  await page.waitForSelector('.failure');
  assert.equal(await page.getByLabel('Conversation', { exact: true }).isVisible(), false);
  await page.getByText('More filters').click();
  assert.equal(await page.getByLabel('Conversation', { exact: true }).isVisible(), true);
  await opened.go('/failures?user=nobody');
  await page.waitForSelector('.empty');
  assert.equal(await page.getByLabel('User', { exact: true }).isVisible(), true);
});

test('exchanges: all of them, those of one document, and those of one column of the chart', async () => {
  const page = await visit('/exchanges', '.failure');
  await page.waitForSelector('.badge.v-grounded');
  await opened.shot('exchanges');
  await opened.go('/failures');
  await page.waitForSelector('.failure');
  await opened.go('/');
  await page.locator('section[aria-labelledby="h-documents"] a').first().click();
  await page.waitForSelector('.failure');
  assert.match(page.url(), /document=/);
  const document = page.getByLabel('Document', { exact: true });
  assert.equal(await document.inputValue(), new URL(page.url()).searchParams.get('document'));
  const some = await page.locator('.failure').count();
  await document.fill('');
  await document.press('Enter');
  await page.waitForFunction((n) => document.querySelectorAll('.failure').length > n || document.querySelector('.more button'), some);
  await opened.go('/');
  await page.locator('.chart .column').last().click();
  await page.waitForSelector('.failure');
  assert.match(page.url(), /exchanges\?since=/);
});

test('exchanges: what the model wrote is searched, and reviewed ones are told apart', async () => {
  const page = await visit('/exchanges?q=1241+degrees', '.failure');
  assert.ok((await texts(page, '.failure-question')).every((t) => t.includes('large kiln')));
  await opened.go('/exchanges?reviewed=false&q=Ask+41');
  await page.waitForSelector('.failure');
  const before = await page.locator('.failure').count();
  await page.locator('.failure [data-kind="right"]').first().click();
  await page.waitForSelector('.failure [aria-pressed="true"]');
  await page.reload();
  await page.waitForFunction((n) => document.querySelectorAll('.failure').length === n, before - 1);
});

test('overview: each count leads to the list of just those', async () => {
  const page = await visit('/', '.counts');
  for (const name of ['held', 'saved', 'changed', 'refused', 'ungrounded']) {
    const item = page.locator(`.counts a:has-text("${name}")`);
    const n = Number((await item.locator('.count').innerText()).replace(/\D/g, ''));
    await item.click();
    await page.waitForSelector('.failure');
    assert.match(await page.innerText('.headline [role="status"]'), new RegExp(`^${n} `), name);
    await page.goBack();
    await page.waitForSelector('.counts');
  }
});

test('access: who has read what', async () => {
  const page = await visit('/access', '.accesses');
  assert.match(await page.innerText('.accesses'), /listed exchanges/);
  assert.match(await page.innerText('.more'), /\d+ of \d+ access/);
  await opened.shot('access');
});

test('access: on a phone each access is read without scrolling sideways', async () => {
  const page = await visit('/access', '.accesses td', { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true });
  assert.ok(await page.evaluate(() => [...document.querySelectorAll('.accesses td')].every((td) => td.getBoundingClientRect().right <= innerWidth)));
  await opened.shot('access-phone');
});

test('failures: j, k and Enter; coming back to the same row', async () => {
  const page = await visit('/failures', '.failure');
  const focused = () => page.evaluate(() => [...document.querySelectorAll('.failure')].indexOf(document.activeElement.closest('.failure')));
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await page.keyboard.press('k');
  assert.equal(await focused(), 1);
  await page.waitForSelector('.failure:nth-child(2) .row-detail li');
  await page.keyboard.press('Enter');
  await page.waitForSelector('.exchange');
  await page.goBack();
  await page.waitForFunction(() => document.activeElement.closest('.failure'));
  assert.equal(await focused(), 1);
  await page.keyboard.press('?');
  await page.waitForSelector('dialog[open]');
  await page.keyboard.press('Escape');
  await page.keyboard.press('/');
  await page.keyboard.type('jjj');
  assert.equal(await page.getByLabel('Text', { exact: true }).inputValue(), 'jjj');
});

test('failures: a verdict is reported by a key, and the report stays', async () => {
  const page = await visit('/failures', '.failure');
  await page.keyboard.press('j');
  await page.keyboard.press('f');
  await page.waitForSelector('.failure:first-child .feedback:has-text("Marked: false refusal")');
  const id = await page.getAttribute('.failure:first-child', 'data-id');
  await page.goto(`${base}/traces/${id}`);
  await page.waitForSelector('.exchange-aside .feedback:has-text("Marked: false refusal")');
});

test('failures: a verdict is reported again, what was said before stays, and is brought back', async () => {
  let page = await visit('/failures', '.failure');
  const id = await page.getAttribute('.failure:last-child', 'data-id');
  const said = async () => (await (await fetch(`${base}/api/traces/${id}`)).json()).feedback;
  await fetch(`${base}/api/feedback`, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({ query_id: id, kind: 'right', comment: 'As the source has it.' }) });
  page = await visit('/failures', `[data-id="${id}"] .feedback:has-text("Marked: right")`);
  const last = page.locator(`[data-id="${id}"] .feedback`);
  assert.equal(await last.locator('[data-kind="right"]').getAttribute('aria-pressed'), 'true');
  await last.getByRole('button', { name: 'False refusal' }).click();
  await last.getByText('Marked: false refusal').waitFor();
  assert.equal((await said()).comment, 'As the source has it.');
  await last.getByRole('button', { name: 'Undo' }).click();
  await last.getByText('Marked: right').waitFor();
  assert.deepEqual([(await said()).kind, (await said()).comment], ['right', 'As the source has it.']);
  assert.equal(await page.evaluate(() => document.activeElement.textContent), 'Withdraw');
});

test('failures: the list is exported', async () => {
  const page = await visit('/failures?q=white%20clay', '.failure');
  for (const format of ['jsonl', 'csv']) {
    const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: new RegExp(format, 'i') }).click()]);
    assert.match(download.suggestedFilename(), new RegExp(`\\.${format}$`));
    const text = await (await download.createReadStream()).toArray().then((parts) => Buffer.concat(parts).toString());
    assert.ok(text.includes('Ask 4') && text.trim().split('\n').length > 1, text.slice(0, 300));
  }
});

test('failures: what was reported is exported for verify', async () => {
  const page = await visit('/failures?q=anvil', '.failure');
  await page.keyboard.press('j');
  await page.keyboard.press('r');
  await page.waitForSelector('.failure:first-child .feedback:has-text("Marked: right")');
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Export feedback' }).click()]);
  const text = await (await download.createReadStream()).toArray().then((parts) => Buffer.concat(parts).toString());
  const rows = text.trim().split('\n').map((line) => JSON.parse(line));
  const row = rows.find((r) => r.feedback.kind === 'right');
  assert.ok(row.chunks.length > 0 && row.question.includes('anvil') && row.attempts.length > 0);
});

test('failures: a period report is printed with no word broken in a table', async () => {
  const page = await visit('/failures', '.failure');
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Period page' }).click()]);
  const html = await (await download.createReadStream()).toArray().then((parts) => Buffer.concat(parts).toString());
  const sheet = await opened.context.newPage();
  await sheet.emulateMedia({ media: 'print' });
  await sheet.setViewportSize({ width: 680, height: 960 }); // A4 within its margins
  await sheet.setContent(html);
  const broken = await sheet.evaluate(() => {
    const out = [];
    for (const cell of document.querySelectorAll('th, td')) {
      const walker = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        for (const word of node.data.matchAll(/[a-z]{4,12}/gi)) {
          const range = document.createRange();
          range.setStart(node, word.index);
          range.setEnd(node, word.index + word[0].length);
          if (range.getClientRects().length > 1) out.push(word[0]);
        }
      }
    }
    return out;
  });
  assert.deepEqual(broken.filter((word) => html.includes(`>${word}<`)), []);
  assert.ok(html.includes('ungrounded'));
  await sheet.close();
});
