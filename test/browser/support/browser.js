// A headless Chromium that lets nothing pass unnoticed: messages on the
// console, errors, breaches of the content policy, requests to other hosts.
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from 'playwright-core';

export async function launch() {
  const executablePath = process.env.CHROMIUM || '/usr/bin/chromium';
  if (!existsSync(executablePath)) throw new Error('there is no Chromium: apt-get install chromium, or name a browser in CHROMIUM');
  const browser = await chromium.launch({ executablePath, args: process.getuid() === 0 ? ['--no-sandbox'] : [] });
  return { browser, open: (base, options) => open(browser, base, options), close: () => browser.close() };
}

// open returns a page, and what was amiss with it so far.
async function open(browser, base, options = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, reducedMotion: 'reduce', ...options });
  await context.addInitScript(() => {
    addEventListener('securitypolicyviolation', (event) => console.error(`policy: ${event.violatedDirective} ${event.blockedURI}`));
  });
  context.setDefaultTimeout(8000);
  const page = await context.newPage();
  const amiss = [];
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) amiss.push(message.text());
  });
  page.on('pageerror', (error) => amiss.push(String(error.stack)));
  page.on('dialog', (dialog) => { amiss.push(`dialog: ${dialog.message()}`); dialog.dismiss(); });
  page.on('request', (request) => {
    if (!request.url().startsWith(base) && !request.url().startsWith('blob:')) amiss.push(`request to ${request.url()}`);
  });
  return {
    page, amiss, context,
    go: (path) => page.goto(base + path),
    close: () => context.close(),
    shot: (name) => shoot(page, name),
    picture: (name) => picture(page, name),
  };
}

// picture keeps what a screen shows for the documentation, where IMAGES names a
// directory: IMAGES=docs/images make browser.
async function picture(page, name) {
  if (!process.env.IMAGES) return;
  await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
  await page.screenshot({ path: join(process.env.IMAGES, `${name}.png`), fullPage: true, clip: { x: 0, y: 0, width: 1280, height: 1180 } });
}

// shoot keeps a picture where SCREENSHOTS names a directory.
async function shoot(page, name) {
  if (!process.env.SCREENSHOTS) return;
  mkdirSync(process.env.SCREENSHOTS, { recursive: true });
  await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
  await page.screenshot({ path: join(process.env.SCREENSHOTS, `${name}.png`), fullPage: true });
}
