/** What every page tells browsers of itself, that names stay text, and how long the way through a link takes. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hostile, openPages, type PagesStage } from './stage.js';

let pages: PagesStage;

beforeAll(async () => {
  pages = await openPages();
});
afterAll(() => pages.close());

const own =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'";
const framedByNobody = `${own}; frame-ancestors 'none'`;

/** The emulated messenger may frame what opens inside it, and gives the script for that. */
const framedByMessenger = () => {
  const { origin } = new URL(pages.stage.settings.PLATFORM_API_ROOT);
  const allowed = own.replace("script-src 'self'", `script-src 'self' ${origin}/js/telegram-web-app.js`);
  return `${allowed}; frame-ancestors ${origin} ${origin.replace('127.0.0.1', 'localhost')}`;
};

const ask = (address: string, init: RequestInit = {}) =>
  fetch(new URL(address, pages.stage.url), {
    redirect: 'manual',
    ...init,
    headers: {
      Accept: 'text/html,*/*;q=0.8',
      'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64)',
    },
  });

interface PageCase {
  page: string;
  http: number;
  address: () => Promise<string> | string;
  policy: () => string;
}

const nobody = () => framedByNobody;
const statistic = () =>
  framedByNobody
    .replace("img-src 'self'", "img-src 'self' data:")
    .replace("style-src 'self'", "style-src 'self' 'nonce-…'");
const cases: PageCase[] = [
  // Its scripts mark the style sheets that they make with the nonce of this answer, and make no style of an element's own.
  ...['action=allads', 'action=ads&ads_id=1&lang=ru', ''].map((query) => ({
    page: `the statistic ${query}`,
    http: 200,
    address: () => pages.statistic('publisher', query),
    policy: statistic,
  })),
  {
    page: 'a statistic without a token',
    http: 200,
    address: () => '/statistic?action=allads',
    policy: statistic,
  },
  {
    page: 'the form',
    http: 200,
    address: async () => (await pages.formLink('en')).link,
    policy: framedByMessenger,
  },
  { page: 'an expired form', http: 410, address: () => '/form/f-1', policy: framedByMessenger },
  {
    page: 'a smart link',
    http: 200,
    address: async () => (await pages.smartLink()).link,
    policy: framedByMessenger,
  },
  { page: 'an expired smart link', http: 410, address: () => '/r/s-1', policy: framedByMessenger },
  { page: 'the start page', http: 200, address: () => '/', policy: nobody },
  {
    page: 'the API reference',
    http: 200,
    address: () => '/docs',
    // It makes its style sheets while it runs, each with the nonce of this answer; its small pictures are in them.
    policy: () =>
      framedByNobody
        .replace("img-src 'self'", "img-src 'self' data:")
        .replace("style-src 'self'", "style-src 'self' 'nonce-…'; style-src-attr 'unsafe-inline'"),
  },
];

describe('every page', () => {
  it.each(cases)('$page keeps to itself', async ({ http, address, policy }) => {
    const response = await ask(await address());
    expect(response.status).toBe(http);
    const { headers } = response;
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
    const nonce = /'nonce-([\w+/]{22}==)'/;
    expect(headers.get('content-security-policy')?.replace(nonce, "'nonce-…'")).toBe(policy());
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin');
    expect(headers.get('permissions-policy')).toContain('geolocation=()');
    expect(headers.get('x-powered-by')).toBeNull();
    const isFramed = policy().includes('http');
    expect(headers.get('x-frame-options')).toBe(isFramed ? null : 'DENY');
    const body = await response.text();
    expect(body).toMatch(/^<!doctype html>/);
    expect(body).toMatch(/<html lang="(en|ru)">/);
    // Nothing inline: the policy would stop it, and the page would break.
    expect(body).not.toMatch(/<script(?![^>]*\ssrc=)|\son\w+="|\sstyle="|<style/);
  });

  it('sets no cookie', async () => {
    for (const { address } of cases)
      expect((await ask(await address())).headers.get('set-cookie')).toBeNull();
  });

  it('its files are cached by their content, and only those that are named are there', async () => {
    const body = await (await ask('/docs')).text();
    const files = [...body.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map((match) => match[1] ?? '');
    expect(files.length).toBeGreaterThanOrEqual(4);
    for (const file of files) {
      const response = await ask(file);
      expect([file, response.status, response.headers.get('cache-control')]).toEqual([
        file,
        200,
        'public, max-age=31536000, immutable',
      ]);
      await response.arrayBuffer();
    }
    for (const wrong of ['/assets/..%2f..%2fpackage.json', '/assets/constructor', '/assets/none.css']) {
      expect((await ask(wrong)).status).toBe(404);
    }
  });
});

describe('a hostile name', () => {
  it.each([
    ['the form', async () => (await pages.formLink('en')).link],
    ['a smart link', async () => (await pages.smartLink()).link],
    ['a query', () => `/statistic?lang=${encodeURIComponent(`"${hostile}`)}`],
  ])('is text in %s', async (_, address) => {
    expect(await (await ask(await address())).text()).not.toContain('<img');
  });
});

describe('the way through a smart link', () => {
  it('takes under 50 ms of our own time at the median, page and answer together', async () => {
    const [times, works]: [number[], number[]] = [[], []];
    const wanted: (string | null)[] = [];
    for (let round = 0; round < 25; round += 1) {
      const { link } = await pages.smartLink();
      const [startMs, before] = [performance.now(), process.cpuUsage()];
      await (await ask(link)).text();
      const told = await ask(link, {
        method: 'POST',
        body: JSON.stringify({
          platform: '',
          screen: '1920x1080x1',
          timezone: 'Europe/Riga',
          languages: 'en',
        }),
      });
      const { result } = (await told.json()) as { result: { url: string } };
      times.push(performance.now() - startMs);
      const { user, system } = process.cpuUsage(before);
      works.push((user + system) / 1_000);
      wanted.push(result.url);
    }
    expect(new Set(wanted)).toEqual(new Set(['https://t.me/desk']));
    // By the processor time, since other work on the machine takes the clock's; by the clock nothing waits that long each time.
    expect(works.sort((a, b) => a - b)[12]).toBeLessThan(50);
    expect(Math.min(...times)).toBeLessThan(50);
  });
});
