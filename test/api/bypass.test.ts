/** The way past Express (`api/bypass.ts`) changes no answer, no header and no count. */
import { expect, it } from 'vitest';
import { createBypass } from '../../api/bypass.js';
import { routes } from '../../api/routes/index.js';
import { dayNumberOf } from '../../core/days.js';
import { populate } from '../contract/makers.js';
import { openApiStage } from './stage.js';
import { daysIn } from '../spans.js';

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
    .poll(() => daysIn(stage.store.statistics.botSpans({ botId: stage.botId }, { fromDay: day, toDay: day })))
    .toMatchObject([{ requests: { total: 4 } }]);
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

it('answers a statistic the same as Express, whose answer a header asked for', async () => {
  const stage = await openApiStage();
  await populate(stage.store);
  const ask = async (query: string, key = stage.keys.statistics) => {
    const { http, text } = await stage.ask(`/statistic?${query}`, { headers: { Auth: key } });
    return { http, text };
  };
  const asked = ['action=allads', 'action=allbots&lang=ru', 'action=ads', 'action=ads&ads_id=1&ads_id=2', ''];
  const json = '&output_format=json';
  for (const query of asked) expect(await ask(`${query}${json}`), query).toEqual(await ask(query));
  expect(await ask(`action=allads${json}`, 'wrong')).toEqual(await ask('action=allads', 'wrong'));
  expect(await ask(`action=allads${json}&api_token=${stage.keys.statistics}`, '')).toMatchObject({
    http: 200,
  });
  await stage.close();
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

it('takes a GET whose query asks for the envelope, and reads the query', () => {
  const pastExpress = createBypass(routes);
  const request = { method: 'GET', url: '/statistic?action=all%20ads&output_format=json', query: {} };
  expect(pastExpress(request)?.path).toBe('/statistic');
  expect(request.query).toEqual({ action: 'all ads', output_format: 'json' });
  for (const url of [
    '/statistic',
    '/statistic?output_format=html',
    '/statistic?output_format=json&output_format=json',
    '/statistic?output_format=json#part',
    '/statistic/?output_format=json',
    '/statistic?action=a?&output_format=json',
    '/wallet/statement.xlsx?output_format=json',
  ])
    expect(pastExpress({ method: 'GET', url }), url).toBeUndefined();
  expect(pastExpress({ method: 'HEAD', url: request.url })).toBeUndefined();
  expect(pastExpress({ method: 'POST', url: request.url })).toBeUndefined();
});
