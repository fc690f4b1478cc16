/** Chromium for the tests of pages: every width and scheme, and a watch over what a page asks for and complains of. */
import { mkdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
} from 'playwright-core';
import { expect } from 'vitest';
import { findBrowser } from '../browser.js';
import { isWhole, partOf } from '../support/part.js';

const screenshots = 'test/artifacts/pages';

export const widths = [390, 1280];

/**
 * One browser for all pages of a test file, since starting it takes longer than a test; each tab has its own profile.
 * Names of other hosts are refused here and not by `context.route`: while Playwright intercepts requests, it switches the
 * browser's cache off, and each page load fetched and compiled all its scripts again (12 % of the time of a cabinet test).
 */
export function launch(): Promise<Browser> {
  mkdirSync(screenshots, { recursive: true });
  const noOthers = '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost';
  return chromium.launch({
    executablePath: findBrowser() ?? '',
    args: ['--no-sandbox', '--disable-gpu', noOthers],
  });
}

let shared: Promise<Browser> | undefined;

/** One browser for all files of a process, which ends it: starting one takes a second of the processor. Close its tabs, not it. */
export function sharedBrowser(): Promise<Browser> {
  return (shared ??= launch());
}

/** Closes all tabs of a file, with their profiles. */
export async function closeTabs(browser: Browser): Promise<void> {
  await Promise.all(browser.contexts().map((context) => context.close()));
}

export interface Tab {
  page: Page;
  context: BrowserContext;
  /** Requests to other hosts than our own. Chromium resolves no other host's name, so none of them arrives. */
  outside: string[];
  /** Errors of scripts, refusals of the content security policy, and the like. */
  complaints: string[];
  /** Keeps a screenshot of the whole page, in a whole run: taking one takes as long as most tests. */
  keep(name: string): Promise<void>;
  close(): Promise<void>;
}

/** A fresh browser profile with one page. */
export async function openTab(
  browser: Browser,
  ownUrl: string,
  { width = 390, ...options }: BrowserContextOptions & { width?: number } = {},
): Promise<Tab> {
  const context = await browser.newContext({
    viewport: { width, height: 800 },
    // Colours on their way to others are nobody's look.
    reducedMotion: 'reduce',
    ...options,
  });
  const tab = { outside: [] as string[], complaints: [] as string[] };
  context.on('request', (request) => {
    const url = request.url();
    const isOwn = url.startsWith(ownUrl) || EMULATED_SCRIPT.test(url) || /^(?:data|blob|about):/.test(url);
    if (!isOwn) tab.outside.push(url);
  });
  await context.addInitScript(shiftScript);
  const page = await context.newPage();
  page.on('pageerror', (error) => tab.complaints.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') tab.complaints.push(message.text());
  });
  page.on('dialog', (dialog) => {
    tab.complaints.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  const keep = async (name: string) => {
    if (!isWhole) return;
    const isDark = await page.evaluate('matchMedia("(prefers-color-scheme: dark)").matches');
    const look = `${String(page.viewportSize()?.width)}-${isDark ? 'dark' : 'light'}`;
    await page.screenshot({ path: `${screenshots}/${name}-${look}.png`, fullPage: true });
  };
  return { page, context, ...tab, keep, close: () => context.close() };
}

/** Adds up how far things moved by themselves; the browser leaves out what follows a tap. */
const shiftScript = `
  window.shifted = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.shifted += entry.value;
  }).observe({ type: 'layout-shift', buffered: true });`;

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
// Of all it looks for only violations are described: the other results took a third of its time.
const axeScript = `axe.run({ resultTypes: ['violations'] }).then(({ violations }) => violations
  .map(({ id, impact, nodes }) => id + ' (' + impact + '): ' + nodes.map(({ html }) => html.slice(0, 160)).join(' | ')))`;

/** What axe finds, of whatever weight. Its script comes by the debugger, past the page's own policy. */
export async function axeFaults(page: Page): Promise<string[]> {
  await page.evaluate(axe);
  return page.evaluate(axeScript);
}

/**
 * Waits until nothing of the cabinet's page is being loaded: no skeleton for three frames. (Playwright looks anew after half a
 * second, which was most of the time that such a wait took.)
 */
export async function loaded(page: Page): Promise<void> {
  await page.evaluate(`(async () => {
    for (let free = 0; free < 3; ) {
      await new Promise(requestAnimationFrame);
      free = document.querySelector('.mantine-Skeleton-root') === null ? free + 1 : 0;
    }
  })()`);
}

/** The web apps' script, which the emulated platform serves as the real one does. */
const EMULATED_SCRIPT = /^http:\/\/127\.0\.0\.1:\d+\/js\/telegram-web-app\.js$/;

/**
 * Holds a page to what every page promises, at its width and in both schemes, and keeps a screenshot of each (`Tab.keep`): it asks
 * nothing of other hosts, its scripts and policy agree, nothing sticks out or moves by itself, and everybody can read it.
 */
export async function expectFine(tab: Tab, name: string): Promise<void> {
  const { page } = tab;
  // A heading is found before its style sheet has come; nothing can be said of its looks until then.
  await page.waitForLoadState();
  const schemes = ['dark', 'light'] as const;
  const readByAxe = partOf(schemes, 1);
  for (const colorScheme of schemes) {
    await page.emulateMedia({ colorScheme });
    await tab.keep(name);
    const { ratio, text } = await lowestContrast(page);
    expect(ratio, `${name}, ${colorScheme}: "${text}"`).toBeGreaterThanOrEqual(4.5);
    if (readByAxe.includes(colorScheme)) expect(await axeFaults(page), `${name}, ${colorScheme}`).toEqual([]);
  }
  expect(await isTooWide(page)).toBe(false);
  expect(await page.evaluate('window.shifted')).toBe(0);
  expect(tab.outside).toEqual([]);
  expect(tab.complaints).toEqual([]);
}

/** Holds a page to both widths: nothing sticks out, and everybody can read it. It keeps the width that it has. */
export async function expectReadable(page: Page): Promise<void> {
  const own = page.viewportSize();
  for (const width of widths) {
    await page.setViewportSize({ height: 800, width });
    // Some parts follow the width by their script, in the next frame.
    await expect.poll(() => isTooWide(page), { message: `${String(width)} px wide` }).toBe(false);
    expect(await axeFaults(page), `${String(width)} px wide`).toEqual([]);
  }
  if (own !== null) await page.setViewportSize(own);
}

/** Whether anything sticks out of the page sideways. */
export function isTooWide(page: Page): Promise<boolean> {
  return page.evaluate('document.documentElement.scrollWidth > document.documentElement.clientWidth');
}

/** What a finger would miss: each control that is under 40 px high, with its height. Links within text are none. */
export function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate(`[...document.querySelectorAll('button, input, select, textarea:not([aria-hidden]), [role=tab], label.mantine-SegmentedControl-label')]
    .map((control) => ({ control, height: Math.max(...[control.closest('.mantine-Input-input') ?? control, ...(control.labels ?? [])].map((one) => one.getBoundingClientRect().height)) }))
    .filter(({ control, height }) => control.checkVisibility({ opacityProperty: true }) && height > 1 && height < 40)
    .map(({ control, height }) => height + ' px: ' + (control.textContent || control.ariaLabel || control.className))`);
}

/** The lowest contrast of any text on the page with what is behind it, as WCAG counts it, and where it is. */
function lowestContrast(page: Page): Promise<{ ratio: number; text: string }> {
  return page.evaluate(`(${contrastScript})()`);
}

/* Runs in the page. Large text may be at 3, which is not made use of. */
const contrastScript = `() => {
  const parse = (colour) => (colour.match(/[\\d.]+/g) ?? []).map(Number);
  const luminance = ([r, g, b]) => {
    const [x, y, z] = [r, g, b].map((v) => v / 255).map((v) => (v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4));
    return 0.2126 * x + 0.7152 * y + 0.0722 * z;
  };
  const behind = (element) => {
    for (let at = element; at; at = at.parentElement) {
      const colour = parse(getComputedStyle(at).backgroundColor);
      if (colour.length === 3 || colour[3] === 1) return colour;
    }
    return [255, 255, 255];
  };
  let lowest = { ratio: 21, text: '' };
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const { parentElement, data } = walker.currentNode;
    if (data.trim() === '' || parentElement.closest('svg, script, style') || !parentElement.checkVisibility()) continue;
    const [a, b] = [luminance(parse(getComputedStyle(parentElement).color)), luminance(behind(parentElement))];
    const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    if (ratio < lowest.ratio) lowest = { ratio, text: data.trim() };
  }
  return lowest;
}`;
