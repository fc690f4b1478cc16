/** What /figures say next to the days: how it was before, today by hour, the way of users, and whose figures they are. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type FiguresStage, openFigures } from './statistics-stage.js';

let figures: FiguresStage;
beforeAll(async () => {
  figures = await openFigures();
  const { scene } = figures;
  await scene.happen({ subscribers: 2, of: 'garden', in: 'recipes_bot' });
  await scene.happen({ subscribers: 1, of: 'own', in: 'stories_bot' });
  await scene.happen({ clock: '2030-03-29 09:30:00' });
  await scene.happen({ subscribers: 3, of: 'garden', in: 'recipes_bot' });
  await scene.happen({ clock: '2030-03-29 11:15:00' });
});
afterAll(() => figures.close());

const ask = async (person: string, body: object) => {
  const { stage, scene } = figures;
  const response = await fetch(`${stage.url}/figures`, {
    method: 'POST',
    headers: { Auth: String(scene.names.get(person, 'statistics')) },
    body: JSON.stringify(body),
  });
  return ((await response.json()) as { result: Record<string, unknown> }).result;
};

const today = { start_date: '2030-03-29', end_date: '2030-03-29' };
const whose = [
  // Every user is shown all three orders, two of them the advertiser's.
  ['advertiser', 'orders', () => ({}), 6, 2, { order: null }],
  [
    'advertiser',
    'orders',
    () => ({ order_id: figures.orderId('garden') }),
    3,
    2,
    { order: { link: 'https://t.me/garden_channel' } },
  ],
  ['publisher', 'bots', () => ({}), 9, 3, { bot: null, own: { subscribers: 0, value: 0 } }],
  [
    'publisher',
    'bots',
    () => ({ bot_id: figures.botId('recipes_bot') }),
    9,
    2,
    { bot: { bot_nickname: 'recipes_bot' } },
  ],
] as const;

it.each(whose)(
  'the %s reads of %s, %o, how it was, today by hour, and the way',
  async (person, action, ids, shown, before, own) => {
    const asked = () => ask(person, { action, ...ids(), ...today });
    // Impressions are written a moment later.
    await expect.poll(async () => (await asked())['way']).toEqual({ shown, joined: 3, paid: 3, left: 0 });
    const found = await asked();
    expect(found).toMatchObject({
      ...own,
      total: { subscribers: 3 },
      before: { subscribers: before, days: [{ date: '2030-03-28', subscribers: before }] },
    });
    const hours = found['hours'] as { at: string; subscribers: number }[];
    expect(hours).toHaveLength(12);
    expect(hours.filter(({ subscribers }) => subscribers > 0)).toEqual([
      { at: '2030-03-29T07:00:00.000Z', subscribers: 3 },
    ]);
  },
);

it('there are no hours of a day that is over', async () => {
  const yesterday = { start_date: '2030-03-28', end_date: '2030-03-28' };
  expect(await ask('advertiser', { action: 'orders', ...yesterday })).toMatchObject({ hours: [] });
});

it('what own orders brought stands apart', async () => {
  const yesterday = { start_date: '2030-03-28', end_date: '2030-03-28' };
  const found = await ask('publisher', { action: 'bots', ...yesterday });
  expect(found).toMatchObject({ total: { subscribers: 3 }, own: { subscribers: 1 } });
});

it('an account sees its own orders and bots, and nobody else’s', async () => {
  const named = async (person: string) => {
    const { orders, bots, ...totals } = await ask(person, { action: 'overview' });
    const ids = (orders as { order_id: number }[]).map(({ order_id }) => order_id);
    return { ids, bots: (bots as { bot_nickname: string }[]).map((bot) => bot.bot_nickname), ...totals };
  };
  expect(await named('publisher')).toEqual({
    ids: [figures.orderId('own')],
    bots: expect.arrayContaining(['recipes_bot', 'stories_bot']) as string[],
    orders_total: 1,
    bots_total: 2,
  });
  expect(await named('stranger')).toEqual({ ids: [], bots: [], orders_total: 0, bots_total: 0 });
});
