/** The operator bot's link to the statistics pages: it opens one browser's session, once and not for long. */
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { describeInBrowser } from '../browser.js';
import { launch, openTab } from './browser.js';
import { openApiStage, type ApiStage } from './stage.js';

let stage: ApiStage;

beforeAll(async () => {
  stage = await openApiStage();
});

afterEach(() => {
  vi.useRealTimers();
});

afterAll(async () => {
  await stage.close();
});

async function newLink(query = 'action=allbots'): Promise<string> {
  const { ticket } = await stage.service.statistics.sessions.ticket(stage.accountId);
  return `/statistic/${ticket}?${query}`;
}

const cookieOf = (headers: Headers) => (headers.get('set-cookie') ?? '').split(';')[0] ?? '';
const press = (link: string) => stage.ask(link, { method: 'POST' });

describe('a link to the statistics', () => {
  it('opens a session and leads to the page it names', async () => {
    const link = await newLink(`action=bots&bot_id=${String(stage.botId)}`);
    const shown = await stage.ask(link);
    expect(shown.http).toBe(200);
    expect(shown.headers.get('set-cookie')).toBeNull();
    const entered = await press(link);
    expect(entered.http).toBe(303);
    const location = entered.headers.get('location') ?? '';
    expect(location).toBe(`/statistic?action=bots&bot_id=${String(stage.botId)}&output_format=html`);
    expect(location).not.toContain('sg_');
    const page = await stage.ask(location, { headers: { Cookie: cookieOf(entered.headers) } });
    expect(page.http).toBe(200);
    expect(page.text).toContain('Recipes');
  });

  it('opens once, however often it is looked at before', async () => {
    const link = await newLink();
    for (let look = 0; look < 3; look += 1) expect((await stage.ask(link)).http).toBe(200);
    expect((await press(link)).http).toBe(303);
    const again = await press(link);
    expect([again.http, again.headers.get('set-cookie')]).toEqual([410, null]);
  });

  it('two presses at once open one session', async () => {
    const link = await newLink();
    const answers = await Promise.all([press(link), press(link), press(link)]);
    expect(answers.map(({ http }) => http).sort()).toEqual([303, 410, 410]);
  });

  it('is dead after ten minutes', async () => {
    const link = await newLink();
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 10 * 60_000 + 2_000 });
    expect((await stage.ask(link)).http).toBe(410);
    expect((await press(link)).http).toBe(410);
  });

  it('is dead when the Statistics token is replaced, and so is the session it opened', async () => {
    const [link, other] = [await newLink('action=allads'), await newLink('action=allads')];
    const entered = await press(link);
    await stage.service.accounts.replaceKey(stage.accountId, 'statistics');
    expect((await press(other)).http).toBe(410);
    const location = entered.headers.get('location') ?? '';
    const page = await stage.ask(location, { headers: { Cookie: cookieOf(entered.headers) } });
    expect(page.http).toBe(401);
  });

  it('cannot be forged, and a session is no ticket', async () => {
    const { session } = await stage.service.statistics.sessions.open(stage.accountId);
    const { ticket } = await stage.service.statistics.sessions.ticket(stage.accountId);
    const forged = ticket.replace(/^[^-]+/, (502).toString(36));
    for (const wrong of [session, forged, 'x', `${ticket}x`, '1-1-aaaaaaaaaaaa-'.padEnd(49, 'a')]) {
      expect((await press(`/statistic/${wrong}?action=allads`)).http).toBe(410);
    }
    const asSession = { headers: { Cookie: `statistic_session=${ticket}` } };
    expect((await stage.ask('/statistic?action=allads', asSession)).http).toBe(401);
  });

  it('leads nowhere but to a statistic', async () => {
    const { ticket } = await stage.service.statistics.sessions.ticket(stage.accountId);
    expect((await press(`/statistic/${ticket}?action=//evil.example`)).http).toBe(422);
    expect((await press(`/statistic/${ticket}`)).http).toBe(422);
    const entered = await press(`/statistic/${ticket}?action=allads&next=https://evil.example`);
    expect(entered.headers.get('location')).toBe('/statistic?action=allads&output_format=html');
  });
});

describeInBrowser('in a browser, the link', () => {
  it.each([true, false])(
    'ends on the page without a token in the address (scripts: %s)',
    async (hasScripts) => {
      const browser = await launch();
      try {
        const tab = await openTab(browser, stage.url, { javaScriptEnabled: hasScripts });
        await tab.page.goto(stage.url + (await newLink()));
        if (!hasScripts) await tab.page.click('button[type=submit]');
        await tab.page.waitForURL(/\/statistic\?action=allbots/);
        expect(await tab.page.textContent('h1')).toBe('All bots');
        await tab.page.reload();
        expect(await tab.page.textContent('h1')).toBe('All bots');
        expect([tab.outside, tab.complaints]).toEqual([[], []]);
      } finally {
        await browser.close();
      }
    },
  );
});
