/** Leaving out what only makes requests cheaper (`LEAVE_OUT`) changes no answer and loses no count. */
import { expect, it } from 'vitest';
import { cheapeningParts, parseSettings } from '../../core/config.js';
import { dayNumberOf } from '../../core/days.js';
import { populate } from '../contract/makers.js';
import { openApiStage } from './stage.js';

const USER = 31;

/** What bots and people are answered, and the bot's requests as they are counted. */
async function play(leaveOut: string) {
  const stage = await openApiStage({ LEAVE_OUT: leaveOut });
  await populate(stage.store, { adsType: 'resource', link: 'https://example.org/shown' });
  const body = { chat_id: USER, user_id: USER, first_name: 'Ann', language_code: 'ru' };
  const answers = [];
  for (const more of [{}, {}, { action: 'newtask' }, { user_id: 'nobody' }])
    answers.push(await stage.post('/get-sponsors', stage.keys.bot, { ...body, ...more }));
  answers.push(await stage.ask('/get-sponsors'), await stage.ask('/nowhere', { method: 'POST' }));
  const day = dayNumberOf(stage.clock.now(), 'UTC');
  await expect
    .poll(() => stage.store.statistics.requests({ botId: stage.botId }, { fromDay: day, toDay: day }))
    .toMatchObject({ total: 3 });
  await stage.close();
  // Links and orders have ids of their own.
  return answers.map(({ http, text }) => [
    http,
    text.replaceAll(/https?:[^"]*|"ads_id":"\d+"|\d{10,}/g, '…'),
  ]);
}

it('answers the same without each of them, and counts the same', async () => {
  const usual = await play('');
  expect(usual.map(([http]) => http)).toEqual([200, 200, 200, 422, 405, 404]);
  for (const part of cheapeningParts) expect(await play(part), part).toEqual(usual);
  expect(await play(cheapeningParts.join(', '))).toEqual(usual);
});

it('names the parts there are', () => {
  expect(() => parseSettings({ LEAVE_OUT: 'speed' })).toThrow(/LEAVE_OUT.*turns, responses/);
});
