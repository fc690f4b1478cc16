/** The pages as a person sees them, in a real browser. */
import { createHmac } from 'node:crypto';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Scene } from '../cases/scene.js';
import { type Emulator, openEmulator, openStage, type Stage } from '../cases/stage.js';
import { describeInBrowser } from '../browser.js';
import { isTooWide, launch, looks, lowestContrast, openTab, type Tab } from './browser.js';

const hostile = '<img src=x onerror=alert(1)>';

describeInBrowser('pages', () => {
  let browser: Browser;
  let emulator: Emulator;
  let stage: Stage;
  let scene: Scene;
  let lastUser = 80_000;

  beforeAll(async () => {
    browser = await launch();
    emulator = await openEmulator();
    stage = await openStage(emulator, { SERVICE_TIMEZONE: 'Europe/Riga' });
    scene = new Scene(stage);
    await scene.open();
    await scene.happen({ balance: '1000', of: 'advertiser' });
    for (const bot of ['recipes_bot', 'stories_bot']) await scene.happen({ publisher_bot: bot });
    await scene.happen({ channel: 'garden' });
    const create = { link: 'https://t.me/garden', price: 2.35, name: `Garden ${hostile}` };
    await scene.happen({ order: 'garden_order', create, then: 'approves' });
    await scene.happen({ subscribers: 3, of: 'garden_order', in: 'recipes_bot' });
    await scene.happen({ subscribers: 1, of: 'garden_order', in: 'stories_bot' });
    const add = { action: 'add', bot_id: 4242, bot_name: hostile, bot_nickname: 'hostile_bot' };
    await post('/bots', String(scene.names.get('publisher', 'access')), add);
  });
  afterAll(async () => {
    await browser.close();
    await stage.close();
    await emulator.close();
  });

  async function post(path: string, key: string, body: object): Promise<Record<string, unknown>> {
    const response = await fetch(stage.url + path, {
      method: 'POST',
      headers: { Auth: key },
      body: JSON.stringify(body),
    });
    return (await response.json()) as Record<string, unknown>;
  }

  /** As it is now: one test replaces it. */
  const token = (person: string) =>
    stage.service.accounts.revealKey(Number(scene.names.get(person, 'id')), 'statistics');
  const statistic = async (person: string, query: string) =>
    `${stage.url}/statistic?${query}&api_token=${await token(person)}`;
  const orderId = () => Number(scene.names.get('garden_order'));

  const expectFine = async (tab: Tab) => {
    expect(tab.outside).toEqual([]);
    expect(tab.complaints).toEqual([]);
    expect(await isTooWide(tab.page)).toBe(false);
    const { ratio, text } = await lowestContrast(tab.page);
    expect(ratio, `"${text}"`).toBeGreaterThanOrEqual(4.5);
  };

  const overviews = [
    ['orders', 'advertiser', () => 'action=allads'],
    ['order', 'advertiser', () => `action=ads&ads_id=${String(orderId())}`],
    ['bots', 'publisher', () => 'action=allbots'],
    ['bot', 'publisher', () => `action=bots&bot_id=${String(scene.names.get('recipes_bot', 'id'))}`],
    ['sponsors', 'publisher', () => 'action=sponsor'],
    ['empty', 'stranger', () => 'action=allbots&start_date=2025-12-01&end_date=2026-11-21'],
    ['refused', 'stranger', () => 'action=ads&ads_id=1&output_format=html'],
  ] as const;
  const pages = overviews.flatMap(([name, person, query]) =>
    looks.map((look) => [name, person, query, look] as const),
  );

  it.each(pages)('the statistic of %s for the %s (%#)', async (name, person, query, look) => {
    const tab = await openTab(browser, stage.url, look);
    await tab.page.goto(await statistic(person, query()));
    await tab.page.waitForFunction('document.readyState === "complete"');
    await tab.keep(`statistic-${name}`);
    if (name === 'refused') tab.complaints.length = 0; // The browser itself notes that the answer was a 403.
    await expectFine(tab);
    await tab.context.close();
  });

  it('a page is html for a browser, with headers that keep it to itself', async () => {
    const tab = await openTab(browser, stage.url);
    const response = await tab.page.goto(await statistic('advertiser', 'action=allads'));
    expect(response?.status()).toBe(200);
    const headers = (await response?.allHeaders()) ?? {};
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    expect(headers['referrer-policy']).toBe('no-referrer');
    expect(headers['x-frame-options']).toBe('DENY');
    expect(headers['cache-control']).toBe('no-store');
    expect(headers['set-cookie']).toMatch(
      /^statistic_session=[\w-]+; Path=\/; HttpOnly; SameSite=Strict; Max-Age=3600$/,
    );
    expect(headers['content-security-policy']).toMatch(
      /default-src 'none'; script-src 'self'; style-src 'self'/,
    );
    expect(headers['content-security-policy']).not.toContain('unsafe');
    await tab.context.close();
  });

  it('the token leaves the address bar at once, and the page goes on by its cookie', async () => {
    const tab = await openTab(browser, stage.url, { width: 1280 });
    await tab.page.goto(await statistic('advertiser', 'action=allads'));
    await tab.page.waitForURL((url) => !url.searchParams.has('api_token'));
    expect(await tab.page.content()).not.toContain(await token('advertiser'));
    await tab.page.getByRole('link', { name: 'Garden' }).click();
    await tab.page.getByRole('heading', { level: 1, name: `Garden ${hostile}` }).waitFor();
    expect(tab.page.url()).not.toContain('api_token');
    await tab.page.reload();
    expect(await tab.page.textContent('h1')).toContain('Garden');

    await tab.page.getByRole('link', { name: '30 days' }).click();
    expect(await tab.page.getAttribute('.presets a[aria-current]', 'href')).toContain('start_date=');
    expect(await tab.page.textContent('.presets a[aria-current]')).toBe('30 days');
    expect(await tab.page.locator('.chart').first().locator('rect.hover').count()).toBe(30);
    await tab.page.fill('input[name=start_date]', '2026-11-01');
    await tab.page.fill('input[name=end_date]', '2026-11-05');
    await tab.page.getByRole('button', { name: 'Show' }).click();
    expect(await tab.page.textContent('.empty')).toContain('No subscribers in these days yet.');

    await stage.service.accounts.replaceKey(Number(scene.names.get('advertiser', 'id')), 'statistics');
    const refused = await tab.page.reload();
    expect(refused?.status()).toBe(401);
    expect(await tab.page.textContent('h1')).toBe('This statistic cannot be shown');
    await tab.context.close();
  });

  it('figures are on the page as they are in JSON', async () => {
    const tab = await openTab(browser, stage.url, { width: 1280 });
    const query = `action=ads&ads_id=${String(orderId())}`;
    const json = (await (
      await fetch(`${await statistic('advertiser', query)}&output_format=json`)
    ).json()) as {
      data: { total_subscribers: number; total_value: number };
    };
    await tab.page.goto(await statistic('advertiser', query));
    const cards = await tab.page.locator('.card dd').allTextContents();
    expect(cards[0]).toBe(String(json.data.total_subscribers));
    expect(cards[1]).toContain(json.data.total_value.toFixed(2));
    await tab.context.close();
  });

  it('the table sorts by any column, and its switches exclude and take back', async () => {
    const tab = await openTab(browser, stage.url, { width: 1280 });
    await tab.page.goto(await statistic('advertiser', `action=source&ads_id=${String(orderId())}`));
    const names = () => tab.page.locator('tbody td.words').allTextContents();
    expect(await names()).toEqual(['@recipes_bot', '@stories_bot']);
    await tab.page.getByRole('link', { name: 'Subscribers', exact: true }).click();
    expect(await names()).toEqual(['@stories_bot', '@recipes_bot']);
    expect(await tab.page.locator('th[aria-sort=ascending]').textContent()).toContain('Subscribers');

    const toggle = tab.page.getByRole('button', { name: 'Exclude @stories_bot' });
    const done = tab.page.waitForResponse((response) => response.url().endsWith('/toggle-exclusion'));
    await toggle.click();
    expect((await done).status()).toBe(200);
    await tab.page.locator('.exclusion[aria-pressed=true]').waitFor();
    const botId = Number(scene.names.get('stories_bot', 'id'));
    expect(await stage.store.exclusions.botsOfOrder(orderId())).toEqual(new Set([botId]));
    await tab.page.reload();
    expect(await toggle.textContent()).toContain('Excluded');
    await toggle.click();
    await tab.page.waitForFunction('!document.querySelector(".exclusion[aria-pressed=true]")');
    expect(await stage.store.exclusions.botsOfOrder(orderId())).toEqual(new Set());
    expect(tab.complaints).toEqual([]);
    await tab.context.close();
  });

  it('another site cannot use the session', async () => {
    const tab = await openTab(browser, stage.url);
    await tab.page.goto(await statistic('advertiser', 'action=allads'));
    const cookies = (await tab.context.cookies()).map(({ name, value }) => `${name}=${value}`).join('; ');
    const body = JSON.stringify({
      action: 'exclude',
      context: 'advertiser',
      ads_id: orderId(),
      bot_id: 4242,
    });
    const send = (headers: Record<string, string>) =>
      fetch(`${stage.url}/toggle-exclusion`, {
        method: 'POST',
        body,
        headers: { Cookie: cookies, ...headers },
      });
    expect((await send({ 'Sec-Fetch-Site': 'cross-site' })).status).toBe(401);
    expect((await send({ Cookie: cookies.slice(0, -1) })).status).toBe(401);
    expect(await stage.store.exclusions.botsOfOrder(orderId())).not.toContain(4242);
    await tab.context.close();
  });

  it('without scripts the page shows all it has, and its links work', async () => {
    const tab = await openTab(browser, stage.url, { javaScriptEnabled: false, width: 1280 });
    await tab.page.goto(await statistic('publisher', 'action=allbots'));
    await tab.page.getByRole('link', { name: '@hostile_bot' }).click();
    expect(await tab.page.textContent('h1')).toBe(hostile);
    await tab.page.getByRole('link', { name: 'Sponsors' }).click();
    expect(await tab.page.locator('tbody tr').count()).toBe(1);
    await tab.context.close();
  });

  it('prints on paper: no switches, no navigation, dark ink', async () => {
    const tab = await openTab(browser, stage.url, { colorScheme: 'dark', width: 1280 });
    await tab.page.goto(await statistic('advertiser', `action=ads&ads_id=${String(orderId())}`));
    await tab.page.emulateMedia({ media: 'print' });
    expect(await tab.page.locator('nav').isVisible()).toBe(false);
    expect(await tab.page.locator('.range').isVisible()).toBe(false);
    expect(await tab.page.evaluate('getComputedStyle(document.body).color')).toBe('rgb(0, 0, 0)');
    await tab.keep('statistic-print');
    await tab.context.close();
  });

  describe('the form', () => {
    const theme = {
      bg_color: '#203040',
      text_color: '#ffffff',
      secondary_bg_color: '#304a62',
      subtitle_text_color: '#c8d4e0',
      button_color: '#5eb5f7',
      button_text_color: '#000000',
    };

    async function formLink(language: string): Promise<{ link: string; userId: number }> {
      const bot_id = scene.names.get('stories_bot', 'id');
      await post('/bots', String(scene.names.get('publisher', 'access')), {
        action: 'update',
        bot_id,
        show_quiz: 1,
      });
      lastUser += 1;
      const asking = {
        chat_id: lastUser,
        user_id: lastUser,
        first_name: 'Emma',
        language_code: language,
        get_links: 1,
      };
      const asked = await post('/get-sponsors', String(scene.names.get('stories_bot', 'key')), asking);
      return {
        link: (asked['additional'] as { registration_url: string }).registration_url,
        userId: lastUser,
      };
    }

    /** The address as the messenger opens it. */
    function inside(link: string, userId: number): string {
      const fields = new URLSearchParams({
        user: JSON.stringify({ id: userId }),
        auth_date: String(Math.floor(Date.now() / 1_000)),
      });
      const lines = [...fields].map(([name, value]) => `${name}=${value}`).sort();
      const key = createHmac('sha256', 'WebAppData')
        .update(String(scene.names.get('stories_bot', 'token')))
        .digest();
      fields.set('hash', createHmac('sha256', key).update(lines.join('\n')).digest('hex'));
      const fragment = new URLSearchParams({
        tgWebAppData: fields.toString(),
        tgWebAppVersion: '8.0',
        tgWebAppPlatform: 'android',
        tgWebAppThemeParams: JSON.stringify(theme),
      });
      return `${link}#${fragment.toString()}`;
    }

    it('inside the messenger: its colours, two taps, thanks, and it closes', async () => {
      const tab = await openTab(browser, stage.url, { hasTouch: true, width: 390 });
      const events: string[] = [];
      await tab.context.exposeFunction('told', (name: string) => events.push(name));
      await tab.context.addInitScript(
        'window.TelegramWebviewProxy = { postEvent: (name) => window.told(name) }',
      );
      const { link, userId } = await formLink('ru');
      await tab.page.goto(inside(link, userId));
      await tab.page.waitForFunction('document.querySelector("input[name=init_data]").value !== ""');
      expect(await tab.page.evaluate('getComputedStyle(document.body).backgroundColor')).toBe(
        'rgb(32, 48, 64)',
      );
      expect(events).toContain('web_app_ready');
      await tab.keep('form-gender-inside');
      await tab.page.getByRole('button', { name: 'Женский' }).tap();
      await tab.page.getByRole('heading', { name: 'Ваш возраст' }).waitFor();
      await tab.page.reload();
      await tab.keep('form-age-inside');
      await tab.page.getByRole('button', { name: '18–24' }).tap();
      await tab.page.getByRole('heading', { name: 'Спасибо!' }).waitFor();
      await tab.keep('form-thanks-inside');
      await expect.poll(() => events, { timeout: 5_000 }).toContain('web_app_close');
      const user = await stage.service.audience.find(userId);
      expect(user).toMatchObject({ gender: 'female', age: 5, deviceOs: 'Android' });
      await expectFine(tab);
      await tab.context.close();
    });

    it.each(looks)('in a browser, at $width px in the $colorScheme', async (look) => {
      const tab = await openTab(browser, stage.url, look);
      const { link, userId } = await formLink('en');
      await tab.page.goto(link);
      await tab.keep('form-gender');
      await expectFine(tab);
      await tab.page.getByRole('button', { name: 'Male', exact: true }).focus();
      await tab.page.keyboard.press('Enter');
      await tab.page.getByRole('heading', { name: 'Your age' }).waitFor();
      await tab.keep('form-age');
      await expectFine(tab);
      await tab.page.getByRole('button', { name: '25 and older' }).click();
      await tab.page.getByRole('heading', { name: 'Thank you!' }).waitFor();
      await tab.keep('form-thanks');
      await expectFine(tab);
      expect(await stage.service.audience.find(userId)).toMatchObject({ gender: 'male', age: 6 });
      await tab.context.close();
    });

    it('without scripts', async () => {
      const tab = await openTab(browser, stage.url, { javaScriptEnabled: false });
      const { link, userId } = await formLink('en');
      await tab.page.goto(link);
      await tab.page.getByRole('button', { name: 'Female' }).click();
      await tab.page.getByRole('button', { name: '11–13' }).click();
      await tab.page.getByRole('heading', { name: 'Thank you!' }).waitFor();
      expect(await stage.service.audience.find(userId)).toMatchObject({ gender: 'female', age: 2 });
      await tab.context.close();
    });
  });

  describe('a smart link', () => {
    async function smartLink(): Promise<{ link: string; userId: number }> {
      lastUser += 1;
      const asking = {
        chat_id: lastUser,
        user_id: lastUser,
        first_name: 'Emma',
        language_code: 'en',
        get_links: 1,
      };
      const key = String(scene.names.get('recipes_bot', 'key'));
      const exclude = { exclude_ads_ids: [orderId()] };
      const asked = await post('/get-sponsors', key, { ...asking, ...exclude });
      if (asked['additional'] === undefined) throw new Error(JSON.stringify(asked));
      const { sponsors } = asked['additional'] as { sponsors: { link: string; type: string }[] };
      const [smart] = sponsors.filter((sponsor) => sponsor.type === 'smart_link');
      return { link: smart?.link ?? '', userId: lastUser };
    }

    beforeAll(async () => {
      await scene.happen({ channel: 'desk' });
      const create = {
        link: 'https://t.me/desk',
        price: 5,
        user_parameters: { languages: null, devicestype: ['desktop'] },
      };
      await scene.happen({ order: 'desk_order', create, then: 'approves' });
    });

    it('tells what targeting needs and goes on by itself', async () => {
      const tab = await openTab(browser, stage.url, { width: 1280 });
      const { link, userId } = await smartLink();
      await tab.page.goto(link);
      await tab.page.waitForURL('https://t.me/desk');
      expect(tab.outside).toEqual(['https://t.me/desk']);
      expect(tab.complaints).toEqual([]);
      expect(await stage.service.audience.find(userId)).toMatchObject({
        deviceType: 'desktop',
        ipAddress: '127.0.0.1',
      });
      await tab.context.close();
    });

    it.each(looks)(
      'without scripts there is a plain link, at $width px in the $colorScheme',
      async (look) => {
        const tab = await openTab(browser, stage.url, { ...look, javaScriptEnabled: false });
        const { link } = await smartLink();
        await tab.page.goto(link);
        await tab.keep('redirect');
        await tab.page.getByRole('link', { name: 'Go on' }).click();
        await tab.page.waitForURL('https://t.me/desk');
        await tab.context.close();
      },
    );

    it('a link that has expired says so, in the look of the reader', async () => {
      for (const look of looks) {
        const tab = await openTab(browser, stage.url, { ...look, locale: 'ru-RU' });
        await tab.page.goto(`${stage.url}/r/s-1-2-3-4-aaaaaaaaaaaaaaaaaaaaaa`);
        expect(await tab.page.textContent('h1')).toBe('Ссылка устарела');
        await tab.keep('expired');
        tab.complaints.length = 0; // The browser itself notes that the answer was a 410.
        await expectFine(tab);
        await tab.context.close();
      }
    });
  });
});
