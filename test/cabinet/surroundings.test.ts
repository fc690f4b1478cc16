/**
 * What is around the page: a line that breaks, a stream that does not come through, and the messenger, whose own script runs
 * here over a fake of its app.
 */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { languageIdOf } from '../../core/data/index.js';
import { dayNumberOf } from '../../core/days.js';
import { sayNoFill } from '../../core/statistics/index.js';
import { axeFaults, isTooWide, launch, openTab, type Tab } from '../api/browser.js';
import { initDataOf } from '../api/resource-stage.js';
import { describeInBrowser } from '../browser.js';
import { Scene } from '../cases/scene.js';
import { happenInTest } from '../support/block-test.js';
import { followLink } from './demo-user.js';
import { type Emulator, openEmulator, openStage, operatorBot, type Stage } from '../cases/stage.js';

const LOST = 'Offline. Trying again …';
const night = {
  bg_color: '#101820',
  secondary_bg_color: '#0a0f14',
  text_color: '#ffffff',
  link_color: '#7cc0ff',
  button_color: '#1d6fb8',
};
const day = { ...night, bg_color: '#ffffff', secondary_bg_color: '#f0f0f5', text_color: '#000000' };

describeInBrowser('the page of the cabinet', () => {
  let emulator: Emulator;
  let stage: Stage;
  let scene: Scene;
  let browser: Browser;
  let ada: number;

  beforeAll(async () => {
    [emulator, browser] = await Promise.all([openEmulator(), launch()]);
    stage = await openStage(emulator, { QUALITY_PRICE: '1' });
    scene = new Scene(stage);
    await scene.open();
    ada = Number(scene.names.get('advertiser', 'id'));
  }, 60_000);
  afterAll(async () => {
    await browser.close();
    await stage.close();
    await emulator.close();
  });

  const open = async (width = 1280): Promise<Tab> => {
    const tab = await openTab(browser, stage.url, { width, locale: 'en-GB' });
    // Time can be let pass at once.
    await tab.page.clock.install();
    return tab;
  };

  const enter = async ({ page }: Tab, person = ada): Promise<void> => {
    const { ticket } = await stage.service.cabinet.signIn.ticket(person);
    await followLink(page, `${stage.url}/cabinet#enter=${ticket}`);
  };

  /** An order on which something changes that the page has not heard of. */
  const order = async (name: string): Promise<{ id: number; rename: (to: string) => Promise<unknown> }> => {
    const link = `https://example.org/${name}`;
    const made = { link, name, adsType: 'resource' as const, quantityAll: 100 };
    const { orderId } = await stage.service.orders.create(ada, made);
    return { id: orderId, rename: (to) => stage.service.orders.update(ada, orderId, { name: to }) };
  };

  it('asks whose link it is before it lets somebody else in', async () => {
    const tab = await open(390);
    const { page } = tab;
    await enter(tab);
    const stranger = Number(scene.names.get('stranger', 'id'));
    const { ticket } = await stage.service.cabinet.signIn.ticket(stranger);
    const whose = async (): Promise<number> => {
      const reply = await page.request.post(`${stage.url}/account`, {
        headers: { Origin: stage.url },
        data: { action: 'info' },
      });
      return ((await reply.json()) as { result: { account_id: number } }).result.account_id;
    };
    await page.goto('about:blank');
    await page.goto(`${stage.url}/cabinet#enter=${ticket}`);
    await page.getByText(`Account ${String(stranger)}`).waitFor();
    expect(page.url()).not.toContain(ticket);
    expect(await axeFaults(page)).toEqual([]);
    expect(await isTooWide(page)).toBe(false);
    await page.getByRole('button', { name: 'Not me' }).click();
    await page.getByRole('navigation').waitFor();
    expect(await whose()).toBe(ada);
    // It is good still, for whom it was made.
    await followLink(page, `${stage.url}/cabinet#enter=${ticket}`);
    expect(await whose()).toBe(stranger);
    await tab.close();
  }, 60_000);

  it('says that the line is gone, and is up to date once it is back', async () => {
    const { rename } = await order('before-the-line-broke');
    const tab = await open(390);
    const { page, context } = tab;
    await enter(tab);
    await page.goto(`${stage.url}/cabinet/orders`);
    await page.getByText('before-the-line-broke').first().waitFor();
    await context.setOffline(true);
    const lost = page.getByRole('alert');
    await expect.poll(() => lost.textContent()).toContain(LOST);
    expect(await axeFaults(page)).toEqual([]);
    expect(await isTooWide(page)).toBe(false);
    await rename('after-the-line-broke');
    await context.setOffline(false);
    await page.getByText('after-the-line-broke').waitFor();
    await lost.waitFor({ state: 'detached' });
    await tab.close();
  }, 60_000);

  it('says beside joins a day how far such forecasts were off, once that is known', async () => {
    const part = { joinsError: 0.385, impressionsError: 0.29, withinQuarter: 0.31, cameShare: 0.88 };
    await stage.store.forecasts.saveErrors(20_000, [
      { size: 0, forecasts: 19, days: 9, ...part },
      { size: 1, forecasts: 2, days: 2, ...part },
    ]);
    const tab = await open(390);
    const { page } = tab;
    await enter(tab);
    const shown = async (sentence: string) => {
      await page.goto('about:blank');
      await page.goto(`${stage.url}/cabinet/orders/new`);
      await page.getByText(sentence).waitFor();
    };
    await shown('How far such forecasts are off is not known yet.');
    await stage.store.forecasts.saveErrors(20_001, [{ size: 0, forecasts: 60, days: 9, ...part }]);
    await shown('Half of all forecasts were off by 38.5 % at most. Of 100 forecast joins 88 came.');
    await stage.store.forecasts.saveErrors(20_002, [
      { size: 1, forecasts: 40, days: 9, ...part, joinsError: 0.2 },
    ]);
    await shown('Half of such forecasts were off by 20 % at most.');
    expect(await isTooWide(page)).toBe(false);
    expect(await axeFaults(page)).toEqual([]);
    await tab.close();
  }, 60_000);

  it('tells a publisher what their share is by the quality of the bot, and what was announced', async () => {
    await scene.happen({ publisher_bot: 'weather_bot' });
    const [publisher, botId] = ['publisher', 'weather_bot'].map((name) =>
      Number(scene.names.get(name, 'id')),
    );
    if (publisher === undefined || botId === undefined) throw new Error('The scene has no bot.');
    const tab = await open(390);
    const { page } = tab;
    await enter(tab, publisher);
    const shown = async () => {
      await page.goto('about:blank');
      await page.goto(`${stage.url}/cabinet/bots/${String(botId)}/figures`);
      await page.locator('.mantine-Skeleton-root').first().waitFor({ state: 'detached' });
      return page.getByRole('region', { name: 'Quality of the subscribers' }).innerText();
    };
    expect(await shown()).toContain('Your share of what advertisers pay is 100 % of the usual one now.');
    const announced = { botId, fromMs: Date.UTC(2050, 0, 22), factor: 0.605 };
    await stage.store.payingFactors.announce([announced], [], stage.clock.now());
    expect(await shown()).toContain('From Jan 22 on: 60.5 %, for sponsors shown from then on.');
    expect(await isTooWide(page)).toBe(false);
    expect(await axeFaults(page)).toEqual([]);
    await tab.close();
  }, 60_000);

  it('tells a publisher which lists were left short, of all and by language, and why', async () => {
    await scene.happen({ publisher_bot: 'recipes_bot' });
    const [publisher, botId] = ['publisher', 'recipes_bot'].map((name) =>
      Number(scene.names.get(name, 'id')),
    );
    if (publisher === undefined || botId === undefined) throw new Error('The scene has no bot.');
    await stage.service.accounts.setLanguage(publisher, 'en');
    const { statistics } = stage.store;
    const day = dayNumberOf(stage.clock.now(), stage.service.settings.SERVICE_TIMEZONE);
    const ofLanguage = (code: string) => ({ botId, day, languageId: languageIdOf(code) ?? 0 });
    const tab = await open(390);
    const { page } = tab;
    await enter(tab, publisher);
    const panel = async (title: string) => {
      await page.goto('about:blank');
      await page.goto(`${stage.url}/cabinet/bots/${String(botId)}/figures`);
      await page.locator('.mantine-Skeleton-root').first().waitFor({ state: 'detached' });
      return page.getByRole('region', { name: title }).innerText();
    };
    expect(await panel('Lists left short')).toContain('No list was asked for in these days.');
    for (const code of ['uz', 'uz', 'ru']) statistics.countFill(ofLanguage(code), 'full');
    expect(await panel('Lists left short')).toContain('All lists were full: 3.');
    for (const fill of ['none', 'partly', 'partly', 'partly'] as const)
      statistics.countFill(ofLanguage('ru'), fill);
    statistics.countFill(ofLanguage(''), 'none');
    statistics.countNoFill(ofLanguage('ru'), new Map([['min_price', 3_000]]));
    statistics.countNoFill(ofLanguage(''), new Map([['unknown_users', 1_000]]));
    const english = await panel('Lists left short');
    expect(english).toContain('Of 8 lists: without any sponsor 2, with fewer than there was room for 3.');
    const [price, unknown] = [sayNoFill('min_price', 'en'), sayNoFill('unknown_users', 'en')];
    expect(english.split(/\s*\n\s*|\t/)).toEqual(
      expect.arrayContaining([price, '75 %', unknown, '25 %', 'Russian', '4 of 5', 'Uzbek', '0 of 2']),
    );
    expect(english.lastIndexOf(price)).toBeGreaterThan(english.indexOf('Russian'));
    expect(await isTooWide(page)).toBe(false);
    expect(await axeFaults(page)).toEqual([]);
    await stage.service.accounts.setLanguage(publisher, 'ru');
    const russian = await panel('Незаполненные списки');
    expect(russian).toContain('Всего списков 8: совсем без спонсоров 2, заполнены не до конца 3.');
    expect(russian).toContain(sayNoFill('min_price', 'ru'));
    expect(russian).toContain('4 из 5');
    await tab.close();
  }, 60_000);

  it('asks how good the bots must be that show an order, and says what that costs', async () => {
    const tab = await open(390);
    const { page } = tab;
    await enter(tab);
    await page.goto(`${stage.url}/cabinet/orders/new`);
    await page.getByRole('textbox', { name: 'Link' }).fill('https://example.org/good-bots');
    await page.getByText('Found', { exact: true }).waitFor();
    await page.getByRole('textbox', { name: 'Base price' }).fill('2');
    const least = page.getByRole('combobox', { name: 'Quality of bots' });
    expect(await least.inputValue()).toBe('Any');
    await least.click();
    await page.getByRole('option', { name: '0.9 or better · ×1.2' }).click();
    const forecast = page.locator('.sticky');
    await forecast.getByText('+₽0.40').waitFor();
    expect(await forecast.getByText('Quality of bots').count()).toBe(1);
    expect(await isTooWide(page)).toBe(false);
    expect(await axeFaults(page)).toEqual([]);
    await page.getByRole('button', { name: 'Send to moderation' }).click();
    await page.getByText('In moderation').waitFor();
    const orderId = Number(/orders\/(\d+)/.exec(page.url())?.[1]);
    const kept = async () => (await stage.service.orders.info(ada, orderId)).minBotQuality;
    expect([await kept(), await least.inputValue()]).toEqual([0.9, '0.9 or better · ×1.2']);
    await least.click();
    await page.getByRole('option', { name: 'Any' }).click();
    await page.getByRole('button', { name: 'Save changes' }).click();
    await page.getByText('Saved').waitFor();
    expect(await kept()).toBe(0);
    stage.store.statistics.countRefusal(orderId, stage.clock.now(), 'below_min_bot_quality', 3);
    await stage.store.flush();
    await page.reload();
    await page.getByText('Why it was not shown in the last 24 hours').click();
    await page
      .getByText('The bot’s quality is below what the advertiser asks for (min_bot_quality). × 3')
      .waitFor();
    await tab.close();
  }, 60_000);

  it('shows what a draft does not know, because the form had no such field then, as it is', async () => {
    const { id } = await order('draft-of-old');
    await stage.service.orders.update(ada, id, { minBotQuality: 0.8 });
    const tab = await open();
    const { page } = tab;
    await enter(tab);
    const draft = { revision: 1, base: { name: 'draft-of-old' }, form: { name: 'Typed then' } };
    await page.evaluate(`localStorage.setItem('sponsorgate:draft:${String(ada)}:order-${String(id)}',
      JSON.stringify({ atMs: Date.now(), value: ${JSON.stringify(draft)} }))`);
    await page.goto(`${stage.url}/cabinet/orders/${String(id)}`);
    const least = page.getByRole('combobox', { name: 'Quality of bots' });
    await least.waitFor();
    expect(await least.inputValue()).toBe('0.8 or better · ×1.1');
    expect(await page.getByRole('textbox', { name: 'Name for yourself' }).inputValue()).toBe('Typed then');
    await tab.close();
  }, 60_000);

  it('tries two blocks beside each other: either is seen, both are measured, and one is kept', async () => {
    await scene.happen({ publisher_bot: 'kitchen_bot' });
    const [publisher, botId] = [scene.names.get('publisher', 'id'), scene.names.get('kitchen_bot', 'id')].map(
      Number,
    ) as [number, number];
    await stage.service.accounts.setLanguage(publisher, 'en');
    const bot = async () => (await stage.service.bots.info(publisher, botId)).bot;
    await stage.service.bots.update(publisher, botId, { settings: { text: 'Join <b>us</b>' } });
    const tab = await open(390);
    const { page } = tab;
    await enter(tab, publisher);
    const look = async (what: string) => {
      await page.goto('about:blank');
      await page.goto(`${stage.url}/cabinet/bots/${String(botId)}/${what}`);
      await page.locator('.mantine-Skeleton-root').first().waitFor({ state: 'detached' });
    };
    const panel = (title: string) => page.getByRole('region', { name: title });
    await look('figures');
    expect(await panel('Two blocks').innerText()).toContain('No second text or picture is tried.');

    await look('settings');
    const preview = panel('As a user sees it');
    expect(await preview.getByRole('radio').count()).toBe(0);
    await page.getByLabel('Text of B').fill('Come <i>in</i>');
    await preview.getByText('Join us').waitFor();
    await preview.getByText('B', { exact: true }).click();
    await preview.getByText('Come in').waitFor();
    await page.getByRole('button', { name: 'Save' }).click();
    await expect.poll(async () => (await bot()).settings.textB).toBe('Come <i>in</i>');
    expect(await isTooWide(page)).toBe(false);
    expect(await axeFaults(page)).toEqual([]);

    await happenInTest(stage, botId, { a: [60, 12], b: [60, 48] });
    await look('figures');
    const english = await panel('Two blocks').innerText();
    expect(english.split(/\s*\n\s*|\t/)).toEqual(
      expect.arrayContaining(['B is better: more users pass.', '12 of 60', '48 of 60']),
    );
    expect(english).toContain('20 % (11.8 % … 31.8 %)');
    expect(english).toContain('B beside A: +60 % (+43.3 % … +71.6 %)');
    expect(await isTooWide(page)).toBe(false);
    expect(await axeFaults(page)).toEqual([]);
    expect(await page.evaluate('window.shifted')).toBe(0);
    await stage.service.accounts.setLanguage(publisher, 'ru');
    await look('figures');
    expect(await isTooWide(page)).toBe(false);
    expect(await panel('Два блока').innerText()).toContain('B лучше: проходит больше людей.');
    await panel('Два блока').getByRole('button', { name: 'Оставить B' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Оставить B' }).click();
    await panel('Два блока').getByText('не пробуются').waitFor();
    expect((await bot()).settings).toMatchObject({ text: 'Come <i>in</i>', textB: null, imageB: null });
    await tab.close();
  }, 60_000);

  it('tries again by itself while the service does not answer, and keeps what is typed', async () => {
    const { id, rename } = await order('silence');
    const tab = await open();
    const { page, context } = tab;
    await enter(tab);
    await page.goto(`${stage.url}/cabinet/orders/${String(id)}`);
    const name = page.getByRole('textbox', { name: 'Name for yourself' });
    await name.fill('Typed meanwhile');
    const silence = (url: URL) => !url.pathname.startsWith('/cabinet');
    await context.route(silence, (route) => route.abort());
    await page.getByRole('button', { name: 'Stop' }).click();
    await page.getByText('The service does not answer').waitFor();
    await page.getByRole('tab', { name: 'Figures' }).click();
    const lost = page.getByRole('alert').filter({ hasText: LOST });
    await lost.waitFor();
    await rename('Answers again');
    await context.unroute(silence);
    await page.clock.fastForward(5_000);
    await page.getByRole('heading', { name: 'Answers again' }).waitFor();
    await lost.waitFor({ state: 'detached' });
    await page.getByRole('tab', { name: 'Settings' }).click();
    expect(await name.inputValue()).toBe('Typed meanwhile');
    await tab.close();
  }, 60_000);

  it('asks anew from time to time where the stream does not come through, and then opens it again', async () => {
    const { rename } = await order('without-a-stream');
    const tab = await open();
    const { page, context } = tab;
    let refusals = 0;
    const refuse = (url: URL) => url.pathname === '/live';
    await context.route(refuse, (route) => {
      refusals += 1;
      return route.fulfill({ status: 429, body: '' });
    });
    await enter(tab);
    await page.goto(`${stage.url}/cabinet/orders`);
    await page.getByText('without-a-stream').first().waitFor();
    await page.getByText('Renewed every 15 s').waitFor();
    await rename('heard-by-asking');
    await page.clock.fastForward(15_000);
    await page.getByText('heard-by-asking').waitFor();
    expect(refusals).toBe(2);
    await context.unroute(refuse);
    await page.clock.fastForward(60_000);
    await page.getByText('Live', { exact: true }).waitFor();
    await tab.close();
  }, 60_000);

  it('has the messenger’s colours, and leaves what the messenger covers', async () => {
    const { page, complaints, outside, close } = await openInside();
    const look = (): Promise<string[]> =>
      page.evaluate(`[getComputedStyle(document.body).backgroundColor,
        getComputedStyle(document.querySelector('.side')).backgroundColor,
        getComputedStyle(document.body).color, document.documentElement.dataset.mantineColorScheme]`);
    await expect.poll(look).toEqual(['rgb(10, 15, 20)', 'rgb(16, 24, 32)', 'rgb(255, 255, 255)', 'dark']);
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect(await axeFaults(page)).toEqual([]);
    await receive(page, 'theme_changed', { theme_params: day });
    await expect.poll(look).toEqual(['rgb(240, 240, 245)', 'rgb(255, 255, 255)', 'rgb(0, 0, 0)', 'light']);
    const places = (): Promise<number[]> =>
      page.evaluate(`[document.querySelector('h1').getBoundingClientRect().top,
        innerHeight - document.querySelector('.way').getBoundingClientRect().bottom]`);
    const [top = 0, bottom = 0] = await places();
    await receive(page, 'safe_area_changed', { top: 40, bottom: 20, left: 0, right: 0 });
    await receive(page, 'content_safe_area_changed', { top: 12, bottom: 0, left: 0, right: 0 });
    await expect.poll(places).toEqual([top + 52, bottom + 20]);
    const told = (await heard(page)).map(([event]) => event);
    expect(told).toEqual(
      expect.arrayContaining(['web_app_ready', 'web_app_expand', 'web_app_set_header_color']),
    );
    expect([complaints, outside]).toEqual([[], []]);
    await close();
  }, 60_000);

  it('goes back and sends a form by the messenger’s own buttons', async () => {
    const { page, complaints, outside, close } = await openInside();
    await page.getByRole('link', { name: 'Orders', exact: true }).click();
    await expect.poll(() => last(page, 'web_app_setup_back_button')).toMatchObject({ is_visible: true });
    await page.getByRole('link', { name: 'New order' }).first().click();
    const text = 'Send to moderation';
    await expect
      .poll(() => last(page, 'web_app_setup_main_button'))
      .toMatchObject({ is_visible: true, text });
    // The page's own would be the same twice.
    expect(await page.getByRole('button', { name: text }).count()).toBe(0);
    // What the browser misses it says, and nothing is sent.
    await receive(page, 'main_button_pressed');
    expect(new URL(page.url()).pathname).toBe('/cabinet/orders/new');
    await page.getByRole('textbox', { name: 'Link' }).fill('https://example.org/inside');
    await page.getByText('Found', { exact: true }).waitFor();
    await receive(page, 'main_button_pressed');
    await page.getByText('In moderation').waitFor();
    await expect.poll(() => last(page, 'web_app_setup_main_button')).toMatchObject({ is_visible: false });
    await receive(page, 'back_button_pressed');
    await expect.poll(() => new URL(page.url()).pathname).toBe('/cabinet/orders');
    await receive(page, 'back_button_pressed');
    await expect.poll(() => last(page, 'web_app_setup_back_button')).toMatchObject({ is_visible: false });
    expect(new URL(page.url()).pathname).toMatch(/^\/cabinet\/?$/);
    expect([complaints, outside]).toEqual([[], []]);
    await close();
  }, 60_000);

  /** As the messenger opens the page on a phone that is set to light while the messenger is dark. */
  async function openInside(): Promise<Tab> {
    const tab = await openTab(browser, stage.url, { width: 390, locale: 'en-GB', colorScheme: 'light' });
    await tab.context.addInitScript(`window.heard = []; window.TelegramWebviewProxy = {
      postEvent: (event, data) => window.heard.push([event, data ? JSON.parse(data) : null]) };`);
    const launch = new URLSearchParams({
      tgWebAppData: initDataOf({ id: ada, first_name: 'Ada' }, operatorBot.token),
      tgWebAppVersion: '8.0',
      tgWebAppPlatform: 'ios',
      tgWebAppThemeParams: JSON.stringify(night),
    });
    await tab.page.goto(`${stage.url}/cabinet#${launch.toString()}`);
    await tab.page.getByRole('navigation').waitFor();
    return tab;
  }

  /** The app tells the page. */
  function receive(page: Page, event: string, data: object = {}): Promise<void> {
    return page.evaluate(
      `window.Telegram.WebView.receiveEvent(${JSON.stringify(event)}, ${JSON.stringify(data)})`,
    );
  }

  /** What the page told the app. */
  function heard(page: Page): Promise<[string, unknown][]> {
    return page.evaluate('window.heard');
  }

  async function last(page: Page, event: string): Promise<unknown> {
    return (await heard(page)).findLast(([each]) => each === event)?.[1];
  }
});
