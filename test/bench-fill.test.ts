/** What the bench fills a database with is what a real day leaves of subscribers who are paid for, table by table. */
import { expect, it } from 'vitest';
import { tables } from '../db/schema/index.js';
import { fill } from '../tools/bench/fill.js';
import { Scene } from './cases/scene.js';
import { openEmulator, openStage, type Stage } from './cases/stage.js';
import { addOrder, BOT, populate } from './contract/makers.js';
import { sqliteStage } from './contract/run.js';
import { lookInto, storeKind } from './support/database.js';

const USERS = 5;
/** Of a list. */
const SPONSORS = 4;
const SUBSCRIBERS = USERS * SPONSORS;
const DAY_MS = 86_400_000;

/** They grow, and not with subscribers: the last commits alone are kept, or a row is a chat's, an hour's or a day's, written behind. */
const others: ReadonlySet<string> = new Set([
  ...['invalidation_log', 'invite_links', 'chat_odds', 'fill_days', 'traffic_hours', 'no_fill_hours'],
  ...['limit_takes', 'processes'],
]);
/** A row an order, a bot or an account, and a day. */
const shared = ['order_days', 'bot_days', 'pair_days', 'language_days', 'ledger_accounts'];

type Counts = ReadonlyMap<string, number>;

const count = (url: string): Promise<Counts> =>
  lookInto(url, async (sql) => {
    const counts = new Map<string, number>();
    for (const { name } of tables) {
      const [row] = await sql<{ rows: number }>(`SELECT count(*) AS rows FROM ${name}`);
      counts.set(name, row?.rows ?? 0);
    }
    return counts;
  });

/** Of tables that have grown, the rows of a subscriber. */
const grown = (before: Counts, after: Counts) =>
  new Map(
    [...after].flatMap(([name, rows]): [string, number][] => {
      const more = rows - (before.get(name) ?? 0);
      return more === 0 ? [] : [[name, more / SUBSCRIBERS]];
    }),
  );

/** Some users ask, join all that they are shown, and ask again; the hold ends after a day. */
async function liveThroughADay(stage: Stage): Promise<Map<string, number>> {
  const scene = new Scene(stage);
  await scene.open();
  await scene.happen({ balance: '100000', of: 'advertiser' });
  await scene.happen({ publisher_bot: 'recipes_bot' });
  for (let number = 0; number < SPONSORS; number++) {
    const name = `channel_${String(number)}`;
    await scene.happen({ channel: name });
    const create = {
      link: `https://t.me/${name}`,
      quantity_all: 100,
      price: 5,
      user_parameters: { languages: null },
    };
    await scene.happen({ order: name, create, then: 'approves' });
  }
  const before = await count(stage.settings.DATABASE_URL);
  let updateId = 0;
  for (let number = 0; number < USERS; number++) {
    const user = `user_${String(number)}`;
    await scene.happen({ user });
    const userId = Number(scene.names.get(user, 'id'));
    const ask = async () => {
      const body = JSON.stringify({
        user_id: userId,
        chat_id: userId,
        first_name: user,
        language_code: 'en',
      });
      const headers = { Auth: String(scene.names.get('recipes_bot', 'key')) };
      const response = await fetch(`${stage.url}/get-sponsors`, { method: 'POST', headers, body });
      const { additional } = (await response.json()) as {
        additional: { sponsors: { resource_id: string; status: string }[] };
      };
      await stage.service.contacts.idle();
      return additional.sponsors;
    };
    for (const { resource_id: resourceId } of await ask()) {
      updateId += 1;
      await stage.service.membership.observe({
        userId,
        resourceId,
        state: 'in',
        wasIn: false,
        updateId,
        atMs: stage.clock.now(),
        chat: { title: 'Channel' },
      });
    }
    expect((await ask()).map(({ status }) => status)).toEqual(Array(SPONSORS).fill('subscribed'));
  }
  stage.clock.pass(2 * DAY_MS);
  await stage.service.maintenance.releaseHolds();
  return grown(before, await count(stage.settings.DATABASE_URL));
}

// It is skipped over PostgreSQL: the bench fills a file.
it.runIf(storeKind === 'sqlite')(
  'fills the tables that a real day fills, in its proportions, and keeps the books',
  async () => {
    const emulator = await openEmulator();
    const stage = await openStage(emulator, { HOLD_HOURS: '24', NEW_PUBLISHER_HOLD_HOURS: '24' });
    const real = await liveThroughADay(stage);
    await stage.close();
    await emulator.close();
    expect(real.get('subscriptions')).toBe(1);

    const { store, url, path, close } = await sqliteStage();
    await populate(store);
    for (let order = 1; order < SPONSORS; order++)
      await addOrder(store, { link: `https://t.me/order_${String(order)}` });
    const before = await count(url);
    fill(path, BOT, 0, SUBSCRIBERS);
    const filled = grown(before, await count(url));
    const names = [...real.keys()].filter((name) => !others.has(name));
    expect([...filled.keys()].toSorted()).toEqual(names.toSorted());
    for (const name of names) {
      if (!shared.includes(name)) expect(filled.get(name), name).toBeCloseTo(real.get(name) ?? 0, 0.6);
    }
    expect(await store.checks.compare()).toMatchObject({ differing: 0, subscribers: SUBSCRIBERS });
    fill(path, BOT, SUBSCRIBERS, 3 * SUBSCRIBERS, { daysAgo: 1, days: 1 });
    expect(await store.checks.compare()).toMatchObject({ differing: 0, subscribers: 3 * SUBSCRIBERS });
    await close();
  },
  60_000,
);
