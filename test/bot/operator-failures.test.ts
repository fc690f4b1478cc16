/** What does not work is said in the person's own language, and leaves what they have written so far. */
import { describe, expect, it, vi } from 'vitest';
import { ServiceError } from '../../core/errors.js';
import { Visitor } from './operator-stage.js';
import {
  addOrder,
  advertiserId,
  botBeforeEach,
  publisherId,
  type ServiceStage,
  setScene,
} from './service-stage.js';
import { writtenWords } from './written-words.js';

let stage: ServiceStage;

botBeforeEach((opened) => {
  stage = opened;
});

describe.each(['en', 'ru'] as const)('in %s', (language) => {
  const words = writtenWords(language);
  const say = (key: string) => words.get(key) ?? `no words ${key}`;

  it('about tokens and bots', async () => {
    const { token } = await setScene(stage);
    const other = '778:token-of-another-bot-token-of';
    await stage.client.bots({ token: other, username: 'other_bot', first_name: 'Other' });
    const albert = new Visitor(stage, advertiserId);
    await stage.service.accounts.setLanguage(advertiserId, language);
    await albert.write('779:unknown-token-unknown-token-x');
    await albert.shows(say('error-token-refused'));
    await albert.write(token);
    await albert.shows(say('error-bot-held-with-token'));
    await albert.write(other);
    await albert.shows('@other_bot');
    await albert.forge('bot-add-plain');
    await albert.shows(
      say('bot-plain-id')
        .replace(/<[^>]*>/g, '')
        .slice(0, 8),
    );
    await albert.say('778');
    await albert.say('Other');
    await albert.say('other_bot');
    await albert.shows(say('error-bot-added-already'));
    await stage.service.bots.add(publisherId, {
      botId: 780,
      name: 'Third',
      nickname: 'third_bot',
      settings: {},
    });
    await albert.forge('bot-add-plain');
    await albert.say('780');
    await albert.say('Third');
    await albert.say('third_bot');
    await albert.shows(say('error-bot-of-other-account'));
  });

  it('about links, and the question stays', async () => {
    await setScene(stage);
    const albert = new Visitor(stage, advertiserId);
    await stage.service.accounts.setLanguage(advertiserId, language);
    await albert.say('/orders');
    await albert.forge('order-new');
    // A site says what it is: its draft is told to be something else.
    for (const said of ['https://example.org/page', '100', '0', '2']) await albert.say(said);
    await albert.forge('draft-type');
    await albert.say('channel');
    await albert.shows(say('error-link-not-of-channel'));
    await albert.say('bot');
    await albert.shows(say('error-link-not-of-bot'));
    await albert.say('resource');
    await albert.shows('example.org');
  });

  it('about what an order has already, and what will hinder its approval', async () => {
    await setScene(stage);
    await stage.client.chats({ type: 'channel', title: 'Bare', username: 'bare_channel' });
    const { orderId } = await addOrder(stage, 'gardens');
    await stage.service.accounts.setLanguage(advertiserId, language);
    const albert = new Visitor(stage, advertiserId);
    await albert.say('/start');
    await albert.forge(`order-edit:${String(orderId)}:link`);
    await albert.say('@bare_channel');
    const card = await albert.shows(say('order-changed'));
    expect(card.text).toContain(`⚠️ ${say('problem-not-administrator')}`);
  });
});

it('a press is answered also while the store does not say who is here', async () => {
  const albert = new Visitor(stage, advertiserId);
  await stage.client.users({ id: advertiserId, first_name: 'Albert', language_code: 'ru' });
  const home = await albert.say('/menu');
  const away = new ServiceError('unavailable', 'The store is away.');
  vi.spyOn(stage.service.accounts, 'open').mockRejectedValueOnce(away);
  const answer = await albert.press('Кошелёк', home);
  expect(answer).toEqual({ note: writtenWords('ru').get('error-503'), isAlert: true });
});

it('a question sealed under a key that is gone ends, rather than holding its person', async () => {
  const albert = new Visitor(stage, advertiserId);
  await stage.client.users({ id: advertiserId, first_name: 'Albert', language_code: 'en' });
  await albert.say('/orders');
  await albert.forge('order-search');
  const { sessions } = stage.service;
  const key = `dialogue:${String(advertiserId)}`;
  await expect.poll(() => sessions.read(key), { message: 'the question is kept' }).not.toBeNull();
  await sessions.write(key, 'gone.iv.tag.data', Date.now());
  await albert.write('garden');
  await albert.shows(writtenWords('en').get('dialogue-dropped') ?? '');
  expect((await albert.say('/menu')).text).toContain('Albert');
});
