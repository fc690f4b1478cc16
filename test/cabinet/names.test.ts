/**
 * Every name that the cabinet shows, set to markup through the doors that people have: it is shown as it stands. And the lines
 * for a bot's code, which have its key once that is asked for. Over a demo of its own, since names of a world stay.
 */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { axeFaults, isTooWide, launch, openTab, smallTargets, type Tab } from '../api/browser.js';
import { describeInBrowser } from '../browser.js';
import { runAdmin } from '../support/admin.js';
import { call, removeFolder, type RunningDemo, startDemo } from '../support/service-process.js';
import { confirmWithdrawal, enter, people } from './demo-user.js';

const NORA = 2998;
const BOT = { id: 7_100_000_001, username: 'names_of_markup_bot' };
const TOKENLESS = { id: 7_100_000_002, username: 'named_by_owner_bot' };

/** A name that would call out, were it taken for markup; without spaces, which a link must not hold. */
const markup = (of: string): string => `<img/src=x/onerror=alert("${of}")>`;

describeInBrowser('the cabinet', () => {
  let demo: RunningDemo;
  let browser: Browser;

  beforeAll(async () => {
    [demo, browser] = await Promise.all([startDemo({ environment: { WITHDRAWAL_MIN: '1' } }), launch()]);
    for (const { access_key } of [demo.world.advertiser, demo.world.publisher])
      await call(`${demo.world.api}/account`, access_key, { action: 'update', language: 'en' });
  }, 90_000);
  afterAll(async () => {
    await browser.close();
    await demo.stop();
    await removeFolder(demo.folder);
  });

  /** In a browser that says markup of itself. */
  const open = async (person: number, agent?: string): Promise<Tab> => {
    const tab = await openTab(browser, demo.world.api, {
      width: 1280,
      locale: 'en-GB',
      ...(agent === undefined ? {} : { userAgent: agent }),
    });
    await enter(demo, tab.page, person);
    return tab;
  };

  it('has the key of a bot in the lines for its code, once it is asked for', async () => {
    const { world } = demo;
    const bot = world.publisher.bots[0];
    if (bot === undefined) throw new Error('The demo has no bot.');
    const { page, complaints, close } = await open(people.pavel);
    await page.goto(`${world.api}/cabinet/bots/${String(bot.bot_id)}/code`);
    const lines = page.locator('pre.snippet');
    await expect.poll(() => lines.textContent()).toContain(`SERVICE_URL=${world.api} BOT_KEY=sg_bot_…`);
    expect(await page.content()).not.toContain(bot.api_key);
    await page.getByRole('button', { name: 'Show', exact: true }).click();
    await expect.poll(() => lines.textContent()).toContain(`BOT_KEY=${bot.api_key}`);
    expect(complaints).toEqual([]);
    await close();
  }, 60_000);

  it('shows every name as it stands, to advertiser, publisher and moderator', async () => {
    const { platform } = demo;
    for (const [name, id] of Object.entries({ ...people, nora: NORA }))
      await platform.users({ id, first_name: markup(name), language_code: 'en' });
    const ada = await open(people.ada, markup('agent'));
    const pavel = await open(people.pavel);
    const mira = await open(people.mira);
    const orders = await orderEverything(mira);
    await ownEverything();
    await subscribe(orders.running);
    await excludeAndWithdraw(mira, orders.running);

    const running = `/orders/${String(orders.running)}`;
    const bot = `/bots/${String(BOT.id)}`;
    const shown: [Tab, string, string[]][] = [
      [ada, '', ['ada', 'order']],
      [ada, '/orders', ['order', 'link', 'refused']],
      [ada, running, ['order']],
      [ada, `${running}/figures`, ['order']],
      [ada, `${running}/report`, ['order']],
      [ada, `/orders/${String(orders.refused)}`, ['refused', 'link', 'reason']],
      [ada, '/wallet', ['deposit']],
      [ada, '/account', ['agent']],
      [pavel, '', ['pavel', 'bot', 'tokenless']],
      [pavel, '/bots', ['bot', 'tokenless']],
      [pavel, bot, ['bot', 'text', 'picture']],
      [pavel, `${bot}/figures`, ['bot', 'channel']],
      [pavel, `${bot}/code`, ['bot']],
      [pavel, `${bot}/events`, ['bot', 'address']],
      [pavel, `${bot}/exclusions`, ['bot', 'channel']],
      [pavel, '/wallet', ['deposit']],
      [mira, '', ['mira']],
      [mira, '/moderation/trust', ['tokenless', 'pavel']],
      [mira, '/moderation/accounts', ['ada', 'pavel', 'mira']],
      [mira, '/moderation/log', ['mira', 'reason']],
      [mira, '/payouts', ['place', 'pavel']],
    ];
    // The demo has nothing to be paid; here it has.
    await mira.page.goto(`${demo.world.api}/cabinet/payouts`);
    await expectShown(mira.page, 'payouts', ['place']);
    for (const colorScheme of ['dark', 'light'] as const) {
      await mira.page.emulateMedia({ colorScheme });
      expect(await axeFaults(mira.page), colorScheme).toEqual([]);
    }
    for (const [{ page }, path, names] of shown) {
      await page.goto(`${demo.world.api}/cabinet${path}`);
      // What was noted stands below its day.
      if (path === '/wallet') await page.locator('.opener').first().click();
      await expectShown(page, path, names);
      await expectFits(page, path);
    }
    await mira.page.goto(`${demo.world.api}/cabinet/moderation`);
    await mira.page.getByRole('button', { name: markup('waiting') }).click();
    await expectShown(mira.page, 'a card', ['waiting', 'channel', 'ada', 'refused', 'reason']);
    await expectFits(mira.page, 'a card');
    await pavel.page.getByText('Withdrawals', { exact: true }).click();
    await expectShown(pavel.page, 'withdrawals', ['place', 'refusal']);
    await mira.page.goto(`${demo.world.api}/cabinet/payouts`);
    await mira.page.getByText('Refused', { exact: true }).click();
    await expectShown(mira.page, 'refused payouts', ['refusal']);
    await expectFits(mira.page, 'refused payouts');
    for (const tab of [ada, pavel, mira]) {
      // A dialog is a complaint, too.
      expect(tab.complaints).toEqual([]);
      expect(tab.outside).toEqual([]);
      await tab.close();
    }
  }, 120_000);

  it('takes no markup for a username', async () => {
    const { world, platform } = demo;
    const identity = { bot_id: 7_100_000_003, bot_name: 'Named', bot_nickname: markup('username') };
    const added = await call(`${world.api}/bots`, world.publisher.access_key, { action: 'add', ...identity });
    expect([added.http, added.body['message']]).toEqual([422, expect.stringContaining('bot_nickname: ')]);
    // Nor does the platform, for people: what the cabinet shows of them comes from there.
    await expect(
      platform.users({ id: NORA, first_name: 'Nora', username: markup('username') }),
    ).rejects.toThrow('username');
  });

  /** Everything that stands on the page: its text and what its fields hold. Waits until all names are there. */
  async function expectShown(page: Tab['page'], path: string, names: readonly string[]): Promise<void> {
    const standing = (): Promise<string> =>
      page.evaluate(`[document.body.innerText,
        ...[...document.querySelectorAll('input, textarea')].map(({ value }) => value)].join('\\n')`);
    const missing = async (): Promise<string[]> => {
      const text = await standing();
      return names.filter((name) => !text.includes(markup(name)));
    };
    await expect.poll(missing, { timeout: 10_000, message: path }).toEqual([]);
    expect(await page.locator('[onerror], img[src^="x"]').count(), path).toBe(0);
  }

  /** Nothing sticks out on a phone, however long a name without a space is, and a finger hits everything. */
  async function expectFits(page: Tab['page'], path: string): Promise<void> {
    await page.setViewportSize({ width: 390, height: 800 });
    await expect.poll(() => isTooWide(page), { message: path }).toBe(false);
    expect(await smallTargets(page), path).toEqual([]);
    await page.setViewportSize({ width: 1280, height: 800 });
  }

  /** One order that runs, one that was refused, and one that waits. */
  async function orderEverything(mira: Tab): Promise<{ running: number; refused: number }> {
    const { platform, world } = demo;
    const order = async (body: object): Promise<number> => {
      const made = { action: 'create', quantity_all: 20, price: 5, user_parameters: { languages: null } };
      const answer = await call(`${world.api}/orders`, world.advertiser.access_key, { ...made, ...body });
      expect(answer.http, JSON.stringify(answer.body)).toBe(200);
      return (answer.body['response'] as { order_id: number }).order_id;
    };
    for (const username of ['markup_runs', 'markup_waits']) {
      const { id } = await platform.chats({ type: 'channel', title: markup('channel'), username });
      await platform.members({ chat: id, user: `@${world.operator_bot}`, status: 'administrator' });
    }
    const channel = { ads_type: 'channel' };
    const running = await order({ ...channel, link: 'https://t.me/markup_runs', name: markup('order') });
    const resource = { ads_type: 'resource', link: `https://example.org/?${markup('link')}` };
    const refused = await order({ ...resource, name: markup('refused') });
    await order({ ...channel, link: 'https://t.me/markup_waits', name: markup('waiting') });
    await decide(mira, running, null);
    await decide(mira, refused, markup('reason'));
    return { running, refused };
  }

  /** As her page asks. What was decided before stays so. */
  async function decide(mira: Tab, order_id: number, reason: string | null): Promise<void> {
    const card = await ask(mira, '/moderation', { action: 'card', order_id });
    const { revision } = (card['result'] as { order: { revision: number } }).order;
    const decision = reason === null ? { action: 'approve' } : { action: 'reject', reason };
    await ask(mira, '/moderation', { ...decision, order_id, revision });
  }

  /** Bots with a token and without, the text and picture of a block, where events go, and money with a note. */
  async function ownEverything(): Promise<void> {
    const { platform, world, folder } = demo;
    const own = (path: string, body: object) => call(world.api + path, world.publisher.access_key, body);
    const token = `${String(BOT.id)}:token-of-a-bot-whose-name-is-markup`;
    await platform.bots({ token, username: BOT.username, first_name: markup('bot'), owner_id: people.pavel });
    const block = { text_op: markup('text'), image_op: `https://example.org/${markup('picture')}` };
    const added = await own('/bots', { action: 'add', bot_token: token, get_links: 1, ...block });
    expect(added.http, JSON.stringify(added.body)).toBe(200);
    const identity = { bot_id: TOKENLESS.id, bot_nickname: TOKENLESS.username };
    await own('/bots', { action: 'add', ...identity, bot_name: markup('tokenless') });
    const url = `http://127.0.0.1:9/?${markup('address')}`;
    const set = await own('/webhooks', { action: 'set', bot_id: BOT.id, url });
    expect(set.http, JSON.stringify(set.body)).toBe(200);
    for (const person of [people.ada, people.pavel]) {
      const whom = ['--user', String(person), '--amount', '50'];
      await runAdmin(folder, ['credit', ...whom, '--note', markup('deposit'), '--yes']);
    }
  }

  /** Somebody joins by the bot of that name; the bot without a token asks for somebody, and so waits for trust. */
  async function subscribe(orderId: number): Promise<void> {
    const { platform, world } = demo;
    const keyOf = async (bot_id: number): Promise<string> => {
      const told = await call(`${world.api}/bots`, world.publisher.access_key, { action: 'info', bot_id });
      return (told.body['result'] as { api_key: string }).api_key;
    };
    const who = { chat_id: NORA, user_id: NORA, first_name: markup('nora'), language_code: 'en' };
    const others = world.orders.map(({ order_id }) => order_id).filter((id) => id !== orderId);
    const key = await keyOf(BOT.id);
    const statusOf = async () => {
      const asked = { ...who, exclude_ads_ids: others };
      return (await call(`${world.api}/get-sponsors`, key, asked)).body['status'];
    };
    await platform.say(NORA, BOT.username, '/start');
    await expect.poll(statusOf, { timeout: 15_000 }).toBe('warning');
    await platform.join(NORA, '@markup_runs');
    await expect.poll(statusOf, { timeout: 15_000 }).toBe('ok');
    await call(`${world.api}/get-sponsors`, await keyOf(TOKENLESS.id), who);
  }

  /** A sponsor that is kept out; two withdrawals, of which one is refused. */
  async function excludeAndWithdraw(mira: Tab, ads_id: number): Promise<void> {
    const { world } = demo;
    const own = (path: string, body: object) => call(world.api + path, world.publisher.access_key, body);
    const excluded = { context: 'publisher', bot_id: BOT.id, ads_id, is_excluded: 1 };
    await own('/exclusions', { action: 'set', ...excluded });
    for (const refuses of [true, false]) {
      const after = (await demo.platform.messages(people.pavel, world.operator_bot)).at(-1)?.message_id ?? 0;
      await own('/wallet', { action: 'withdraw', amount: 2, details: markup('place') });
      await confirmWithdrawal(demo, people.pavel, after);
      if (!refuses) continue;
      const waiting = (await ask(mira, '/payouts', { action: 'list' }))['result'] as {
        withdrawals: { withdrawal_id: number }[];
      };
      const withdrawal_id = waiting.withdrawals[0]?.withdrawal_id;
      await ask(mira, '/payouts', { action: 'refuse', withdrawal_id, note: markup('refusal') });
    }
  }

  /** With the session of this tab. */
  async function ask({ page }: Tab, path: string, body: object): Promise<Record<string, unknown>> {
    const asked = `fetch(${JSON.stringify(path)}, { method: 'POST', body: ${JSON.stringify(JSON.stringify(body))},
      headers: { 'Content-Type': 'application/json' } }).then((response) => response.json())`;
    const answer = await page.evaluate<Record<string, unknown>>(asked);
    expect(answer['status'], JSON.stringify(answer)).toBe('ok');
    return answer;
  }
});
