/**
 * Whatever people send to the operator bot, in their chat with it and in a group, at rest and while it waits for a text:
 * what a person says is answered in words, news of the chat are not, a group is left alone, and nothing is complained of.
 */
import { beforeEach, expect, it } from 'vitest';
import { type Kind, news, sent } from '../../emulator/kinds.js';
import { Visitor } from './operator-stage.js';
import { advertiserId, botBeforeEach, type ServiceStage, setScene } from './service-stage.js';
import { operatorName } from './stage.js';

const said = Object.keys(sent) as Kind[];
const told = Object.keys(news) as Kind[];
const UNKNOWN = 'I did not understand that';
const QUESTION = 'What shall be advertised?';

let stage: ServiceStage;
let albert: Visitor;
const running = botBeforeEach((opened) => {
  stage = opened;
});
beforeEach(async () => {
  await setScene(stage);
  albert = new Visitor(stage, advertiserId);
  await albert.say('/start');
  stage.logged.length = 0;
});

const send = (kind: Kind) => stage.client.send(advertiserId, operatorName, { kind });
/** All that the bot has said after this message, once it has answered what came before. */
const saidAfter = async (messageId: number) => {
  const last = await albert.shows('What is this bot for?', await albert.write('/help'));
  return (await albert.messages()).filter(
    ({ message_id: id, from }) => from?.is_bot === true && id > messageId && id < last.message_id,
  );
};

it('is answered in words where nothing is waited for', async () => {
  for (const kind of said) await albert.shows(UNKNOWN, await send(kind));
  const second = await send('album');
  expect(await saidAfter(second)).toHaveLength(2);
  expect(stage.logged).toEqual([]);
});

it('has no answer where it is news of the chat', async () => {
  let last = 0;
  for (const kind of told) last = await send(kind);
  expect(await saidAfter(last - told.length)).toEqual([]);
  expect(stage.logged).toEqual([]);
});

it('is answered with the question where a text is waited for, and a text is taken after that', async () => {
  await albert.forge('order-new');
  await albert.shows(QUESTION);
  for (const kind of said) await albert.shows(QUESTION, await send(kind));
  for (const kind of told) await send(kind);
  await albert.shows(QUESTION, await send('voice'));
  await albert.shows('What is it?', await albert.write('https://t.me/gardening'));
  expect(stage.logged).toEqual([]);
});

it('goes on with the question after a restart', async () => {
  await albert.forge('order-new');
  await albert.shows(QUESTION);
  await running.bot.stop();
  running.bot = await stage.startBot();
  await albert.shows(QUESTION, await send('voice'));
  await albert.shows('What is it?', await albert.write('https://t.me/gardening'));
});

it('is let be when it was edited: the dialogue goes on', async () => {
  await albert.forge('order-new');
  await albert.shows(QUESTION);
  const edits = await albert.write('what?');
  await albert.shows(QUESTION, edits);
  await stage.client.send(advertiserId, operatorName, { edits, text: 'https://t.me/gardening' });
  await albert.shows('What is it?', await albert.write('https://t.me/gardening'));
});

it.each(['group', 'supergroup'] as const)('has no answer in a %s', async (type) => {
  await albert.forge('order-new');
  await albert.shows(QUESTION);
  const { id } = await stage.client.chats({ type, title: 'Talk', owner_id: advertiserId });
  await stage.client.members({ chat: id, user: advertiserId, status: 'administrator' });
  await stage.client.members({ chat: id, user: `@${operatorName}`, status: 'administrator' });
  for (const kind of [...said, ...told, 'album'] as const)
    await stage.client.sayIn(id, { from: advertiserId, kind });
  const edits = await stage.client.sayIn(id, { from: advertiserId, text: '/start' });
  await stage.client.sayIn(id, { from: advertiserId, edits, text: '/help' });
  // The dialogue in the other chat is where it was.
  await albert.shows('What is it?', await albert.write('https://t.me/gardening'));
  const posts = await stage.client.posts(id);
  expect(posts.filter(({ from }) => from?.username === operatorName)).toEqual([]);
  expect(stage.logged).toEqual([]);
});
