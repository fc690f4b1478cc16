/** What the platform's refusals, in its own words, mean for the service. `Client.cpp` is telegram-bot-api's. */
import { expect, it } from 'vitest';
import { Api } from 'grammy';
import { changeScreen, sendScreen } from '../../bot/operator/screen.js';
import { failureOf } from '../../core/adapters/platform/failures.js';
import type { PlatformAnswer, PlatformFailureKind } from '../../core/platform.js';
import { takeMisfits } from '../support/bot-api/watch.js';
import { ann, operatorToken, shopToken, usePlatform } from './stage.js';

const stage = usePlatform();
const hello = { html: 'Hello', image: null, buttons: [] };

const kindOf = (answer: PlatformAnswer<unknown>) => (answer.ok ? 'ok' : answer.failure.kind);

/** Each as it comes when a message is sent, with where it was read. */
const wordings: [string, PlatformFailureKind, string][] = [
  ['Forbidden: bot was blocked by the user', 'blocked', 'Client.cpp, USER_IS_BLOCKED'],
  ['Forbidden: user is deactivated', 'blocked', 'Client.cpp, check_chat_access'],
  ['Bad Request: private chat not found', 'chat_gone', 'Client.cpp, check_chat_access'],
  ['Forbidden: the group chat was deleted', 'chat_gone', 'Client.cpp, check_chat_access'],
  ['Bad Request: group chat was upgraded to a supergroup chat', 'chat_gone', 'Client.cpp, check_chat_access'],
  ['Forbidden: bot was kicked from the supergroup chat', 'rights_lost', 'Client.cpp, check_chat_access'],
  ['Forbidden: bot is not a member of the channel chat', 'rights_lost', 'Client.cpp, check_chat_access'],
  ['Bad Request: have no write access to the chat', 'rights_lost', 'tdlib/td#2301'],
  ['Bad Request: CHAT_WRITE_FORBIDDEN', 'rights_lost', 'Client.cpp, fail_query_with_error: 403 as 400'],
  ['Bad Request: CHAT_RESTRICTED', 'rights_lost', 'Client.cpp, fail_query_with_error: 403 as 400'],
  ['Bad Request: CHAT_SEND_PLAIN_FORBIDDEN', 'rights_lost', 'Client.cpp, fail_query_with_error: 403 as 400'],
  ['Bad Request: TOPIC_CLOSED', 'rights_lost', 'public bots that list it'],
  [
    'Bad Request: not enough rights to send text messages to the chat',
    'rights_lost',
    'TelegramBotAPI/errors#5',
  ],
  ['Bad Request: need administrator rights in the channel chat', 'rights_lost', 'teloxide/teloxide#450'],
  ['Bad Request: wrong file identifier/HTTP URL specified', 'bad_request', 'public bots that list it'],
  ['Bad Request: message caption is too long', 'bad_request', 'public bots that list it'],
];

it.each(wordings)('%s: %s (%s)', async (description, kind) => {
  const code = description.startsWith('Forbidden') ? '403' : '400';
  await stage.client.faults({ method: 'sendMessage', kind: code, description });
  expect(kindOf(await stage.platform.send(shopToken, ann.id, hello))).toBe(kind);
});

it('a method that an older server of the operator does not know says nothing of the token', async () => {
  const answer = await fetch(`${stage.emulator.url}/bot${shopToken}/getGiftsOfTomorrow`);
  const { description } = (await answer.json()) as { description: string };
  expect(description).toBe('Not Found: method not found');
  expect(takeMisfits()).toEqual(['getGiftsOfTomorrow: the Bot API has no such method']);
  expect(failureOf({ code: answer.status, description, retryAfterMs: null }).kind).toBe('bad_request');
  const none = await fetch(`${stage.emulator.url}/bot${shopToken.replace('shop', 'shut')}/getMe`);
  expect(failureOf({ code: none.status, description: 'Unauthorized', retryAfterMs: null }).kind).toBe(
    'token_refused',
  );
});

it('a group that restricts the bot takes nothing from it', async () => {
  const { id } = await stage.client.chats({ type: 'supergroup', title: 'Talk' });
  await stage.client.members({ chat: id, user: '@shop_bot', status: 'restricted' });
  const refused = await stage.platform.send(shopToken, id, hello);
  expect(refused).toMatchObject({
    failure: {
      kind: 'rights_lost',
      description: 'Bad Request: not enough rights to send text messages to the chat',
    },
  });
});

it('a screen whose message the platform has lost comes as a new message', async () => {
  await stage.client.say(ann.id, 'SponsorgateBot', '/start');
  const api = new Api(operatorToken, { apiRoot: stage.emulator.url });
  const shown = await sendScreen(api, ann.id, { html: 'Before', rows: [] });
  // Said of messages that are gone at the server and still in its memory.
  await stage.client.faults({
    method: 'editMessageText',
    kind: '400',
    description: 'Bad Request: MESSAGE_ID_INVALID',
  });
  await changeScreen(api, ann.id, shown, { html: 'After', rows: [] });
  const texts = (await stage.client.messages(ann.id, 'SponsorgateBot')).map(({ text }) => text);
  expect(texts).toEqual(['/start', 'Before', 'After']);
});
