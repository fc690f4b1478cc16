/**
 * What the cabinet weighs and how it feels: `node --import tsx tools/bench/cabinet.ts`. The first load over a line of
 * 1.6 Mbit/s with a processor slowed four times, and a list of 10,000 orders that is scrolled and filtered. Needs Chromium
 * and a quiet machine; the figures of `docs/performance.md` come from here.
 */
import type { Page } from 'playwright-core';
import { launchBrowser } from '../../test/browser.js';
import { openEmulator, openStage, type Stage } from '../../test/cases/stage.js';
import { followLink } from '../../test/cabinet/demo-user.js';
import { Scene } from '../../test/cases/scene.js';

const ORDERS = 10_000;
const LINE = { bytesPerSecond: 1_600_000 / 8, latencyMs: 150, processor: 4 };

/** Bytes of the page and its files as they came. */
const loaded = `[...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]
  .filter(({ name }) => name.includes('/cabinet')).reduce((sum, { transferSize }) => sum + transferSize, 0)`;

const emulator = await openEmulator();
const stage = await openStage(emulator, { ORDERS_WAITING_MAX: '100000' });
const scene = new Scene(stage);
await scene.open();
const accountId = Number(scene.names.get('advertiser', 'id'));
await fill(stage, accountId);
const browser = await launchBrowser({ viewport: { width: 1280, height: 900 } });
const { context } = browser;
const page = await context.newPage();

await enter(page);
const devtools = await context.newCDPSession(page);
console.log(`first load, packed: ${String(await firstLoad(page))} ms until the overview stands there`);
console.log(`bytes over the line: ${String(await page.evaluate(loaded))}`);
await page.goto(`${stage.url}/cabinet/orders`);
await page.locator('.order-line').nth(5).waitFor();
console.log(`longest frame while scrolling ${String(ORDERS)} orders: ${String(await scrolled(page))} ms`);
console.log(`longest task while filtering them: ${String(await filtered(page))} ms`);
await browser.close();
await stage.close();
await emulator.close();
process.exit(0);

async function fill({ service, store, clock }: Stage, owner: number): Promise<void> {
  const first = await service.orders.create(owner, {
    link: 'https://t.me/first_of_many',
    adsType: 'resource',
    quantityAll: 100,
  });
  const made = await store.orders.find(first.orderId);
  if (made === null) throw new Error('The first order is not there.');
  const { orderId: _, accountId: __, revision: ___, createdAtMs: ____, ...fields } = made;
  for (let index = 1; index < ORDERS; index += 200) {
    await Promise.all(
      Array.from({ length: Math.min(200, ORDERS - index) }, (_each, offset) =>
        store.orders.create(
          owner,
          {
            ...fields,
            name: `Order ${String(index + offset)}`,
            link: `https://t.me/many_${String(index + offset)}`,
          },
          { allowSameLink: true, notifications: () => [] },
          clock.now(),
        ),
      ),
    );
  }
}

async function enter(tab: Page): Promise<void> {
  const { ticket } = await stage.service.cabinet.signIn.ticket(accountId);
  await followLink(tab, `${stage.url}/cabinet#enter=${ticket}`);
}

/** With an empty cache, signed in already. */
async function firstLoad(tab: Page): Promise<number> {
  await devtools.send('Network.enable');
  await devtools.send('Network.clearBrowserCache');
  await devtools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: LINE.latencyMs,
    downloadThroughput: LINE.bytesPerSecond,
    uploadThroughput: LINE.bytesPerSecond,
  });
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: LINE.processor });
  const startedAtMs = performance.now();
  await tab.goto(`${stage.url}/cabinet`, { waitUntil: 'commit' });
  await tab.locator('h1').waitFor();
  const tookMs = Math.round(performance.now() - startedAtMs);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  await devtools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput: -1,
  });
  return tookMs;
}

/** Down through what is loaded, again and again, until all of it is. */
function scrolled(tab: Page): Promise<number> {
  return tab.evaluate(`new Promise((resolve) => {
    const list = document.querySelector('.rows');
    let longest = 0, last = performance.now(), steps = 0;
    const step = (now) => {
      if (steps > 5) longest = Math.max(longest, now - last);
      last = now; steps += 1;
      list.scrollTop += 400;
      if (steps > 900) resolve(Math.round(longest)); else requestAnimationFrame(step);
    };
    requestAnimationFrame(step);
  })`);
}

async function filtered(tab: Page): Promise<number> {
  await tab.evaluate(`window.longest = 0; new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) window.longest = Math.max(window.longest, duration);
  }).observe({ type: 'longtask' })`);
  await tab.getByRole('textbox', { name: 'Name or link' }).pressSequentially('Order 99', { delay: 60 });
  await tab.locator('.order-line .strong', { hasText: 'Order 99' }).first().waitFor();
  await tab.waitForLoadState('networkidle').catch(() => undefined);
  return tab.evaluate('Math.round(window.longest)');
}
