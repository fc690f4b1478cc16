/** Against the real platform, the pages that open inside the messenger load its own script, and its clients may frame them. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { formPage } from '../../api/routes/form.js';
import { openingPage } from '../../api/routes/redirect.js';
import { type Emulator, openEmulator, openStage, type Stage } from '../cases/stage.js';

const SCRIPT = 'https://telegram.org/js/telegram-web-app.js';
const POLICY =
  `default-src 'none'; script-src 'self' ${SCRIPT}; style-src 'self'; img-src 'self'; connect-src 'self'; ` +
  "form-action 'self'; base-uri 'none'; frame-ancestors https://web.telegram.org https://*.telegram.org";

let emulator: Emulator;
let stage: Stage;

beforeAll(async () => {
  emulator = await openEmulator();
  stage = await openStage(emulator, { PLATFORM_API_ROOT: 'https://api.telegram.org' });
});
afterAll(async () => {
  await stage.close();
  await emulator.close();
});

/** The addresses of a page's scripts. */
const scriptsOf = (body: string) =>
  [...body.matchAll(/<script[^>]*\ssrc="([^"]+)"/g)].map((match) => match[1]);

it('the form: its script from the one address that its policy allows', () => {
  const page = formPage(stage.settings, { token: 't', user: { gender: null, age: null } }, 'en');
  expect(page.headers).toMatchObject({ 'Content-Security-Policy': POLICY });
  expect(page.headers).not.toHaveProperty('X-Frame-Options');
  expect(scriptsOf(String(page.body))).toEqual([SCRIPT, expect.stringMatching(/^\/assets\/form\./)]);
});

it.each([true, false])('a link that opens inside the messenger (%s)', (opensInside) => {
  const page = openingPage(stage.settings, 'en', { opensInside, url: '/r/t?go=1' });
  expect(page.headers).toMatchObject({ 'Content-Security-Policy': POLICY });
  const own = expect.stringMatching(/^\/assets\/opening\./) as string;
  expect(scriptsOf(String(page.body))).toEqual(opensInside ? [SCRIPT, own] : [own]);
});

it.each(['/form/f-1', '/r/s-1'])('%s over HTTP, even when it has expired', async (address) => {
  const response = await fetch(stage.url + address, { headers: { Accept: 'text/html' } });
  expect(response.status).toBe(410);
  expect(response.headers.get('content-security-policy')).toBe(POLICY);
  expect(response.headers.get('x-frame-options')).toBeNull();
  await response.text();
});

it('pages for account holders load nothing from there and are framed by nobody', async () => {
  const response = await fetch(`${stage.url}/statistic?action=allads`, { headers: { Accept: 'text/html' } });
  const policy = response.headers.get('content-security-policy') ?? '';
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy).not.toContain('telegram');
  await response.text();
});
