// Opens pages in a headless Chromium and has axe-core look for what keeps people
// from using them: at the widths of a desktop and a phone, light and dark.
//
//	node check.mjs [--screenshots FOLDER] PAGE...
//
// A page is a file, perhaps with a view after it: report/index.html#players. A file
// with a <noscript> is also shown as a browser without scripts shows it.
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import puppeteer from 'puppeteer-core';

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'];
const chromium = process.env.PATH.split(':').flatMap((folder) => names.map((name) => join(folder, name))).find(existsSync);
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const args = process.argv.slice(2);
const screenshots = args[0] === '--screenshots' && args.splice(0, 2)[1];
if (!chromium || !args.length) {
  console.error(chromium ? 'want: node check.mjs [--screenshots FOLDER] PAGE...' : 'no Chromium or Chrome is installed');
  process.exit(2);
}

const sizes = [{ width: 1280, height: 900 }, { width: 390, height: 844, isMobile: true, hasTouch: true }];
const browser = await puppeteer.launch({ executablePath: chromium, args: process.getuid() === 0 ? ['--no-sandbox'] : [] });
let looks = 0;
const found = [];

// look has axe judge one page as it is shown now.
async function look(page, what, name) {
  const results = await page.evaluate('axe.run(document, { resultTypes: ["violations"] })');
  looks++;
  for (const { id, help, nodes } of results.violations) {
    const places = nodes.slice(0, 3).map((node) => `\n    ${node.html.slice(0, 200)}`).join('');
    found.push(`${what}: ${id}: ${help}, in ${nodes.length} places${places}`);
  }
  if (results.violations.length === 0 && results.passes.length === 0) found.push(`${what}: axe has found nothing to judge`);
  const { scrollWidth, clientWidth } = await page.evaluate('({ scrollWidth: document.documentElement.scrollWidth, clientWidth: document.documentElement.clientWidth })');
  if (scrollWidth > clientWidth) found.push(`${what}: the page is ${scrollWidth} px wide in a window of ${clientWidth}`);
  if (screenshots) await page.screenshot({ path: join(screenshots, name + '.png'), fullPage: true });
}

for (const address of args) {
  const [file, view = ''] = address.split('#');
  const text = readFileSync(file, 'utf8');
  const url = pathToFileURL(resolve(file)).href + (view && '#' + view);
  for (const size of sizes) {
    for (const scheme of ['light', 'dark']) {
      for (const scripts of view || !text.includes('<noscript>') ? [true] : [true, false]) {
        const page = await browser.newPage();
        await page.setViewport(size);
        await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }, { name: 'prefers-reduced-motion', value: 'reduce' }]);
        await page.setBypassCSP(true); // else the page's policy would keep axe out
        // axe needs scripts itself, so the page's own are taken out.
        if (scripts) await page.goto(url);
        else await page.setContent(text.replace(/<script\b[\s\S]*?<\/script>/g, '').replace(/(<\/?)noscript>/g, '$1div>'));
        await page.evaluate(axe);
        const name = [basename(file, '.html'), view, size.width, scheme, !scripts && 'noscript'].filter(Boolean).join('-');
        await look(page, `${address}, ${size.width} px, ${scheme}${scripts ? '' : ', no scripts'}`, name);
        await page.close();
      }
    }
  }
}
await browser.close();
for (const text of found) console.error(text);
console.log(`axe-core: ${looks} looks at ${args.length} pages, ${found.length} violations`);
process.exit(found.length ? 1 : 0);
