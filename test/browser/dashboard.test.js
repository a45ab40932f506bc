// The dashboard, clicked through against the gateway's own binary.
import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { start, until } from '../js/support/rig.js';
import { faint, nameless, tooWide } from './support/audit.js';
import { launch } from './support/browser.js';
import { arabic, asker, heat, hostile, sentence, store } from './support/traffic.js';

const rows = 53; // failures: more than a page of the list holds

let rig, chrome, ask, base, opened;
const made = {};
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
  made.grounded = await ask(heat);
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
async function visit(path, sign, options) {
  opened = await chrome.open(base, options);
  await opened.go(path);
  await opened.page.waitForSelector(sign);
  return opened.page;
}

const texts = (page, selector) => page.locator(selector).allInnerTexts();

test('overview: totals, the chart and its table, what fails most', async () => {
  const page = await visit('/', '.chart');
  assert.match(await page.innerText('.rate'), /%\s+of \d+ verified answers/);
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

test('overview: an app without exchanges says so', async () => {
  const page = await visit('/?app=nobody', '.empty');
  assert.match(await page.innerText('.empty'), /No exchanges/);
});

test('overview: a new exchange appears by itself', async () => {
  const page = await visit('/', '.tail li');
  await page.waitForSelector('.dot.live');
  const { id } = await ask('How many degrees does the large kiln reach, in the end?');
  await page.waitForSelector(`.tail a[href="/traces/${id}"]`);
  await page.getByRole('button', { name: 'Pause' }).click();
  const later = await ask('How many degrees does the large kiln reach, finally?');
  await page.waitForTimeout(500);
  assert.equal(await page.locator(`.tail a[href="/traces/${later.id}"]`).count(), 0);
  await page.getByRole('button', { name: 'Pause' }).click();
  await page.waitForSelector(`.tail a[href="/traces/${later.id}"]`);
});

test('failures: what failed is said in words, and more can be had', async () => {
  const page = await visit('/failures', '.failure');
  const { failing } = await (await fetch(`${base}/api/stats`)).json();
  assert.equal(await page.locator('.failure').count(), 50);
  assert.ok(failing > 50);
  assert.ok((await texts(page, '.failure-why')).some((t) => t.includes('not in the source')));
  await page.getByRole('button', { name: 'Show more' }).click();
  await page.waitForFunction((n) => document.querySelectorAll('.failure').length === n, failing);
  assert.equal(await page.locator('.badge.v-grounded').count(), 0);
  await opened.shot('failures');
});

test('failures: filters narrow the list and stay in the address', async () => {
  const page = await visit('/failures', '.failure');
  await page.getByLabel('Finding', { exact: true }).selectOption('snippet-altered');
  await page.waitForFunction(() => document.querySelector('.failure') && [...document.querySelectorAll('.failure-why')].every((e) => e.textContent.includes('differs where it matters')));
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

test('failures: the list is exported', async () => {
  const page = await visit('/failures?q=Ask%204', '.failure');
  for (const format of ['jsonl', 'csv']) {
    const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: new RegExp(format, 'i') }).click()]);
    assert.match(download.suggestedFilename(), new RegExp(`\\.${format}$`));
    const text = await (await download.createReadStream()).toArray().then((parts) => Buffer.concat(parts).toString());
    assert.ok(text.includes('Ask 4') && text.trim().split('\n').length > 1, text.slice(0, 300));
  }
});

test('failures: reports are exported as rows for verify', async () => {
  const page = await visit('/failures?q=anvil', '.failure');
  await page.keyboard.press('j');
  await page.keyboard.press('r');
  await page.waitForSelector('.failure:first-child .feedback:has-text("Marked: right")');
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Export reports' }).click()]);
  const text = await (await download.createReadStream()).toArray().then((parts) => Buffer.concat(parts).toString());
  const rows = text.trim().split('\n').map((line) => JSON.parse(line));
  const row = rows.find((r) => r.kind === 'right');
  assert.equal(row.expected, 'fail');
  assert.ok(row.chunks.length > 0 && row.answer.includes('anvil'));
});

test('exchange: a repaired answer, its source, and both readings of what failed', async () => {
  const page = await visit(`/traces/${made.repaired.id}`, '.exchange');
  assert.equal(await page.innerText('h1'), heat);
  assert.equal(await page.innerText('.answer .claim'), 'The large kiln reaches 1240 degrees after seven hours.');
  assert.equal(await page.innerText('.pair .source blockquote mark'), 'The large kiln reaches 1240 degrees after seven hours.');
  assert.equal(await page.innerText('.timeline mark.wrong'), '1241');
  assert.equal(await page.innerText('.timeline mark.right'), '1240');
  assert.deepEqual(await texts(page, '.timeline h3'), ['Asked for an answer that cites', 'Told what failed, and asked again', 'The corrected answer passed.']);
  assert.match(await page.innerText('section[aria-labelledby="h-latency"]'), /The model[\s\S]*Verifying/);
  await page.click('.step summary');
  assert.match(await page.innerText('.step pre'), /"segments"/);
  await page.click('.answer .claim');
  assert.equal(await page.evaluate(() => document.activeElement.id), 'statement-1');
  await opened.shot('repaired');
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

test('exchange: a right quote that does not carry the statement', async () => {
  const page = await visit(`/traces/${made.misread.id}`, '.exchange');
  assert.match(await page.innerText('.pair .said'), /1241[\s\S]*Not carried by what it cites[\s\S]*claim-number/);
  assert.match(await page.innerText('.pair .source'), /1240[\s\S]*Quoted word for word/);
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

test('hostile HTML in question, chunk, title and address is text', async () => {
  for (const [path, sign] of [[`/traces/${made.hostile.id}`, '.exchange'], [`/traces/${made.told.id}`, '.exchange'], ['/failures?q=anvil', '.failure'], ['/', '.tail li']]) {
    const page = await visit(path, sign);
    await page.waitForTimeout(150);
    assert.ok((await page.innerText('main')).includes(hostile.sign), path);
    assert.equal(await page.locator('main script, main img, main svg[onload], main b, a[href^="javascript:"]').count(), 0);
    assert.notEqual(await page.title(), 'owned');
    assert.equal(await page.evaluate(tooWide), 0);
    await opened.shot(`hostile-${path.length}`);
    assert.deepEqual(opened.amiss, []);
    await opened.close();
  }
  await visit('/', '.chart');
});

test('right-to-left text is laid out as such, its evidence marked to the letter', async () => {
  const page = await visit(`/traces/${made.arabic.id}#nusakh`, '.chunk.pointed');
  assert.equal(await page.innerText('.chunk.pointed mark'), arabic.quote);
  for (const selector of ['h1', '.answer', '.chunk.pointed blockquote']) {
    assert.equal(await page.locator(selector).first().evaluate((e) => getComputedStyle(e).direction), 'rtl', selector);
  }
  await opened.shot('arabic');
});

const everyPage = () => [['/', '.chart'], ['/failures', '.failure'], [`/traces/${made.repaired.id}#kiln-4`, '.chunk.pointed'], [`/traces/${made.refused.id}`, '.exchange']];

for (const colorScheme of ['light', 'dark']) {
  test(`every page can be read in the ${colorScheme} theme, and by screen readers`, async () => {
    for (const [path, sign] of everyPage()) {
      const page = await visit(path, sign, { colorScheme });
      if (path === '/failures') await page.keyboard.press('j');
      assert.deepEqual(await page.evaluate(faint), [], path);
      assert.deepEqual(await page.evaluate(nameless), [], path);
      await opened.shot(`${colorScheme}-${sign.slice(1, 6)}`);
      assert.deepEqual(opened.amiss, []);
      if (path !== everyPage().at(-1)[0]) await opened.close();
    }
  });
}

test('every page fits a phone', async () => {
  for (const [path, sign] of everyPage()) {
    const page = await visit(path, sign, { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true });
    assert.equal(await page.evaluate(tooWide), 0, path);
    assert.deepEqual(await page.evaluate(faint), [], path);
    await opened.shot(`phone-${sign.slice(1, 6)}`);
    if (path !== everyPage().at(-1)[0]) await opened.close();
  }
});

test('the theme is switched, and kept', async () => {
  const page = await visit('/', '.chart', { colorScheme: 'light' });
  const paper = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const light = await paper();
  await page.click('#theme');
  await page.click('#theme');
  const dark = await paper();
  assert.notEqual(dark, light);
  await page.reload();
  assert.equal(await paper(), dark);
  assert.match(await page.getAttribute('#theme', 'aria-label'), /dark/);
});

test('nothing moves for those who asked for that', async () => {
  const page = await visit('/', '.tail li');
  assert.equal(await page.evaluate(() => document.getAnimations().length), 0);
});

test('a gateway that is away is told, with a way on', async () => {
  const page = await visit('/failures', '.failure');
  await page.route('**/api/**', (route) => route.abort());
  await page.getByLabel('Verdict', { exact: true }).selectOption('refused');
  await page.waitForSelector('.notice.bad');
  assert.match(await page.innerText('.notice.bad'), /cannot be reached/);
  await page.unroute('**/api/**');
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.waitForSelector('.failure');
  opened.amiss.splice(0, opened.amiss.length, ...opened.amiss.filter((text) => !text.includes('ERR_FAILED')));
});
