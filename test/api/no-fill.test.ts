/** What a publisher reads of lists that found no sponsors or too few (`/figures` `bots`, no_fill). */
import { beforeEach, describe, expect, it } from 'vitest';
import { useSceneStage } from '../cases/scene-stage.js';
import { inEachLanguage } from '../../words/index.js';
import { sayNoFill } from '../../words/reasons.js';

const LISTS_MAX = 2;
const ROOM = 2;

const at = useSceneStage({ UNTRUSTED_LISTS_DAY: String(LISTS_MAX) });
let lastUserId = 80_000;

beforeEach(async () => {
  await at.scene.happen({ balance: '1000', of: 'advertiser' });
  await at.scene.happen({ publisher_bot: 'recipes_bot' });
});

async function order(name: string, create: object): Promise<number> {
  await at.scene.happen({ channel: name });
  const fields = { link: `https://t.me/${name}`, price: 5, user_parameters: { languages: null }, ...create };
  await at.scene.happen({ order: name, create: fields, then: 'approves' });
  return Number(at.scene.names.get(name));
}

/** A new user asks, of whom the bot says this much. */
async function asks(language_code: string | undefined, more: object = {}, key = keyOf('recipes_bot')) {
  const user_id = ++lastUserId;
  const said = language_code === undefined ? {} : { language_code };
  const asked = { user_id, chat_id: user_id, get_links: 1, max_sponsors: ROOM, ...said, ...more };
  const { http } = await at.post('/get-sponsors', key, asked);
  return http;
}

const keyOf = (bot: string) => String(at.scene.names.get(bot, 'key'));

async function noFill(bot_id?: number): Promise<unknown> {
  const key = String(at.scene.names.get('publisher', 'access'));
  const { body } = await at.post('/figures', key, {
    action: 'bots',
    bot_id: bot_id ?? Number(at.scene.names.get('recipes_bot', 'id')),
  });
  return (body['result'] as { no_fill: unknown }).no_fill;
}

describe('/figures bots, no_fill', () => {
  it('is empty before a list was asked for, and counts full lists without reasons', async () => {
    const nothing = { lists: 0, partly_filled: 0, unfilled: 0, reasons: [], languages: [] };
    expect(await noFill()).toEqual(nothing);
    for (const name of ['first', 'second']) await order(name, {});
    await order('young', { price: 9, user_parameters: { languages: null, gender: 'male' } });
    expect(await asks('ru')).toBe(200);
    const full = { lists: 1, partly_filled: 0, unfilled: 0, reasons: [] };
    await expect.poll(() => noFill()).toEqual({ ...full, languages: [{ language: 'ru', ...full }] });
  });

  it('says what kept orders out of lists that were left short, by language', async () => {
    const dear = await order('dear', {});
    await order('cheap', { price: 2 });
    const access = String(at.scene.names.get('publisher', 'access'));
    const bot_id = Number(at.scene.names.get('recipes_bot', 'id'));
    // Of 5 a publisher gets 3.5, of 2 they get 1.4.
    await at.post('/bots', access, { action: 'update', bot_id, min_price: 2 });
    expect(await asks('uz')).toBe(200);
    expect(await asks('uz', { exclude_ads_ids: [dear] })).toBe(404);
    // No such language, and none at all.
    expect(await asks('xx')).toBe(200);
    expect(await asks(undefined)).toBe(200);
    const words = (reason: 'min_price' | 'excluded') => ({
      words: inEachLanguage((language) => sayNoFill(reason, language)),
    });
    await expect
      .poll(() => noFill())
      .toEqual({
        lists: 4,
        partly_filled: 3,
        unfilled: 1,
        reasons: [
          { reason: 'min_price', share: 87.5, ...words('min_price') },
          { reason: 'excluded', share: 12.5, ...words('excluded') },
        ],
        languages: [
          {
            language: '',
            lists: 2,
            partly_filled: 2,
            unfilled: 0,
            reasons: [{ reason: 'min_price', share: 100 }],
          },
          {
            language: 'uz',
            lists: 2,
            partly_filled: 1,
            unfilled: 1,
            reasons: [
              { reason: 'min_price', share: 75 },
              { reason: 'excluded', share: 25 },
            ],
          },
        ],
      });
  });

  it('shares a list among all reasons there were', async () => {
    const user_parameters = { languages: null, gender: 'male' };
    const excluded = await order('excluded', {});
    await order('targeted', { user_parameters, price: 9 });
    await order('doubly', { user_parameters, price: 9 });
    await asks('ru', { exclude_ads_ids: [excluded] });
    await expect
      .poll(() => noFill())
      .toMatchObject({
        languages: [
          {
            unfilled: 1,
            reasons: [
              { reason: 'unknown_users', share: 66.7 },
              { reason: 'excluded', share: 33.3 },
            ],
          },
        ],
      });
  });

  it('counts what the user is in already, and says when there is nothing more to show', async () => {
    await order('known', {});
    const user_id = ++lastUserId;
    await at.stage.platform.users({ id: user_id, first_name: 'Nora' });
    await at.stage.platform.join(user_id, '@known');
    await at.stage.platform.say(user_id, 'recipes_bot', '/start');
    await asks('en', { user_id, chat_id: user_id });
    await asks('ru');
    await expect
      .poll(() => noFill())
      .toMatchObject({
        languages: [
          { language: 'ru', partly_filled: 1, reasons: [{ reason: 'no_more_orders', share: 100 }] },
          { language: 'en', unfilled: 1, reasons: [{ reason: 'subscribed', share: 100 }] },
        ],
      });
  });

  it('says that orders ask for a better bot, apart from those that are for other bots', async () => {
    const botId = Number(at.scene.names.get('recipes_bot', 'id'));
    const quality = { botId, factor: 0.7, causes: [], joins: 100, curve: [] };
    await at.stage.store.quality.save([quality], at.stage.clock.now());
    await order('demanding', { min_bot_quality: 0.9 });
    await order('elsewhere', { places: 0 });
    expect(await asks('ru')).toBe(404);
    await expect
      .poll(() => noFill())
      .toMatchObject({
        unfilled: 1,
        reasons: [
          { reason: 'bot_quality', share: 50 },
          { reason: 'not_for_bot', share: 50 },
        ],
      });
  });

  it('does not tell the language of a user whom the platform does not know to use the bot', async () => {
    const user_id = ++lastUserId;
    await at.stage.store.audience.learn(user_id, { languageCode: 'uz' }, at.stage.clock.now());
    await asks('en', { user_id, chat_id: user_id });
    await expect.poll(() => noFill()).toMatchObject({ lists: 1, languages: [{ language: 'en' }] });
  });

  it('counts lists that an untrusted bot was not given, and one list however often it is asked for', async () => {
    for (const name of ['first', 'second']) await order(name, {});
    const accountId = Number(at.scene.names.get('publisher', 'id'));
    const plain = { botId: 7050, name: 'Plain', nickname: 'plain_bot', settings: { getLinks: true } };
    const { apiKey } = await at.stage.service.bots.add(accountId, plain);
    const said = { first_name: 'Ann' };
    const user = { user_id: 81_000, chat_id: 81_000, ...said };
    for (let list = 0; list < LISTS_MAX; list++) expect(await asks('ru', user, apiKey)).toBe(200);
    expect(await asks('be', said, apiKey)).toBe(404);
    await expect
      .poll(() => noFill(plain.botId))
      .toMatchObject({
        lists: 2,
        partly_filled: 0,
        unfilled: 1,
        reasons: [{ reason: 'untrusted', share: 100 }],
        languages: [
          { language: 'ru', unfilled: 0, reasons: [] },
          { language: 'be', unfilled: 1, reasons: [{ reason: 'untrusted' }] },
        ],
      });
  });
});
