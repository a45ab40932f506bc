// What holds of every page, and in bad company.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { faint, nameless, tooWide } from './support/audit.js';
import { made, opened, visit } from './support/stage.js';
import { arabic, hostile } from './support/traffic.js';

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

test('on a phone the longest name of an app widens nothing, and the header breaks no word', async () => {
  const page = await visit('/', '.chart', { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true });
  await page.evaluate(() => document.querySelector('select').add(new Option('clinic-'.repeat(9))));
  assert.equal(await page.evaluate(tooWide), 0);
  for (const selector of ['.brand', '.top nav a', '#theme']) {
    const tall = await page.locator(selector).evaluateAll((all) => all.map((e) => e.getBoundingClientRect()).filter((r) => r.height > 44 || r.bottom > 60));
    assert.deepEqual(tall, [], selector);
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
