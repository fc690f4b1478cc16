/** What the page says of forecasts, qualities, lists and blocks, and what can be asked for there. */
import { expect, it } from 'vitest';
import { languageIdOf } from '../../core/data/index.js';
import { dayNumberOf } from '../../core/days.js';
import { axeFaults, isTooWide, loaded } from '../api/browser.js';
import { moderatorId } from '../cases/stage.js';
import { addOrder, chargeShown, deposit, ownChat, PRICE, settle, show } from '../contract/makers.js';
import { describeInBrowser } from '../browser.js';
import { happenInTest } from '../support/block-test.js';
import { usePageStage } from './page-stage.js';
import { sayNoFill } from '../../words/reasons.js';

describeInBrowser('a panel of the cabinet', () => {
  const at = usePageStage({ QUALITY_PRICE: '1', QUALITY_HOLD: '1', HOLD_HOURS: '24' });

  it('says beside joins a day how far such forecasts were off, once that is known', async () => {
    const part = { joinsError: 0.385, impressionsError: 0.29, withinQuarter: 0.31, cameShare: 0.88 };
    await at.stage.store.forecasts.saveErrors(20_000, [
      { size: 0, forecasts: 19, days: 9, ...part },
      { size: 1, forecasts: 2, days: 2, ...part },
    ]);
    await at.scene.happen({ publisher_bot: 'lists_bot' });
    const { store, settings } = at.stage;
    const botId = Number(at.scene.names.get('lists_bot', 'id'));
    const yesterday = dayNumberOf(at.stage.clock.now(), settings.SERVICE_TIMEZONE) - 1;
    store.statistics.countRequest(botId, yesterday, 'sponsors');
    const advertiser = Number(at.scene.names.get('advertiser', 'id'));
    const dayAgoMs = at.stage.clock.now() - 86_400_000;
    for (let order = 0; order < 9; order++) await addOrder(store, ownChat(order), advertiser, dayAgoMs);
    await store.flush();
    // What was read of lists and orders before is too old by then.
    at.stage.clock.pass(600_000);
    const tab = await at.open(390);
    const { page } = tab;
    await at.signIn(tab);
    const shown = async (sentence: string) => {
      await page.goto(`${at.stage.url}/cabinet/orders/new`);
      await page.getByText(sentence).waitFor();
    };
    await shown('The accuracy of such forecasts is not known yet.');
    await at.stage.store.forecasts.saveErrors(20_001, [{ size: 0, forecasts: 60, days: 9, ...part }]);
    await shown('Half of all forecasts were off by 38.5% at most. Of 100 forecast joins, 88 came.');
    await at.stage.store.forecasts.saveErrors(20_002, [
      { size: 1, forecasts: 40, days: 9, ...part, joinsError: 0.2 },
    ]);
    await shown('Half of such forecasts were off by 20% at most.');
    await shown('Orders at the nearest prices get 0 each.');
    await page.getByText('Price of the first position').waitFor();
    expect(await isTooWide(page)).toBe(false);
    expect(await axeFaults(page)).toEqual([]);
    await tab.close();
  }, 60_000);

  it('says what the wallet lacks for an order while its owner looks at it', async () => {
    const { store, clock } = at.stage;
    await at.scene.happen({ publisher_bot: 'joins_bot' });
    const owner = await at.scene.person('olivia');
    const [watched, other] = [
      await addOrder(store, ownChat(40), owner),
      await addOrder(store, ownChat(41), owner),
    ];
    await deposit(store, owner, BigInt(watched.quantityAll) * PRICE);
    const tab = await at.open();
    const { page } = tab;
    await at.enter(tab, `/orders/${String(watched.orderId)}`, owner);
    await page.getByText('Joins per day').waitFor();
    const lack = page.getByText('Your wallet is short by ₽2.00.');
    expect(await lack.count()).toBe(0);
    const botId = Number(at.scene.names.get('joins_bot', 'id'));
    await show(store, 840, other.orderId, botId, clock.now());
    await settle(store, other.orderId, 840, { nowMs: clock.now(), decide: chargeShown() });
    await lack.waitFor();
    await tab.close();
    // The forecasts of other tests count the orders that run.
    for (const { orderId } of [watched, other])
      await at.stage.service.orders.update(owner, orderId, { isOn: false });
  }, 60_000);

  it('tells a publisher what their share and the hold are by the quality of the bot, and what was announced', async () => {
    await at.scene.happen({ publisher_bot: 'weather_bot' });
    const [publisher, botId] = ['publisher', 'weather_bot'].map((name) =>
      Number(at.scene.names.get(name, 'id')),
    );
    if (publisher === undefined || botId === undefined) throw new Error('The scene has no bot.');
    const tab = await at.open(390);
    const { page } = tab;
    await at.signIn(tab, publisher);
    const shown = async () => {
      await page.goto(`${at.stage.url}/cabinet/bots/${String(botId)}/figures`);
      await loaded(page);
      return page.getByRole('region', { name: 'Subscriber quality' }).innerText();
    };
    const before = await shown();
    expect(before).toContain('Your share is 100% of the usual one now.');
    expect(before).toContain('Earnings are on hold for 24 h');
    expect(before).not.toContain('from then on');
    const announced = { botId, fromMs: Date.UTC(2050, 0, 22), factor: 0.605, holdFactor: 0.605 };
    await at.stage.store.payingFactors.announce([announced], [], at.stage.clock.now());
    const after = await shown();
    expect(after).toContain('From 22 Jan: 60.5%, for sponsors shown from then on.');
    expect(after).toContain('From 22 Jan: 62 h, for sponsors shown from then on.');
    expect(await isTooWide(page)).toBe(false);
    expect(await axeFaults(page)).toEqual([]);
    await tab.close();
  }, 60_000);

  it('tells a publisher which lists were left short, of all and by language, and why', async () => {
    await at.scene.happen({ publisher_bot: 'recipes_bot' });
    const [publisher, botId] = ['publisher', 'recipes_bot'].map((name) =>
      Number(at.scene.names.get(name, 'id')),
    );
    if (publisher === undefined || botId === undefined) throw new Error('The scene has no bot.');
    await at.stage.service.accounts.setLanguage(publisher, 'en');
    const { statistics } = at.stage.store;
    const day = dayNumberOf(at.stage.clock.now(), at.stage.service.settings.SERVICE_TIMEZONE);
    const ofLanguage = (code: string) => ({ botId, day, languageId: languageIdOf(code) ?? 0 });
    const tab = await at.open(390);
    const { page } = tab;
    await at.signIn(tab, publisher);
    const panel = async (title: string) => {
      await page.goto(`${at.stage.url}/cabinet/bots/${String(botId)}/figures`);
      await loaded(page);
      return page.getByRole('region', { name: title }).innerText();
    };
    expect(await panel('Unfilled lists')).toContain('No lists were requested in these days.');
    for (const code of ['uz', 'uz', 'ru']) statistics.countFill(ofLanguage(code), 'full');
    expect(await panel('Unfilled lists')).toContain('All lists were full: 3.');
    for (const fill of ['none', 'partly', 'partly', 'partly'] as const)
      statistics.countFill(ofLanguage('ru'), fill);
    statistics.countFill(ofLanguage(''), 'none');
    statistics.countNoFill(ofLanguage('ru'), new Map([['min_price', 3_000]]));
    statistics.countNoFill(ofLanguage(''), new Map([['unknown_users', 1_000]]));
    const english = await panel('Unfilled lists');
    expect(english).toContain('Of 8 lists, 2 had no sponsor and 3 had too few.');
    const [price, unknown] = [sayNoFill('min_price', 'en'), sayNoFill('unknown_users', 'en')];
    expect(english.split(/\s*\n\s*|\t/)).toEqual(
      expect.arrayContaining([price, '75%', unknown, '25%', 'Russian', '4 of 5', 'Uzbek', '0 of 2']),
    );
    expect(english.lastIndexOf(price)).toBeGreaterThan(english.indexOf('Russian'));
    expect(await isTooWide(page)).toBe(false);
    expect(await axeFaults(page)).toEqual([]);
    await at.stage.service.accounts.setLanguage(publisher, 'ru');
    const russian = await panel('Незаполненные списки');
    expect(russian).toContain('Из 8 списков без спонсоров — 2, заполнены частично — 3.');
    expect(russian).toContain(sayNoFill('min_price', 'ru'));
    expect(russian).toContain('4 из 5');
    await page.setViewportSize({ width: 320, height: 800 });
    await expect.poll(() => isTooWide(page)).toBe(false);
    await tab.close();
  }, 60_000);

  it('asks how good the bots must be that show an order, and says what that costs', async () => {
    const tab = await at.open(390);
    const { page } = tab;
    await at.enter(tab, '/orders/new');
    await page.getByRole('textbox', { name: 'Link' }).fill('https://example.org/good-bots');
    await page.getByText('Found', { exact: true }).waitFor();
    await page.getByRole('textbox', { name: 'Base price' }).fill('2');
    const least = page.getByRole('combobox', { name: 'Bot quality' });
    expect(await least.inputValue()).toBe('Any');
    await least.click();
    await page.getByRole('option', { name: '0.9 or better · ×1.2' }).click();
    const forecast = page.locator('.sticky');
    await forecast.getByText('+₽0.40').waitFor();
    expect(await forecast.getByText('Bot quality').count()).toBe(1);
    expect(await isTooWide(page)).toBe(false);
    expect(await axeFaults(page)).toEqual([]);
    await page.getByRole('button', { name: 'Send for moderation' }).click();
    await page.getByText('In moderation').waitFor();
    const orderId = Number(/orders\/(\d+)/.exec(page.url())?.[1]);
    const kept = async () => (await at.stage.service.orders.info(at.ada, orderId)).minBotQuality;
    expect([await kept(), await least.inputValue()]).toEqual([0.9, '0.9 or better · ×1.2']);
    await least.click();
    await page.getByRole('option', { name: 'Any' }).click();
    await page.getByRole('button', { name: 'Save changes' }).click();
    await page.getByText('Saved', { exact: true }).waitFor();
    expect(await kept()).toBe(0);
    at.stage.store.statistics.countIneligibility(orderId, at.stage.clock.now(), 'below_min_bot_quality', 3);
    await at.stage.store.flush();
    await page.reload();
    await page.getByText('Why it was not shown in the last 24 hours').click();
    await page
      .getByText('The bot’s quality is below what the advertiser asks for (min_bot_quality). × 3')
      .waitFor();
    // Chromium has no names of Uzbek, and Russian ones would be in another script.
    await at.stage.service.accounts.setLanguage(at.ada, 'uz');
    await page.goto(`${at.stage.url}/cabinet/orders/new`);
    await page.locator('.chip', { hasText: 'Tillar: ' }).first().waitFor();
    expect(await page.locator('.chips').first().innerText()).not.toMatch(/\p{Script=Cyrillic}/u);
    await tab.close();
  }, 60_000);

  it('shows what a draft does not know, because the form had no such field then, as it is', async () => {
    const { id } = await at.order('draft-of-old');
    await at.stage.service.orders.update(at.ada, id, { minBotQuality: 0.8 });
    const tab = await at.open();
    const { page } = tab;
    await at.enter(tab);
    const draft = { revision: 1, base: { name: 'draft-of-old' }, form: { name: 'Typed then' } };
    await page.evaluate(`localStorage.setItem('sponsorgate:draft:${String(at.ada)}:order-${String(id)}',
      JSON.stringify({ atMs: Date.now(), value: ${JSON.stringify(draft)} }))`);
    await page.goto(`${at.stage.url}/cabinet/orders/${String(id)}`);
    const least = page.getByRole('combobox', { name: 'Bot quality' });
    await least.waitFor();
    expect(await least.inputValue()).toBe('0.8 or better · ×1.1');
    expect(await page.getByRole('textbox', { name: 'Internal name' }).inputValue()).toBe('Typed then');
    await tab.close();
  }, 60_000);

  it('tries two blocks beside each other: either is seen, both are measured, and one is kept', async () => {
    await at.scene.happen({ publisher_bot: 'kitchen_bot' });
    const [publisher, botId] = [
      at.scene.names.get('publisher', 'id'),
      at.scene.names.get('kitchen_bot', 'id'),
    ].map(Number) as [number, number];
    await at.stage.service.accounts.setLanguage(publisher, 'en');
    const bot = async () => (await at.stage.service.bots.info(publisher, botId)).bot;
    await at.stage.service.bots.update(publisher, botId, { settings: { text: 'Join <b>us</b>' } });
    const tab = await at.open(390);
    const { page } = tab;
    await at.signIn(tab, publisher);
    const look = async (what: string) => {
      await page.goto(`${at.stage.url}/cabinet/bots/${String(botId)}/${what}`);
      await loaded(page);
    };
    const panel = (title: string) => page.getByRole('region', { name: title });
    await look('figures');
    expect(await panel('A/B test').innerText()).toContain('No test is running.');

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

    await happenInTest(at.stage, botId, { a: [60, 12], b: [60, 48] });
    await look('figures');
    const english = await panel('A/B test').innerText();
    expect(english.split(/\s*\n\s*|\t/)).toEqual(
      expect.arrayContaining(['B is better: more users pass.', '12 of 60', '48 of 60']),
    );
    expect(english).toContain('20% (11.8% … 31.8%)');
    expect(english).toContain('B vs. A: +60% (+43.3% … +71.6%)');
    expect(await isTooWide(page)).toBe(false);
    expect(await axeFaults(page)).toEqual([]);
    expect(await page.evaluate('window.shifted')).toBe(0);
    await at.stage.service.accounts.setLanguage(publisher, 'ru');
    await look('figures');
    expect(await isTooWide(page)).toBe(false);
    expect(await panel('A/B-тест').innerText()).toContain('B лучше: проходит больше людей.');
    await panel('A/B-тест').getByRole('button', { name: 'Оставить B' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Оставить B' }).click();
    await panel('A/B-тест').getByText('Тест не идёт').waitFor();
    expect((await bot()).settings).toMatchObject({ text: 'Come <i>in</i>', textB: null, imageB: null });
    await tab.close();
  }, 60_000);

  it('asks before a publisher is refused, with all bots and what goes back, and refuses them', async () => {
    await at.scene.happen({ publisher_bot: 'refused_bot' });
    const { store, service, clock } = at.stage;
    const [publisher, botId] = ['publisher', 'refused_bot'].map((name) =>
      Number(at.scene.names.get(name, 'id')),
    );
    if (publisher === undefined || botId === undefined) throw new Error('The scene has no bot.');
    const nowMs = clock.now();
    await deposit(store, at.ada, 10n * PRICE);
    const { orderId } = await addOrder(store, ownChat(77), at.ada);
    await show(store, 71, orderId, botId, nowMs);
    await settle(store, orderId, 71, { nowMs, decide: chargeShown({ holdUntilMs: nowMs + 3_600_000 }) });
    const bots = (await store.bots.ofAccount(publisher, 99)).length;
    const tab = await at.open(390);
    const { page } = tab;
    await at.enter(tab, '/moderation/trust', moderatorId);
    await loaded(page);
    await page.getByText('New publishers').click();
    const row = page.getByRole('row').filter({ hasText: String(publisher) });
    await row.getByRole('button', { name: 'Reject' }).click();
    const asked = page.getByRole('dialog');
    await asked.getByText(`All bots of publisher (${String(bots)}) get no more sponsors`).waitFor();
    expect(await asked.innerText()).toContain('2.00 goes back to the advertisers (subscribers: 1)');
    expect(await isTooWide(page)).toBe(false);
    expect(await axeFaults(page)).toEqual([]);
    if (process.env['SHOTS'] !== undefined) await page.screenshot({ path: process.env['SHOTS'] });
    expect((await service.bots.info(publisher, botId)).bot).toMatchObject({ trust: 'unknown' });
    await asked.getByRole('button', { name: 'Reject' }).click();
    await expect.poll(async () => (await service.bots.info(publisher, botId)).bot.trust).toBe('refused');
    await tab.close();
  }, 60_000);

  it('names each browser in which its person is signed in', async () => {
    const { signIn } = at.stage.service.cabinet;
    const chromium = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0';
    for (const agent of [
      `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${chromium} Safari/537.36 Edg/141.0.0.0`,
      `Mozilla/5.0 (X11; Linux x86_64) ${chromium} YaBrowser/25.8.0.0 Safari/537.36`,
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 CriOS/139.0 Safari/604.1',
    ]) {
      const { ticket } = await signIn.ticket(at.ada);
      await signIn.byTicket(ticket, agent);
    }
    const tab = await at.open();
    await at.enter(tab, '/account');
    for (const name of ['Edge 141, Win64', 'Yandex 25, Linux x86_64', /^Chrome 139, CPU iPhone/])
      await tab.page.getByText(name).waitFor();
    await tab.close();
  }, 60_000);

  it('shows no block for a bot without its token, and takes the token', async () => {
    const publisher = Number(at.scene.names.get('publisher', 'id'));
    const token = '7300000001:token-of-a-plain-bot-in-a-case';
    const username = 'plain_of_panels_bot';
    const { id: botId } = await at.stage.platform.bots({ token, username, first_name: 'Plain' });
    await at.stage.service.bots.add(publisher, { botId, name: 'Plain', nickname: username, settings: {} });
    const tab = await at.open(390);
    const { page } = tab;
    await at.enter(tab, '/bots', publisher);
    const row = page.getByRole('row', { name: username });
    await row.getByText('Without token').waitFor();
    await row.getByRole('link', { name: 'Plain' }).click();
    const lacking = page.getByRole('region', { name: 'Without token' });
    await lacking.getByText('The service cannot show the block in this bot').waitFor();
    await page.getByRole('textbox', { name: 'Sponsors per list' }).waitFor();
    expect(await page.locator('.phone').count()).toBe(0);
    expect(await page.getByRole('textbox', { name: 'Text of the block' }).count()).toBe(0);
    expect(await isTooWide(page)).toBe(false);
    expect(await axeFaults(page)).toEqual([]);
    const field = lacking.getByRole('textbox', { name: 'Bot token' });
    await field.fill('no token');
    await lacking.getByRole('button', { name: 'Add the token' }).click();
    await lacking.getByText('A token looks like 123456:ABC').waitFor();
    await field.fill(token);
    await lacking.getByRole('button', { name: 'Add the token' }).click();
    await lacking.waitFor({ state: 'detached' });
    await page.locator('.phone').waitFor();
    await page.locator('.page .tag', { hasText: 'Active' }).waitFor();
    expect(tab.complaints).toEqual([]);
    await tab.close();
  }, 60_000);
});
