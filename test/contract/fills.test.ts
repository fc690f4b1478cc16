/** How many sponsors the lists of bots found, and what left them short. */
import { expect, test } from 'vitest';
import type { Store } from '../../core/ports.js';
import type { Fill, FillKey } from '../../core/ports/statistics-store.js';
import { type NoFillReason, noFillReasons } from '../../core/terms/index.js';
import { addBot, ADVERTISER, BOT, populate, PUBLISHER } from './makers.js';
import { contract, START_DAY } from './run.js';

const DAY_MS = 86_400_000;
const [RU, UZ] = [1, 2];
const today = { fromDay: START_DAY, toDay: START_DAY };

function count(store: Store, of: Partial<FillKey>, ...fills: Fill[]): void {
  for (const fill of fills)
    store.statistics.countFill({ botId: BOT, day: START_DAY, languageId: RU, ...of }, fill);
}

function explain(store: Store, of: Partial<FillKey>, reasons: Partial<Record<NoFillReason, number>>): void {
  const counted = new Map(Object.entries(reasons) as [NoFillReason, number][]);
  store.statistics.countNoFill({ botId: BOT, day: START_DAY, languageId: RU, ...of }, counted);
}

contract('fills', (stage) => {
  test('lists by language, most first, those of several processes together, and within the days asked for', async () => {
    const { store, open } = stage();
    await populate(store);
    const other = await open();
    count(store, {}, 'full', 'partly');
    explain(store, {}, { min_price: 60, pacing: 40 });
    count(store, { languageId: UZ }, 'none', 'full', 'full', 'full');
    count(store, { day: START_DAY + 1 }, 'none', 'none');
    count(other, {}, 'full');
    explain(other, {}, { min_price: 100 });
    await other.flush();
    const russian = { languageId: RU, lists: 3, partlyFilled: 1, unfilled: 0 };
    const uzbek = { languageId: UZ, lists: 4, partlyFilled: 0, unfilled: 1, reasons: new Map() };
    expect(await store.statistics.fills({ botId: BOT }, today)).toEqual([
      uzbek,
      { ...russian, reasons: new Map(Object.entries({ min_price: 160, pacing: 40 })) },
    ]);
    const both = { fromDay: START_DAY - 400, toDay: START_DAY + 1 };
    expect(await store.statistics.fills({ botId: BOT }, both)).toMatchObject([
      { ...russian, lists: 5, unfilled: 2 },
      uzbek,
    ]);
    const before = { fromDay: START_DAY - 9, toDay: START_DAY - 1 };
    expect(await store.statistics.fills({ botId: BOT }, before)).toEqual([]);
  });

  test('every reason is kept under its own name', async () => {
    const { store } = stage();
    const all = noFillReasons.map((reason, index) => [reason, index + 1] as const);
    store.statistics.countNoFill({ botId: BOT, day: START_DAY, languageId: 0 }, new Map(all));
    const [found] = await store.statistics.fills({ botId: BOT }, today);
    expect([...(found?.reasons ?? [])]).toEqual(all);
  });

  test('all bots of a publisher together, over months that are kept in memory, and nobody else’s', async () => {
    const { store } = stage();
    await populate(store);
    await addBot(store, BOT + 1, PUBLISHER);
    await addBot(store, BOT + 2, ADVERTISER);
    for (const day of [START_DAY - 200, START_DAY - 40, START_DAY]) count(store, { day }, 'full', 'none');
    count(store, { botId: BOT + 1, day: START_DAY - 100 }, 'partly', 'partly', 'partly');
    count(store, { botId: BOT + 1, languageId: UZ }, 'full');
    count(store, { botId: BOT + 2 }, 'none');
    explain(store, { day: START_DAY - 200 }, { used_up: 100 });
    explain(store, { botId: BOT + 1, day: START_DAY - 100 }, { used_up: 250, excluded: 50 });
    const year = { fromDay: START_DAY - 300, toDay: START_DAY };
    const all = [
      {
        languageId: RU,
        lists: 9,
        partlyFilled: 3,
        unfilled: 3,
        reasons: new Map(Object.entries({ used_up: 350, excluded: 50 })),
      },
      { languageId: UZ, lists: 1, partlyFilled: 0, unfilled: 0, reasons: new Map() },
    ];
    for (const asked of ['of the database', 'of memory'])
      expect(await store.statistics.fills({ publisherId: PUBLISHER }, year), asked).toEqual(all);
    expect(await store.statistics.fills({ publisherId: ADVERTISER }, year)).toMatchObject([{ lists: 1 }]);
    expect(await store.statistics.fills({ publisherId: 999 }, year)).toEqual([]);
  });

  test('a day is purged after 400 days, and no day before', async () => {
    const { store, setNow, sql } = stage();
    count(store, {}, 'full');
    count(store, { languageId: UZ }, 'none');
    count(store, { day: START_DAY + 1 }, 'full');
    await store.flush();
    const purgedAt = async (ms: number) => {
      setNow(ms);
      const { gone } = await store.sponsors.purge(0, 10);
      return [gone, (await sql('SELECT * FROM fill_days')).length];
    };
    const endMs = (START_DAY + 401) * DAY_MS;
    expect(await purgedAt(endMs - 1)).toEqual([0, 3]);
    expect(await purgedAt(endMs)).toEqual([2, 1]);
  });
});
