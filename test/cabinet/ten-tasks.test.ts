/**
 * Ten tasks of publishers, advertisers and moderators, each from the overview, with the number of presses that it takes:
 * what the browser itself counts as a press of a pointer, Enter, or a choice from a list. Typing in a field is none.
 * `docs/cabinet.md` has the same numbers.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { DAY_MS, formatDay } from '../../core/days.js';
import { parseLink } from '../../core/orders/index.js';
import { isTooWide, type Tab } from '../api/browser.js';
import { describeInBrowser } from '../browser.js';
import { moderatorId } from '../cases/stage.js';
import { addOrder, BOT, chargeShown, deposit, ownChat, PRICE, settle, show } from '../contract/makers.js';
import { usePageStage } from './page-stage.js';

const PHONE = 390;
const DESK = 1280;

const COUNTING = `{
  const count = () => { sessionStorage.presses = String(Number(sessionStorage.presses ?? 0) + 1); };
  addEventListener('pointerdown', (event) => { if (event.isTrusted) count(); }, true);
  addEventListener('keydown', (event) => { if (event.isTrusted && event.key === 'Enter') count(); }, true);
  addEventListener('change', ({ target }) => { if (target instanceof HTMLSelectElement) count(); }, true);
}`;

interface Task {
  name: string;
  presses: number;
  of: 'ada' | 'pavel' | 'mira' | 'new publisher' | 'poor advertiser';
  width: number;
  /** What has happened before; resolves to what the task is about. */
  before?: () => Promise<string>;
  run: (page: Page, about: string) => Promise<unknown>;
}

describeInBrowser('ten tasks', () => {
  const at = usePageStage();
  const tabs = new Map<string, Tab>();
  const idOf = (name: string) => Number(at.scene.names.get(name, 'id'));
  /** An order with two subscribers in the month before this one. */
  let earlier: number;

  beforeAll(async () => {
    for (const name of ['newcomer', 'poor']) await at.scene.person(name);
    const bot = { botId: BOT, name: 'Recipes', nickname: 'tasks_bot', settings: {} };
    await at.stage.service.bots.add(idOf('publisher'), bot);
    await deposit(at.stage.store, at.ada, 1_000n * PRICE);
    // What a page has shown of a past day is kept, so they come before any page is opened.
    earlier = (await addOrder(at.stage.store, ownChat(6), at.ada)).orderId;
    for (const userId of [707, 708]) await join(userId, earlier, lastMonth().day);
  }, 60_000);
  afterAll(async () => {
    for (const tab of tabs.values()) await tab.close();
  });

  /** Their tab on the overview, with no press counted. */
  async function home(person: Task['of'], width: number): Promise<Tab> {
    const ids = {
      ada: at.ada,
      pavel: idOf('publisher'),
      mira: moderatorId,
      'new publisher': idOf('newcomer'),
      'poor advertiser': idOf('poor'),
    };
    const key = `${person} ${String(width)}`;
    let tab = tabs.get(key);
    if (tab === undefined) {
      tab = await at.open(width);
      await tab.context.grantPermissions(['clipboard-read', 'clipboard-write']);
      await tab.page.addInitScript(COUNTING);
      tabs.set(key, tab);
      await at.signIn(tab, ids[person]);
    }
    await tab.page.goto(`${at.stage.url}/cabinet`);
    await tab.page.getByRole('heading', { name: 'Hello' }).waitFor();
    await tab.page.evaluate("sessionStorage.presses = '0'");
    return tab;
  }

  async function ownOrder(name: string): Promise<number> {
    const wanted = {
      link: `https://example.org/${name}`,
      name,
      adsType: 'resource',
      quantityAll: 10,
    } as const;
    return (await at.stage.service.orders.create(at.ada, wanted)).orderId;
  }

  const revisionOf = async (orderId: number) =>
    (await at.stage.service.orders.info(at.ada, orderId)).revision;

  const today = () => Math.floor(at.stage.clock.now() / DAY_MS);

  /** Somebody subscribes to an order by the publisher's bot, on that day. */
  async function join(userId: number, orderId: number, day = today()): Promise<void> {
    const { store, clock } = at.stage;
    await show(store, userId, orderId, BOT, clock.now());
    await settle(store, orderId, userId, { nowMs: clock.now(), day, decide: chargeShown() });
  }

  /** The fifteenth of the month before this one. */
  function lastMonth(): { day: number; first: string; last: string } {
    const now = new Date(at.stage.clock.now());
    const monthMs = (month: number, date: number) =>
      Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + month, date);
    const dayOf = (ms: number) => Math.floor(ms / DAY_MS);
    return {
      day: dayOf(monthMs(-1, 15)),
      first: formatDay(dayOf(monthMs(-1, 1))),
      last: formatDay(dayOf(monthMs(0, 0))),
    };
  }

  const tasks: Task[] = [
    {
      name: 'Add a bot and see its first request',
      presses: 3,
      of: 'new publisher',
      width: DESK,
      run: async (page) => {
        const token = '7400000001:token-of-the-first-bot-in-a-task';
        await at.stage.platform.bots({ token, username: 'first_task_bot', first_name: 'First' });
        await page.getByRole('link', { name: 'Add a bot' }).click();
        const dialog = page.getByRole('dialog');
        await dialog.getByRole('textbox', { name: 'Bot token' }).fill(token);
        await dialog.getByRole('button', { name: 'Add a bot' }).click();
        await page.getByRole('heading', { name: 'First', exact: true }).waitFor();
        const request = page.getByRole('listitem').filter({ hasText: 'First request arrives' });
        await request.waitFor();
        expect(await request.getAttribute('class')).not.toBe('done');
        await page
          .locator('.panel', { has: page.locator('.snippet') })
          .getByRole('button', { name: 'Copy' })
          .click();
        const code = String(await page.evaluate('navigator.clipboard.readText()'));
        const key = /BOT_KEY=(\S+)/.exec(code)?.[1] ?? '';
        const user = { chat_id: 2001, user_id: 2001, first_name: 'Nora', language_code: 'en' };
        const body = JSON.stringify(user);
        const reply = await fetch(`${at.stage.url}/get-sponsors`, {
          method: 'POST',
          headers: { Auth: key },
          body,
        });
        expect(reply.status).toBeLessThan(500);
        await expect.poll(() => request.getAttribute('class'), { timeout: 40_000 }).toBe('done');
      },
    },
    {
      name: 'Order for a private channel with too little money',
      presses: 2,
      of: 'poor advertiser',
      width: DESK,
      before: async () => {
        await at.scene.happen({ channel: 'secret_garden', title: 'Secret garden', private: true });
        const link = String(at.scene.names.get('secret_garden', 'link'));
        const parsed = parseLink(link);
        if (parsed.kind === 'invalid') throw new Error(parsed.reason);
        // As the operator bot notes the link that it makes for a chosen channel.
        const chatId = String(idOf('secret_garden'));
        await at.stage.store.chats.noteLink(parsed.key, chatId, null, at.stage.clock.now());
        return link;
      },
      run: async (page, link) => {
        await page.getByRole('link', { name: 'New order' }).click();
        await page.getByRole('textbox', { name: 'Link' }).fill(link);
        await page
          .getByText(/secret.garden/i)
          .first()
          .waitFor();
        await page.getByRole('textbox', { name: 'Subscribers' }).fill('20');
        await page.getByText(/^Your wallet is short by /).waitFor();
        await page.getByRole('button', { name: 'Send for moderation' }).click();
        await page.getByText('In moderation').first().waitFor();
      },
    },
    {
      name: 'Find out why a join was not paid',
      presses: 3,
      of: 'mira',
      width: DESK,
      before: async () => String((await addOrder(at.stage.store, ownChat(3), at.ada)).orderId),
      run: async (page, orderId) => {
        await page.getByRole('link', { name: /^Moderation/ }).click();
        await page.getByRole('tab', { name: 'Disputes' }).click();
        await page.getByRole('textbox', { name: 'User id' }).fill('703');
        await page.getByRole('textbox', { name: 'Order number' }).fill(orderId);
        await page.getByRole('button', { name: 'Find' }).click();
        await page.getByText('Not shown').first().waitFor();
      },
    },
    {
      name: 'Exclude a sponsor',
      presses: 3,
      of: 'pavel',
      width: DESK,
      before: async () => {
        const { orderId } = await addOrder(at.stage.store, ownChat(4), at.ada);
        await join(704, orderId);
        return String(orderId);
      },
      run: async (page, orderId) => {
        await page.getByRole('region', { name: 'Your bots' }).getByRole('link', { name: 'Recipes' }).click();
        await page.getByRole('tab', { name: 'Figures' }).click();
        const row = page.locator('tbody tr', { hasText: `#${orderId}` });
        await row.getByRole('button', { name: 'Exclude' }).click();
        await row.getByRole('button', { name: 'Include again' }).waitFor();
      },
    },
    {
      name: 'Block somebody',
      presses: 4,
      of: 'mira',
      width: DESK,
      before: async () => String(await at.scene.person('villain')),
      run: async (page, villain) => {
        await page.getByRole('link', { name: /^Moderation/ }).click();
        await page.getByRole('tab', { name: 'Accounts' }).click();
        await page.getByRole('textbox', { name: 'Name or id' }).fill(villain);
        // The list that is found takes the place of the first one, and of a dialog that was opened there.
        await expect.poll(() => page.getByRole('row').count()).toBe(2);
        const row = page.getByRole('row', { name: villain });
        await row.getByRole('button', { name: 'Block' }).click();
        const dialog = page.getByRole('dialog');
        await dialog.getByLabel('Reason, shown to the owner').fill('Bought subscribers.');
        await dialog.getByRole('button', { name: 'Block' }).click();
        await row.getByRole('button', { name: 'Unblock' }).waitFor();
        const { account } = await at.stage.service.accounts.profile(Number(villain));
        expect(account.isBlocked).toBe(true);
      },
    },
    {
      name: "Read last month's earnings",
      presses: 2,
      of: 'pavel',
      width: DESK,
      before: async () => {
        await join(706, earlier);
        return '₽2.80';
      },
      run: async (page, earned) => {
        const { first, last } = lastMonth();
        await page
          .getByRole('region', { name: 'Subscribers from your bots' })
          .getByRole('link', { name: 'Figures' })
          .click();
        await page.getByLabel('From', { exact: true }).fill(first);
        await page.getByLabel('To', { exact: true }).fill(last);
        await page.getByRole('button', { name: 'Show', exact: true }).click();
        await page.getByText(earned).first().waitFor();
      },
    },
    {
      name: 'Stop a running order on a phone',
      presses: 2,
      of: 'ada',
      width: PHONE,
      before: async () => {
        const orderId = await ownOrder('runs-on');
        await at.stage.service.moderation.approve(moderatorId, orderId, await revisionOf(orderId));
        return String(orderId);
      },
      run: async (page, orderId) => {
        await page
          .getByRole('region', { name: 'Running orders' })
          .getByRole('link', { name: 'runs-on' })
          .click();
        await page.getByRole('button', { name: 'Stop' }).click();
        await page.getByRole('button', { name: 'Start' }).waitFor();
        expect(await isTooWide(page)).toBe(false);
        expect((await at.stage.service.orders.info(at.ada, Number(orderId))).isOn).toBe(false);
      },
    },
    {
      name: 'Correct a refused order',
      presses: 2,
      of: 'ada',
      width: DESK,
      before: async () => {
        const orderId = await ownOrder('refused-one');
        const { moderation } = at.stage.service;
        await moderation.reject(moderatorId, orderId, await revisionOf(orderId), 'It leads nowhere.');
        return String(orderId);
      },
      run: async (page) => {
        const attention = page.getByRole('region', { name: 'Needs attention' });
        await attention.getByRole('link', { name: 'refused-one' }).click();
        await page.getByText('It leads nowhere.').waitFor();
        await page.getByRole('textbox', { name: 'Link' }).fill('https://example.org/corrected');
        await page.getByRole('button', { name: 'Save changes' }).click();
        await page.getByText('In moderation').first().waitFor();
      },
    },
    {
      name: 'Find an order by number',
      presses: 1,
      of: 'ada',
      width: DESK,
      before: async () => String(await ownOrder('a-needle')),
      run: async (page, orderId) => {
        await page.getByRole('navigation').getByRole('link', { name: 'Orders' }).click();
        await page.getByText(/^Found: /).waitFor();
        await page.getByRole('textbox').first().fill(`#${orderId}`);
        await page.getByText('Found: 1', { exact: true }).waitFor();
        await page.getByRole('link', { name: 'a-needle' }).waitFor();
      },
    },
    {
      name: 'Change the language',
      presses: 2,
      of: 'mira',
      width: PHONE,
      run: async (page) => {
        await page.getByRole('navigation').getByRole('link', { name: 'Account' }).click();
        await page.getByLabel('Language', { exact: true }).selectOption('Русский');
        await page.getByRole('navigation').getByRole('link', { name: 'Заказы' }).waitFor();
        await at.stage.service.accounts.setLanguage(moderatorId, 'en');
      },
    },
  ];

  it.each(tasks)(
    '$name: $presses presses',
    async ({ of, width, before, run, presses }) => {
      const about = (await before?.()) ?? '';
      await at.stage.store.flush();
      const { page, complaints } = await home(of, width);
      await run(page, about);
      expect(Number(await page.evaluate('sessionStorage.presses'))).toBe(presses);
      expect(complaints).toEqual([]);
    },
    60_000,
  );

  it('are in the docs with the same numbers', () => {
    const docs = readFileSync(path.resolve(import.meta.dirname, '../../docs/cabinet.md'), 'utf8');
    const rows = [...docs.matchAll(/^\| ([A-Z][^|]*?) +\|[^|]+\| +(\d+) \|$/gm)].map(([, name, count]) => [
      name,
      Number(count),
    ]);
    expect(rows).toEqual(tasks.map(({ name, presses }) => [name, presses]));
  });
});
