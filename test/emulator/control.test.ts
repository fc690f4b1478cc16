/** The emulated platform's control interface: the contract by which other tools drive it, its faults and its errors. */
import { createHmac } from 'node:crypto';
import { Api, HttpError, Keyboard } from 'grammy';
import { describe, expect, test } from 'vitest';
import { PlatformRefusal } from '../../emulator/failure.js';
import { allRights } from '../../emulator/members.js';
import { ann, otherToken, refusal, token, updatesOf, usePlatform } from './stage.js';

const stage = usePlatform();
const started = (): Promise<number> => stage.client.say(ann, '@shop_bot', '/start');

async function call(
  line: string,
  body?: unknown,
): Promise<{ status: number; answer: Record<string, unknown>; text: string }> {
  const [method = 'GET', path = ''] = line.split(' ');
  const response = await fetch(stage.platform.url + path, {
    method,
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, answer: JSON.parse(text) as Record<string, unknown>, text };
}

describe('the contract', () => {
  test('people, bots and chats are added, listed, and answered as documented', async () => {
    const user = {
      id: 9,
      first_name: 'Zoë',
      last_name: 'B',
      username: 'zoe',
      language_code: 'ru',
      is_premium: true,
      bio: 'hi',
      photos: 2,
      gifts: 3,
      rating: 4,
    };
    expect((await call('POST /emulator/users', user)).answer).toMatchObject({
      id: 9,
      first_name: 'Zoë',
      photos: 2,
      gifts: 3,
    });
    expect(
      (
        await call('POST /emulator/bots', {
          token: '300:abcdef',
          username: '@third_bot',
          first_name: 'Third',
        })
      ).answer,
    ).toEqual({ id: 300, username: 'third_bot', first_name: 'Third' });
    const chat = (
      await call('POST /emulator/chats', {
        type: 'supergroup',
        title: 'Talk',
        username: 'talk_here',
        join_requests: true,
      })
    ).answer;
    expect(chat).toMatchObject({
      id: expect.any(Number) as number,
      invite_link: expect.stringMatching(/^https:\/\/t\.me\/\+/) as string,
    });
    expect((await call('GET /emulator/users')).answer['users']).toHaveLength(2);
    expect((await call('GET /emulator/bots')).answer['bots']).toContainEqual({
      id: 300,
      username: 'third_bot',
      first_name: 'Third',
    });
    expect((await call('GET /emulator/chats')).answer['chats']).toMatchObject([
      { id: chat['id'], username: 'talk_here' },
    ]);
  });

  test('adding someone again changes them: absent keeps, null clears', async () => {
    await call('POST /emulator/users', { id: ann, first_name: 'Anna', bio: 'hello' });
    const { answer } = await call('POST /emulator/users', { id: ann, first_name: 'Anna', username: null });
    expect(answer).toMatchObject({ first_name: 'Anna', bio: 'hello', language_code: 'en' });
    expect(answer).not.toHaveProperty('username');
    const first = await call('POST /emulator/chats', {
      type: 'channel',
      title: 'One',
      username: 'same_name',
    });
    const second = await call('POST /emulator/chats', {
      type: 'channel',
      title: 'Two',
      username: 'same_name',
    });
    expect(second.answer['id']).toBe(first.answer['id']);
    expect(second.answer['invite_link']).toBe(first.answer['invite_link']);
  });

  test('messages and presses answer at once with their ids', async () => {
    const wrote = (await call('POST /emulator/messages', { from: ann, to: '@shop_bot', text: 'hi' })).answer;
    const [update] = await updatesOf(stage.api);
    expect(wrote).toEqual({ message_id: update?.message?.message_id, update_id: update?.update_id });
    const reply_markup = { inline_keyboard: [[{ text: 'Go', callback_data: 'go' }]] };
    const { message_id } = await stage.api.sendMessage(ann, 'x', { reply_markup });
    const pressed = (
      await call('POST /emulator/press', { from: ann, bot: '@shop_bot', message_id, data: 'go' })
    ).answer;
    const query = (await updatesOf(stage.api)).at(-1);
    expect(pressed).toEqual({ callback_query_id: query?.callback_query?.id, update_id: query?.update_id });
    expect(query?.callback_query).toMatchObject({ data: 'go', from: { id: ann }, message: { message_id } });
    await stage.api.answerCallbackQuery(String(pressed['callback_query_id']), { text: 'Went' });
    const { answer } = await call(`GET /emulator/answers?user=${ann}&bot=@shop_bot`);
    expect(answer['answers']).toMatchObject([
      { text: 'Went', show_alert: false, answered: true, data: 'go' },
    ]);
    const { client } = stage;
    expect(await client.answers(ann, '@shop_bot', String(query?.callback_query?.id))).toHaveLength(1);
    expect(await client.answers(ann, '@shop_bot', 'another')).toEqual([]);
    expect(await client.messages(ann, '@shop_bot', { last: 0 })).toEqual([]);
    for (const part of [{ last: 1 }, { after: message_id - 1 }])
      expect(await client.messages(ann, '@shop_bot', part)).toMatchObject([{ text: 'x' }]);
  });

  test('members take every status, of users and of bots', async () => {
    const { id } = await stage.client.chats({ type: 'channel', title: 'News' });
    for (const status of ['requested', 'member', 'restricted', 'administrator', 'kicked', 'left']) {
      const { answer } = await call('POST /emulator/members', { chat: id, user: ann, status });
      expect(answer).toEqual({ ok: true, chat: id, user: ann, status, changed: true });
    }
    const { answer } = await call('POST /emulator/members', {
      chat: String(id),
      user: '100',
      status: 'administrator',
    });
    expect(answer).toMatchObject({ ok: true, user: 100 });
    expect((await stage.api.getChatMember(id, 100)).status).toBe('administrator');
    expect(
      (await call('POST /emulator/members', { chat: id, user: 100, status: 'administrator' })).answer[
        'changed'
      ],
    ).toBe(false);
  });

  test('a chosen chat is shared, and lets the bot in with the rights it asked for', async () => {
    await started();
    const { id } = await stage.client.chats({ type: 'channel', title: 'Mine', username: 'my_channel' });
    const keyboard = new Keyboard()
      .requestChat('Channel', 5, {
        chat_is_channel: true,
        request_title: true,
        bot_administrator_rights: { ...allRights, can_post_messages: false },
      })
      .requestUsers('People', 6, { max_quantity: 2, request_name: true });
    await stage.api.sendMessage(ann, 'Choose', { reply_markup: keyboard });
    const inbox = (await call(`GET /emulator/messages?user=${ann}&bot=@shop_bot`)).answer;
    expect(inbox['keyboard']).toMatchObject({ keyboard: [[{ text: 'Channel' }, { text: 'People' }]] });
    await stage.client.shareChat(ann, '@shop_bot', 5, '@my_channel');
    const shared = (await updatesOf(stage.api)).flatMap((update) => update.message?.chat_shared ?? []);
    expect(shared).toEqual([{ request_id: 5, chat_id: id, title: 'Mine' }]);
    expect(await stage.api.getChatMember(id, 100)).toMatchObject({
      status: 'administrator',
      can_invite_users: true,
      can_post_messages: false,
    });
    await call('POST /emulator/share', { from: ann, bot: '@shop_bot', request_id: 6, users: [ann] });
    expect((await updatesOf(stage.api)).at(-1)?.message?.users_shared?.users).toEqual([
      { user_id: ann, first_name: 'Ann' },
    ]);
    expect(
      (await call('POST /emulator/share', { from: ann, bot: '@shop_bot', request_id: 9, chat: id })).status,
    ).toBe(400);
  });

  test('init data is signed with the token of the bot it is opened from', async () => {
    const fields = new URLSearchParams(await stage.client.initData(ann, '@shop_bot', 'ref'));
    const hash = fields.get('hash');
    fields.delete('hash');
    const checked = [...fields]
      .map(([name, value]) => `${name}=${value}`)
      .sort()
      .join('\n');
    const key = createHmac('sha256', 'WebAppData').update(token).digest();
    expect(hash).toBe(createHmac('sha256', key).update(checked).digest('hex'));
    expect(JSON.parse(fields.get('user') ?? '')).toMatchObject({
      id: ann,
      first_name: 'Ann',
      language_code: 'en',
    });
    expect(fields.get('start_param')).toBe('ref');
  });

  test('calls tell what was asked and how it ended, and never a token', async () => {
    await started();
    await stage.api.sendMessage(ann, `my token is ${otherToken}`);
    await refusal(stage.api.sendMessage(8, 'x'));
    await stage.api.setWebhook(`${stage.platform.url}/nothing`, { secret_token: 'hush' });
    const { answer, text } = await call(`GET /emulator/calls?token=${token}&method=sendmessage`);
    expect(answer['calls']).toMatchObject([
      {
        bot: 'shop_bot',
        bot_id: 100,
        method: 'sendMessage',
        ok: true,
        payload: { chat_id: ann, text: 'my token is [token]' },
      },
      { ok: false, error_code: 400, description: 'Bad Request: chat not found' },
    ]);
    expect(text).not.toContain('secret');
    const everything = await Promise.all(
      ['bots', 'users', 'chats', 'calls', 'faults', 'guide'].map((name) => call(`GET /emulator/${name}`)),
    );
    for (const { text } of everything) expect(text).not.toMatch(/shop-secret|news-secret|hush/);
    expect((await call(`GET /emulator/calls?token=${otherToken}`)).answer['calls']).toEqual([]);
  });

  test('a reset empties the world', async () => {
    await started();
    await call('POST /emulator/faults', { kind: '500', times: 5 });
    const poll = refusal(
      stage.api.getUpdates({ offset: 999_999_999, timeout: 30 }).then(() => stage.api.getMe()),
    );
    await call('POST /emulator/faults', { kind: 'latency', times: 1 });
    await call('POST /emulator/reset');
    expect(await poll).toMatch(/^(401|500) /);
    for (const name of ['users', 'bots', 'chats', 'faults', 'calls']) {
      expect((await call(`GET /emulator/${name}`)).answer[name]).toHaveLength(0);
    }
  });
});

describe('wrong input is named', () => {
  test.each<[string, unknown, number, RegExp]>([
    ['POST /emulator/users', { id: 5 }, 400, /first_name: .*Send \{id, first_name/],
    ['POST /emulator/users', { id: '', first_name: 'x' }, 400, /id: must be a whole number/],
    ['POST /emulator/users', { id: 5, first_name: 'x', photos: ['AAAA'] }, 400, /photos: not a PNG/],
    [
      'POST /emulator/users',
      { id: 5, first_name: 'x', username: 'shop_bot' },
      409,
      /@shop_bot belongs to bot 100/,
    ],
    [
      'POST /emulator/bots',
      { token: 'secret', username: 'a_bot', first_name: 'A' },
      400,
      /token: must look like/,
    ],
    ['POST /emulator/chats', { type: 'club', title: 'x' }, 400, /type: must be "channel", "supergroup"/],
    ['POST /emulator/messages', { from: 5, to: '@shop_bot', text: 'x' }, 404, /no user 5/],
    [
      'POST /emulator/messages',
      { from: ann, to: '@nobody', text: 'x' },
      404,
      /no bot @nobody; bots: @shop_bot, @news_bot/,
    ],
    ['POST /emulator/messages', { from: ann, to: '@shop_bot', text: ' ' }, 400, /text: must not be empty/],
    [
      'POST /emulator/press',
      { from: ann, bot: '@shop_bot', message_id: 1, data: 'x' },
      404,
      /message_id: 1 is not in this chat/,
    ],
    ['POST /emulator/members', { chat: 1, user: ann, status: 'member' }, 404, /no chat 1/],
    [
      'POST /emulator/members',
      { chat: 1, user: ann, status: 'owner' },
      400,
      /status: must be one of member, left/,
    ],
    ['POST /emulator/pay', { from: ann, bot: '@shop_bot', message_id: 4 }, 404, /no invoice/],
    ['POST /emulator/faults', { kind: '418' }, 400, /kind: must be one of 429, 403/],
    ['POST /emulator/faults', {}, 400, /kind: must be given/],
    ['POST /emulator/redeliver', { bot: 100, update_id: 5 }, 404, /is not kept/],
    ['POST /emulator/users', '{', 400, /can't parse JSON/],
    ['POST /emulator/users', '[]', 400, /must be a JSON object/],
    ['GET /emulator/messages?user=7', undefined, 400, /bot: must be an id or/],
    ['GET /emulator/press', undefined, 405, /use POST \{from/],
    ['GET /emulator/nothing', undefined, 404, /there are .*POST \/emulator\/users/],
  ])('%s %j', async (line, body, status, words) => {
    const response = await call(line, body);
    expect(response.answer['error']).toMatch(words);
    expect(response.status).toBe(status);
  });
});

test('the client throws what is refused, in the words of the platform', async () => {
  const refused = await stage.client.say(5, '@shop_bot', 'x').catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(PlatformRefusal);
  expect(refused).toMatchObject({ status: 404, message: expect.stringContaining('no user 5') as string });
  await expect(stage.client.waitForMessage(ann, '@shop_bot', undefined, { timeoutMs: 50 })).rejects.toThrow(
    'waited 50 ms in vain for the chat of 7 with @shop_bot',
  );
});

describe('faults', () => {
  test.each([
    [{ kind: '429', retry_after: 7 } as const, '429 Too Many Requests: retry after 7'],
    [{ kind: '403' } as const, '403 Forbidden: bot was blocked by the user'],
    [{ kind: '400' } as const, '400 Bad Request: chat not found'],
    [{ kind: '400', description: 'Bad Request: odd' } as const, '400 Bad Request: odd'],
    [{ kind: '401' } as const, '401 Unauthorized'],
    [{ kind: '500' } as const, '500 Internal Server Error'],
    [{ kind: '502' } as const, '502 Bad Gateway'],
  ])('%j', async (fault, words) => {
    await started();
    await stage.client.faults({ ...fault, method: 'sendMessage', token, times: 2 });
    expect(await refusal(stage.api.sendMessage(ann, 'one'))).toBe(words);
    expect((await stage.api.getMe()).id).toBe(100);
    expect(await refusal(stage.api.sendMessage(ann, 'two'))).toBe(words);
    expect((await stage.api.sendMessage(ann, 'three')).text).toBe('three');
    expect(await stage.client.messages(ann, '@shop_bot')).toHaveLength(2);
  });

  test('429 carries the seconds where clients look for them', async () => {
    await stage.client.faults({ kind: '429', retry_after: 3 });
    const response = await fetch(`${stage.platform.url}/bot${token}/getMe`);
    expect(response.status).toBe(429);
    expect(await response.json()).toMatchObject({ ok: false, parameters: { retry_after: 3 } });
  });

  test('drop does the work and loses the reply', async () => {
    await started();
    await stage.client.faults({ kind: 'drop', method: 'sendMessage' });
    await expect(stage.api.sendMessage(ann, 'lost')).rejects.toBeInstanceOf(HttpError);
    expect((await stage.client.messages(ann, '@shop_bot')).at(-1)?.text).toBe('lost');
  });

  test('timeout never answers, and does nothing', async () => {
    await started();
    await stage.client.faults({ kind: 'timeout' });
    const signal = AbortSignal.timeout(100);
    await expect(
      fetch(`${stage.platform.url}/bot${token}/sendMessage?chat_id=7&text=x`, { signal }),
    ).rejects.toThrow();
    expect(await stage.client.messages(ann, '@shop_bot')).toHaveLength(1);
  });

  test('latency is waited, with or without an error', async () => {
    await stage.client.faults({ latency_ms: 60 });
    await stage.client.faults({ kind: '500', latency_ms: 60 });
    const begin = performance.now();
    await stage.api.getMe();
    expect(await refusal(stage.api.getMe())).toBe('500 Internal Server Error');
    expect(performance.now() - begin).toBeGreaterThan(110);
    const calls = await stage.client.calls({ token });
    expect(calls.map(({ fault, ok }) => [fault, ok])).toEqual([
      ['latency', true],
      ['500', false],
    ]);
  });

  test('can be listed and cleared, and meet only their bot', async () => {
    await stage.client.faults({ kind: '500', token, times: 9 });
    await started();
    await stage.client.say(ann, '@news_bot', '/start');
    await stage.otherApi.sendMessage(ann, 'fine');
    expect((await call('GET /emulator/faults')).answer['faults']).toMatchObject([
      { bot_id: 100, times: 9, kind: '500' },
    ]);
    await stage.client.clearFaults();
    expect((await stage.api.getMe()).id).toBe(100);
  });

  test('limits that it does not tell: a bucket for each bot and kind of call, and a rest once it is empty', async () => {
    await started();
    const bucket = { per_second: 0.001, burst: 2, retry_after: 30 };
    const told = await call('POST /emulator/limits', { buckets: { members: bucket } });
    expect(told.answer).not.toHaveProperty('buckets');
    for (let count = 0; count < 2; count += 1) await stage.api.sendChatAction(ann, 'typing');
    const refused = '429 Too Many Requests: retry after 30';
    expect(await refusal(stage.api.sendChatAction(ann, 'typing'))).toBe(refused);
    await stage.api.sendMessage(ann, 'another kind of call');
    await stage.otherApi.getMe();
    await stage.client.limits({});
    await stage.api.sendChatAction(ann, 'typing');
  });
});

describe('events', () => {
  test('are sent as they happen, by kind, and again after a lost connection', async () => {
    const stop = new AbortController();
    const read = async (after: string): Promise<string> => {
      const response = await fetch(`${stage.platform.url}/emulator/events?types=message&after=${after}`, {
        signal: stop.signal,
      });
      let text = '';
      for await (const part of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
        text += part;
        if (text.includes('second')) break;
      }
      return text;
    };
    const heard = read('0');
    await stage.client.say(ann, '@shop_bot', 'first');
    await new Api(token, { apiRoot: stage.platform.url }).sendMessage(ann, 'second');
    expect(await heard).toContain('"text":"first"');
    expect(await heard).not.toContain('"type":"call"');
    const [lastId] = /\d+(?=\ndata: [^\n]*first)/.exec(await heard) ?? [];
    expect(await read(lastId ?? '')).not.toContain('"text":"first"');
  });
});
