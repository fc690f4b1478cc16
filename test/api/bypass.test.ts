/** The way past Express (`api/bypass.ts`) changes no answer, no header and no count. */
import { expect, it } from 'vitest';
import { createBypass } from '../../api/bypass.js';
import { routes } from '../../api/routes/index.js';
import { dayNumberOf } from '../../core/days.js';
import { populate } from '../contract/makers.js';
import { openApiStage } from './stage.js';

const USER = 31;

/** What bots are answered, and the bot's requests as they are counted. @param query goes through Express */
async function play(query: '' | '?by=express') {
  const stage = await openApiStage();
  await populate(stage.store, { adsType: 'resource', link: 'https://example.org/shown' });
  const body = { chat_id: USER, user_id: USER, first_name: 'Ann', language_code: 'ru' };
  const answers = [];
  for (const more of [{}, {}, { action: 'newtask' }, { user_id: 'nobody' }]) {
    const asked = { ...body, ...more };
    const { http, text, headers } = await stage.post(`/get-sponsors${query}`, stage.keys.bot, asked);
    answers.push({ http, text, headers: [...headers.keys()].toSorted() });
  }
  const day = dayNumberOf(stage.clock.now(), 'UTC');
  await expect
    .poll(() => stage.store.statistics.requests({ botId: stage.botId }, { fromDay: day, toDay: day }))
    .toMatchObject({ total: 3 });
  await stage.close();
  // Links and orders have ids of their own.
  return answers.map(({ text, ...answer }) => ({
    ...answer,
    text: text.replaceAll(/https?:[^"]*|"ads_id":"\d+"|\d{10,}/g, '…'),
  }));
}

it('answers and counts the same as Express', async () => {
  const past = await play('');
  expect(past.map(({ http }) => http)).toEqual([200, 200, 200, 422]);
  expect(await play('?by=express')).toEqual(past);
});

it('takes a POST to a path of the envelope, and nothing spelled otherwise', () => {
  const pastExpress = createBypass(routes);
  expect(pastExpress({ method: 'POST', url: '/get-sponsors' })?.path).toBe('/get-sponsors');
  for (const url of [
    '/get-sponsors?',
    '/get-sponsors?by=express',
    '/get-sponsors/',
    '/Get-Sponsors',
    '/nowhere',
    undefined,
  ])
    expect(pastExpress({ method: 'POST', url }), url).toBeUndefined();
  expect(pastExpress({ method: 'GET', url: '/get-sponsors' })).toBeUndefined();
});
