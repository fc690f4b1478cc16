/** What a statistics page does with what it is asked for: wrong days, no action, long tables. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FiguresStage, openFigures } from '../api/statistics-stage.js';
import { openPages, type PagesStage } from './stage.js';

let pages: PagesStage;
beforeAll(async () => {
  pages = await openPages();
});
afterAll(() => pages.close());

const ask = async (person: string, query: string, headers: Record<string, string> = {}) => {
  const response = await fetch(await pages.statistic(person, query), { headers });
  return { http: response.status, body: await response.text() };
};

describe('days that are none', () => {
  it.each([
    ['start_date=2026-02-30', 'This is not a date.'],
    ['end_date=soon', 'This is not a date.'],
    ['start_date=2026-03-02&end_date=2026-03-01', 'must not be after the last'],
    ['start_date=2024-01-01&end_date=2026-03-01', 'At most 366 days'],
  ])('%s keeps the page, the fields, and says so beside them', async (days, words) => {
    const { http, body } = await ask('advertiser', `action=allads&output_format=html&lang=en&${days}`);
    expect(http).toBe(422);
    expect(body).toContain('<h1>All orders</h1>');
    expect(body).toMatch(new RegExp(`id="range-fault" role="alert">[^<]*${words}`));
    for (const value of new URLSearchParams(days).values()) expect(body).toContain(`value="${value}"`);
    expect(body.match(/aria-invalid="true" aria-describedby="range-fault"/g)).toHaveLength(2);
    // Other pages are not led to with the same fault.
    expect(body).not.toMatch(/href="\/statistic\?[^"]*(soon|2026-02-30|2024-01-01)/);
  });

  it('are told in the language of the reader, and to programs as ever', async () => {
    const days = 'action=allads&start_date=2026-03-02&end_date=2026-03-01';
    const { body } = await ask('advertiser', `${days}&output_format=html&lang=ru`);
    expect(body).toContain('Первый день не может быть позже последнего.');
    const { http, body: told } = await ask('advertiser', days);
    expect([http, JSON.parse(told)]).toEqual([
      422,
      { status: 'error', code: 422, message: 'start_date: must not be after end_date.' },
    ]);
  });
});

describe('no action', () => {
  it.each([
    ['advertiser', 'All orders'],
    ['publisher', 'All bots'],
    ['stranger', 'All orders'],
  ])('opens the overview of the %s', async (person, title) => {
    const { http, body } = await ask(person, 'lang=en', { Accept: 'text/html' });
    expect(http).toBe(200);
    expect(body).toContain(`<h1>${title}</h1>`);
  });

  it('is 422 for programs', async () => {
    const { http, body } = await ask('advertiser', 'output_format=json');
    expect(http).toBe(422);
    expect(body).toContain('action: is required');
  });
});

describe('beside the figures of the days', () => {
  let figures: FiguresStage;
  beforeAll(async () => {
    figures = await openFigures();
    const { scene } = figures;
    await scene.happen({ subscribers: 2, of: 'garden', in: 'recipes_bot' });
    await scene.happen({ clock: '2030-03-29 09:30:00' });
    await scene.happen({ subscribers: 3, of: 'garden', in: 'recipes_bot' });
    await scene.happen({ clock: '2030-03-29 11:15:00' });
  });
  afterAll(() => figures.close());

  const today = { start_date: '2030-03-29', end_date: '2030-03-29' };
  const whose = [
    // Every user is shown all three orders, two of them the advertiser's.
    ['advertiser', 'allads', {}, 6],
    ['advertiser', 'ads', { ads_id: () => figures.orderId('garden') }, 3],
    ['publisher', 'allbots', {}, 9],
    ['publisher', 'bots', { bot_id: () => figures.botId('recipes_bot') }, 9],
  ] as const;

  it.each(whose)(
    'the %s reads on %s how it was, today by hour, and the way',
    async (person, action, id, shown) => {
      const ids = Object.fromEntries(Object.entries(id).map(([name, of]) => [name, of()]));
      const ask = () => figures.page(person, { action, ...ids, ...today });
      const step = /<li class="(\w+)">\s*<span class="name">[^<]*<\/span>\s*<b>(\d+)</g;
      const way = async () =>
        [...(await ask()).matchAll(step)].map(([, name, count]) => [name, Number(count)]);
      // Impressions are written a moment later.
      await expect.poll(way).toEqual([
        ['shown', shown],
        ['joined', 3],
        ['paid', 3],
        ['left', 0],
      ]);
      const body = await ask();
      expect(body).toContain('2 in the period before (+50%)');
      expect(body).toContain('<p class="legend">The period before</p>');
      expect(body).toContain('data-says="Mar 29: 3 · Mar 28: 2"');
      const hours = [...body.matchAll(/data-says="(\d\d:00: \d+)"/g)].map((match) => match[1]);
      expect(hours).toHaveLength(12);
      expect(hours.filter((hour) => hour?.endsWith(': 0') !== true)).toEqual(['09:00: 3']);
    },
  );

  it('has no hours of a day that is over', async () => {
    const yesterday = { start_date: '2030-03-28', end_date: '2030-03-28' };
    const body = await figures.page('advertiser', { action: 'allads', ...yesterday });
    expect(body).toContain('Subscribers by day');
    expect(body).not.toContain('by hour');
  });
});
