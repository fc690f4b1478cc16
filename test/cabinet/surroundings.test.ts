/**
 * What is around the page: a line that breaks, a stream that does not come through, and the messenger, whose own script runs
 * here over a fake of its app.
 */
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { parseMoney } from '../../core/money.js';
import { axeFaults, isTooWide, openTab, type Tab } from '../api/browser.js';
import { initDataOf } from '../api/resource-stage.js';
import { describeInBrowser } from '../browser.js';
import { operatorBot } from '../cases/stage.js';
import { deposit } from '../contract/makers.js';
import { followLink } from './demo-user.js';
import { usePageStage } from './page-stage.js';

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
  const at = usePageStage();

  it('asks whose link it is before it lets somebody else in', async () => {
    const tab = await at.open(390);
    const { page } = tab;
    await at.enter(tab);
    const stranger = Number(at.scene.names.get('stranger', 'id'));
    const { ticket } = await at.stage.service.cabinet.signIn.ticket(stranger);
    const whose = async (): Promise<number> => {
      const reply = await page.request.post(`${at.stage.url}/account`, {
        headers: { Origin: at.stage.url },
        data: { action: 'info' },
      });
      return ((await reply.json()) as { result: { account_id: number } }).result.account_id;
    };
    await page.goto('about:blank');
    await page.goto(`${at.stage.url}/cabinet#enter=${ticket}`);
    await page.getByText(`Account ${String(stranger)}`).waitFor();
    expect(page.url()).not.toContain(ticket);
    expect(await axeFaults(page)).toEqual([]);
    expect(await isTooWide(page)).toBe(false);
    await page.getByRole('button', { name: 'Not me' }).click();
    await page.getByRole('navigation').waitFor();
    expect(await whose()).toBe(at.ada);
    // It is good still, for whom it was made.
    await followLink(page, `${at.stage.url}/cabinet#enter=${ticket}`);
    expect(await whose()).toBe(stranger);
    await tab.close();
  }, 60_000);

  it('says that the line is gone, and is up to date once it is back', async () => {
    const { rename } = await at.order('before-the-line-broke');
    const tab = await at.open(390);
    const { page, context } = tab;
    await at.enter(tab, '/orders');
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

  it('shows the time zone that was picked in the chat, and offers UTC', async () => {
    const tab = await at.open();
    const { page } = tab;
    const zone = page.getByRole('combobox', { name: 'Time zone' });
    for (const picked of ['Europe/Kyiv', 'Etc/GMT-3', 'Asia/Kolkata']) {
      await at.stage.service.accounts.setTimeZone(at.ada, picked);
      await at.enter(tab, '/account');
      await expect.poll(() => zone.inputValue()).toBe(picked);
    }
    await zone.fill('utc');
    await page.getByRole('option', { name: 'UTC', exact: true }).click();
    const kept = async () => (await at.stage.service.accounts.profile(at.ada)).account.timeZone;
    await expect.poll(kept).toBe('UTC');
    await tab.close();
  }, 60_000);

  it('shows what is to be copied where the browser has no clipboard, as over plain http', async () => {
    const tab = await at.open(390);
    const { page } = tab;
    await page.addInitScript('Object.defineProperty(navigator, "clipboard", { value: undefined })');
    await at.enter(tab, '/account');
    await page.getByRole('button', { name: 'Copy', exact: true }).first().click();
    const key = await at.stage.service.accounts.revealKey(at.ada, 'access');
    await page.locator('.toast', { hasText: key }).waitFor();
    expect(tab.complaints).toEqual([]);
    await tab.close();
  }, 60_000);

  /** The code of the sign-in that stands on the page, as the operator bot gets it. */
  const codeOn = async (page: Page): Promise<string> => {
    const link = page.getByRole('link', { name: /^Open @/ });
    const start = new URL((await link.getAttribute('href')) ?? '').searchParams.get('start') ?? '';
    return start.replace('signin_', '');
  };

  it('shows nothing of one person to another who signs in after them', async () => {
    const { signIn } = at.stage.service.cabinet;
    const stranger = Number(at.scene.names.get('stranger', 'id'));
    for (const person of [at.ada, stranger]) await deposit(at.stage.store, person, parseMoney('100'));
    const tab = await at.open(390);
    const { page, context } = tab;
    await at.enter(tab, '/wallet');
    const details = page.getByRole('textbox', { name: 'Payout details' });
    await details.fill('Card 4000 1234');
    await context.clearCookies();
    await page.getByText('Withdrawals', { exact: true }).click();
    // A screen reader says it.
    const ended = page.getByRole('alert').filter({ hasText: 'Your session has ended' });
    await ended.waitFor();
    expect(await signIn.agree(stranger, await codeOn(page))).toBe(true);
    await ended.waitFor({ state: 'detached' });
    await details.waitFor();
    expect(await details.inputValue()).toBe('');
    await tab.close();
  }, 60_000);

  it('orders nothing of one person as another who signs in in another tab', async () => {
    const stranger = Number(at.scene.names.get('stranger', 'id'));
    const tab = await at.open();
    const { page, context } = tab;
    await at.enter(tab, '/orders/new');
    const link = page.getByRole('textbox', { name: 'Link' });
    await link.fill('https://example.org/of-ada');
    const other = await context.newPage();
    await at.enter({ ...tab, page: other }, '', stranger);
    await expect.poll(() => link.inputValue()).toBe('');
    await tab.close();
  }, 60_000);

  it('lays a sign-in over a dialog, which is as it was afterwards', async () => {
    const tab = await at.open(390);
    const { page, context } = tab;
    await at.enter(tab, '/bots');
    await page.getByRole('button', { name: 'Add a bot' }).first().click();
    const dialog = page.getByRole('dialog');
    const token = dialog.getByLabel('Bot token');
    await token.fill('7:typed');
    await context.clearCookies();
    await dialog.getByRole('button', { name: 'Add a bot' }).click();
    const ended = page.getByText('Your session has ended');
    await ended.waitFor();
    await dialog.waitFor({ state: 'hidden' });
    await page.getByRole('link', { name: /^Open @/ }).click({ trial: true });
    expect(await at.stage.service.cabinet.signIn.agree(at.ada, await codeOn(page))).toBe(true);
    await ended.waitFor({ state: 'detached' });
    expect(await token.inputValue()).toBe('7:typed');
    await dialog.getByRole('button', { name: 'Close' }).click();
    await dialog.waitFor({ state: 'detached' });
    await tab.close();
  }, 60_000);

  it('goes on with a sign-in whose questions were lost on their way', async () => {
    const tab = await at.open(390);
    const { page } = tab;
    let lost = 0;
    await page.route('**/session', async (route) => {
      const isCheck = route.request().postData()?.includes('"check"') === true;
      if (!isCheck || lost === 2) return route.continue();
      lost += 1;
      return lost === 1 ? route.abort() : route.fulfill({ status: 502, body: '' });
    });
    await page.goto(`${at.stage.url}/cabinet`);
    const code = await codeOn(page);
    await expect.poll(() => lost).toBe(2);
    expect(await at.stage.service.cabinet.signIn.agree(at.ada, code)).toBe(true);
    await page.getByRole('navigation').waitFor();
    await tab.close();
  }, 60_000);

  it('says that nothing is found at a link, and asks before it orders that', async () => {
    const tab = await at.open(390);
    const { page } = tab;
    await at.enter(tab, '/orders/new');
    await page.getByRole('textbox', { name: 'Link' }).fill('https://t.me/no_such_channel_at_all');
    await page.getByText('Nothing found here. Check the link').waitFor();
    await page.getByRole('textbox', { name: 'Subscribers' }).fill('20');
    await page.getByRole('button', { name: 'Send for moderation' }).click();
    const question = page.getByRole('dialog');
    await question.getByText('Our bot sees nothing at').waitFor();
    expect(await axeFaults(page)).toEqual([]);
    await question.getByRole('button', { name: 'Change the link' }).click();
    expect(page.url()).toContain('/orders/new');
    await page.getByRole('button', { name: 'Send for moderation' }).click();
    await question.getByRole('button', { name: 'Send anyway' }).click();
    await page.waitForURL(/\/orders\/\d+/);
    await page.getByRole('heading', { name: 'New order' }).waitFor();
    await tab.close();
  }, 60_000);

  it('keeps its frame while a part of it cannot be loaded, and loads it once it can be', async () => {
    const tab = await at.open(390);
    const { page, context } = tab;
    await at.enter(tab);
    await context.setOffline(true);
    await page.getByRole('link', { name: 'Wallet' }).click();
    const failed = page.getByText('This part of the page did not load.');
    await failed.waitFor();
    await page.getByRole('navigation').waitFor();
    expect(await axeFaults(page)).toEqual([]);
    await context.setOffline(false);
    await page.getByRole('heading', { name: 'Wallet' }).waitFor();
    expect(await failed.count()).toBe(0);
    await tab.close();
  }, 60_000);

  it('reloads itself once where an upgrade took its files away', async () => {
    const tab = await at.open(390);
    const { page } = tab;
    await at.enter(tab);
    const gone = /\/wallet-[^/]+\.js$/;
    await page.route(gone, (route) => route.fulfill({ status: 404, body: '' }));
    let loads = 0;
    page.on('load', () => (loads += 1));
    await page.getByRole('link', { name: 'Wallet' }).click();
    await page.getByText('This part of the page did not load.').waitFor();
    await expect.poll(() => loads).toBe(1);
    await page.getByText('This part of the page did not load.').waitFor();
    await page.unroute(gone);
    await page.getByRole('heading', { name: 'Wallet' }).waitFor();
    expect(loads).toBe(1);
    await tab.close();
  }, 60_000);

  it('tries again by itself while the service does not answer, and keeps what is typed', async () => {
    const { id, rename } = await at.order('silence');
    const tab = await at.open();
    const { page, context } = tab;
    await at.enter(tab, `/orders/${String(id)}`);
    const name = page.getByRole('textbox', { name: 'Internal name' });
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
    const { rename } = await at.order('without-a-stream');
    const tab = await at.open();
    const { page, context } = tab;
    let refusals = 0;
    const refuse = (url: URL) => url.pathname === '/live';
    await context.route(refuse, (route) => {
      refusals += 1;
      return route.fulfill({ status: 429, body: '' });
    });
    await at.enter(tab, '/orders');
    await page.getByText('without-a-stream').first().waitFor();
    await page.getByText('Updates every 15 s').waitFor();
    await rename('heard-by-asking');
    await page.clock.fastForward(15_000);
    await page.getByText('heard-by-asking').waitFor();
    expect(refusals).toBe(1);
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
    const text = 'Send for moderation';
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
    const isHome = /^\/cabinet\/?$/;
    expect(new URL(page.url()).pathname).toMatch(isHome);
    // From the figures of all orders, too, which lie below no page.
    await page.evaluate(`history.pushState(null, '', '/cabinet/figures/orders?days=30')`);
    await page.getByRole('heading', { name: 'All orders' }).waitFor();
    await receive(page, 'back_button_pressed');
    await expect.poll(() => new URL(page.url()).pathname).toMatch(isHome);
    expect([complaints, outside]).toEqual([[], []]);
    await close();
  }, 60_000);

  /** As the messenger opens the page on a phone that is set to light while the messenger is dark. */
  async function openInside(): Promise<Tab> {
    const tab = await openTab(at.browser, at.stage.url, {
      width: 390,
      locale: 'en-GB',
      colorScheme: 'light',
    });
    await tab.context.addInitScript(`window.heard = []; window.TelegramWebviewProxy = {
      postEvent: (event, data) => window.heard.push([event, data ? JSON.parse(data) : null]) };`);
    const launch = new URLSearchParams({
      tgWebAppData: initDataOf({ id: at.ada, first_name: 'Ada' }, operatorBot.token),
      tgWebAppVersion: '8.0',
      tgWebAppPlatform: 'ios',
      tgWebAppThemeParams: JSON.stringify(night),
    });
    await tab.page.goto(`${at.stage.url}/cabinet#${launch.toString()}`);
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
