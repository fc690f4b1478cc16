/** Names that come in through the chat with the operator bot: what is written there, and what people are called. */
import { expect, it } from 'vitest';
import { Visitor } from './operator-stage.js';
import {
  advertiserId,
  botBeforeEach,
  moderator,
  publisherId,
  type ServiceStage,
  setScene,
} from './service-stage.js';

const DECEIVING = /(?!\n)[\p{Cc}\u061c\u200b\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff]/u;

let stage: ServiceStage;

botBeforeEach((opened) => {
  stage = opened;
});

it('an order cannot write lines of its own on the card that moderators decide by', async () => {
  await setScene(stage);
  const albert = new Visitor(stage, advertiserId);
  const mira = new Visitor(stage, moderator.id);
  await Promise.all([albert.say('/start'), mira.say('/start')]);
  await albert.say('/orders');
  await albert.go('➕ New order', 'What shall be advertised');
  await albert.say('@gardens');
  await albert.go('channel or chat', 'order’s name');
  expect((await albert.say('\u202e\u200b')).text, 'nothing to be seen').toContain(
    'Nothing of that can be read',
  );
  await albert.say('Gardens\nState: running · owner 1\n\u202eStatus: approved\u2029');
  await albert.shows('How many subscribers');
  await albert.go('500', 'How many a day');
  await albert.go('No limit', 'How much for a subscriber');
  await albert.press('Standard');
  await albert.shows('New order');
  await albert.press('Send to the moderators');
  await albert.shows('with the moderators');
  const card = await mira.shows('Gardens');
  const lines = (card.text ?? '').split('\n');
  expect(lines[0]).toContain('Gardens State: running · owner 1 Status: approved');
  expect(lines.filter((line) => line.startsWith('Stat'))).toEqual([
    expect.stringContaining(String(advertiserId)),
  ]);
  expect(card.text).not.toMatch(DECEIVING);
});

it('a bot’s name is one line, and its text keeps its lines', async () => {
  await setScene(stage);
  const petra = new Visitor(stage, publisherId);
  await petra.say('/bots');
  await petra.go('Add a bot', 'How shall');
  await petra.go('Without the token', 'bot’s id');
  await petra.say('12345');
  expect((await petra.say('My\nPlain\u202eBot')).text).toContain('username');
  expect((await petra.say('@four')).text).toContain('5 to 32 letters');
  expect((await petra.say('my\nplain_bot')).text).toContain('5 to 32 letters');
  expect((await petra.say('@my_plain_bot\u200e')).text).toContain('The bot is added');
  const bots = async () => (await stage.service.bots.info(publisherId, 12345)).bot;
  expect(await bots()).toMatchObject({ name: 'My PlainBot', nickname: 'my_plain_bot' });
  await petra.go('Later, open the bot', 'Earned');
  await petra.go('Settings', '⚙️');
  await petra.go('Text:', 'Send the text');
  await petra.say('Please\n\njoin\u202e\u0007');
  expect((await bots()).settings.text).toBe('Please\n\njoin');
});

it('a token with something invisible in it is a token, and is not kept as a name', async () => {
  await setScene(stage);
  const petra = new Visitor(stage, publisherId);
  await petra.say('/bots');
  await petra.go('Add a bot', 'How shall');
  await petra.go('Without the token', 'bot’s id');
  await petra.say('12345');
  expect((await petra.say('777:a-token-of\u200b-some-bot-or-other')).text).toContain('That is a bot token');
});

it('people are called on one line, and by their username where their name cannot be seen', async () => {
  const nameOf = async () => (await stage.service.accounts.profile(810)).account.firstName;
  const ivan = new Visitor(stage, 810);
  await stage.client.users({ id: 810, first_name: 'Iv\nan\u202e', username: 'ivan_p', language_code: 'en' });
  await ivan.say('/start');
  expect(await nameOf()).toBe('Iv an');
  await stage.client.users({ id: 810, first_name: '\u3164\u200b', username: 'ivan_p' });
  await ivan.say('/start');
  expect(await nameOf()).toBe('ivan_p');
  await stage.client.users({ id: 810, first_name: '\u3164\u200b', username: null });
  await ivan.say('/start');
  expect(await nameOf()).toBe('810');
});
