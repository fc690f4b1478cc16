/** The platform adapter against the emulator on a real socket: answers, failures by kind, pace, pauses, breaker. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Api, GrammyError, HttpError } from 'grammy';
import { errors } from 'undici';
import { describe, expect, it } from 'vitest';
import { silenceOf } from '../../core/adapters/platform/failures.js';
import { createPlatformAdapter } from '../../core/adapters/platform/index.js';
import type { MessageContent, PlatformAnswer } from '../../core/platform.js';
import { ann, operatorToken, shopToken, usePlatform } from './stage.js';

const stage = usePlatform();
const hello: MessageContent = {
  html: 'Hello <b>you</b>',
  image: null,
  buttons: [[{ kind: 'callback', text: 'Go', data: 'go' }]],
};
const stranger = 4040;

function failureKind(answer: PlatformAnswer<unknown>): string {
  return answer.ok ? 'ok' : answer.failure.kind;
}

function value<T>(answer: PlatformAnswer<T>): T {
  if (!answer.ok) throw new Error(answer.failure.description);
  return answer.value;
}

async function channel(options: { join_requests?: boolean } = {}): Promise<number> {
  const { id } = await stage.client.chats({ type: 'channel', title: 'News', username: 'news', ...options });
  return id;
}

describe('what the platform tells', () => {
  it('names the bot behind a token, and refuses a token that is none', async () => {
    expect(await stage.platform.me(shopToken)).toEqual({
      ok: true,
      value: { botId: 100, name: 'Shop', username: 'shop_bot' },
    });
    expect(failureKind(await stage.platform.me('100:not-the-token-not-the-token'))).toBe('token_refused');
    expect(failureKind(await stage.platform.me('nonsense'))).toBe('token_refused');
  });

  it('names what its owner gave a deceiving name on one line, without turns and what nobody sees', async () => {
    const name = 'Shop\n\u202eevil\u2028#1 approved\u200b';
    await stage.client.bots({ token: shopToken, username: 'shop_bot', first_name: name });
    expect(value(await stage.platform.me(shopToken)).name).toBe('Shop evil #1 approved');
    const { id } = await stage.client.chats({ type: 'channel', title: name, username: 'news' });
    expect(value(await stage.platform.chat(shopToken, id)).title).toBe('Shop evil #1 approved');
    await stage.client.users({ id: ann.id, first_name: 'An\u202e\nn', last_name: '\u200b' });
    expect(value(await stage.platform.chat(shopToken, ann.id)).title).toBe('An n');
    await stage.client.bots({ token: shopToken, username: 'shop_bot', first_name: '\u3164' });
    expect(value(await stage.platform.me(shopToken)).name).toBe('shop_bot');
  });

  it('says who is in a channel, a restricted member by what the platform says of them', async () => {
    const id = await channel();
    await stage.client.members({ chat: id, user: '@shop_bot', status: 'administrator' });
    expect(await stage.platform.isAdministrator(shopToken, id)).toEqual({ ok: true, value: true });
    expect(await stage.platform.presence(shopToken, id, ann.id)).toEqual({ ok: true, value: 'out' });
    await stage.client.members({ chat: id, user: ann.id, status: 'member' });
    expect(await stage.platform.presence(shopToken, '@news', ann.id)).toEqual({ ok: true, value: 'in' });
    await stage.client.members({ chat: id, user: ann.id, status: 'restricted', is_member: true });
    expect(await stage.platform.presence(shopToken, id, ann.id)).toEqual({ ok: true, value: 'in' });
    await stage.client.members({ chat: id, user: ann.id, status: 'restricted', is_member: false });
    expect(await stage.platform.presence(shopToken, id, ann.id)).toEqual({ ok: true, value: 'out' });
    await stage.client.members({ chat: id, user: ann.id, status: 'kicked' });
    expect(await stage.platform.presence(shopToken, id, ann.id)).toEqual({ ok: true, value: 'barred' });
  });

  it('leaves unknown whom the platform cannot name, and names lost rights and chats', async () => {
    const id = await channel();
    expect(failureKind(await stage.platform.presence(shopToken, id, ann.id))).toBe('rights_lost');
    expect(failureKind(await stage.platform.presence(shopToken, -1005, ann.id))).toBe('chat_gone');
    await stage.client.members({ chat: id, user: '@shop_bot', status: 'administrator' });
    expect(failureKind(await stage.platform.presence(shopToken, id, stranger))).toBe('unavailable');
  });

  it('says who has started a bot, and takes a block for a no', async () => {
    expect(await stage.platform.hasStarted(shopToken, ann.id)).toEqual({ ok: true, value: true });
    expect(await stage.platform.hasStarted(operatorToken, ann.id)).toEqual({ ok: true, value: false });
    await stage.client.block(ann.id, 'shop_bot');
    expect(await stage.platform.hasStarted(shopToken, ann.id)).toEqual({ ok: true, value: false });
    expect(failureKind(await stage.platform.hasStarted('100:not-the-token-not-the-token', ann.id))).toBe(
      'token_refused',
    );
  });

  it('reads chats, photos, gifts and files', async () => {
    await stage.client.users({ ...ann, bio: 'Gardener', photos: 2, gifts: 12, rating: 5 });
    const id = await channel({ join_requests: true });
    await stage.client.members({ chat: id, user: '@shop_bot', status: 'administrator' });
    expect(value(await stage.platform.chat(shopToken, '@news'))).toMatchObject({
      chatId: id,
      type: 'channel',
      title: 'News',
      username: 'news',
    });
    expect(value(await stage.platform.chat(shopToken, ann.id))).toMatchObject({
      type: 'private',
      title: 'Ann',
      bio: 'Gardener',
      rating: 5,
    });
    expect(value(await stage.platform.memberCount(shopToken, id))).toBeGreaterThan(0);
    expect(value(await stage.platform.giftCount(shopToken, ann.id))).toBe(12);
    const photos = value(await stage.platform.photos(shopToken, ann.id));
    expect(photos.count).toBe(2);
    const picture = value(await stage.platform.file(shopToken, photos.fileId, 1_000_000));
    expect(Buffer.from(picture.slice(1, 4)).toString()).toBe('PNG');
    expect(failureKind(await stage.platform.file(shopToken, photos.fileId, 10))).toBe('bad_request');
  });
});

describe('messages', () => {
  it('are sent, edited and deleted; what is so already counts as done', async () => {
    const messageId = value(await stage.platform.send(shopToken, ann.id, hello));
    const message = await stage.client.waitForMessage(
      ann.id,
      'shop_bot',
      (candidate) => candidate.message_id === messageId,
    );
    expect(message).toMatchObject({
      text: 'Hello you',
      entities: [{ type: 'bold' }],
      reply_markup: { inline_keyboard: [[{ text: 'Go', callback_data: 'go' }]] },
    });
    expect((await stage.platform.edit(shopToken, ann.id, messageId, hello)).ok).toBe(true);
    expect((await stage.platform.edit(shopToken, ann.id, messageId, { ...hello, html: 'Bye' })).ok).toBe(
      true,
    );
    expect((await stage.client.messages(ann.id, 'shop_bot')).at(-1)?.text).toBe('Bye');
    expect((await stage.platform.remove(shopToken, ann.id, messageId)).ok).toBe(true);
    expect((await stage.platform.remove(shopToken, ann.id, messageId)).ok).toBe(true);
    expect(failureKind(await stage.platform.edit(shopToken, ann.id, messageId, hello))).toBe('bad_request');
  });

  it('carry an image as a photo while the text fits a caption, and as a preview when it does not', async () => {
    const picture = createServer((_, response) =>
      response.writeHead(200, { 'content-type': 'image/png' }).end(onePixel),
    );
    await new Promise<void>((resolve) => picture.listen(0, '127.0.0.1', resolve));
    try {
      const image = `http://127.0.0.1:${String((picture.address() as AddressInfo).port)}/a.png`;
      const photo = value(await stage.platform.send(shopToken, ann.id, { ...hello, image }));
      expect(
        (await stage.platform.edit(shopToken, ann.id, photo, { ...hello, image, html: 'Other' })).ok,
      ).toBe(true);
      const long = value(
        await stage.platform.send(shopToken, ann.id, { ...hello, image, html: 'x'.repeat(1_025) }),
      );
      const messages = await stage.client.messages(ann.id, 'shop_bot');
      expect(messages.find((message) => message.message_id === photo)).toMatchObject({ caption: 'Other' });
      expect(messages.find((message) => message.message_id === photo)?.photo).toBeDefined();
      expect(messages.find((message) => message.message_id === long)?.photo).toBeUndefined();
      const gone = await stage.platform.send(shopToken, ann.id, {
        ...hello,
        image: 'http://127.0.0.1:9/none.png',
      });
      expect(failureKind(gone)).toBe('bad_request');
    } finally {
      picture.close();
    }
  });

  it('name people who blocked the bot or never started it', async () => {
    expect(failureKind(await stage.platform.send(operatorToken, ann.id, hello))).toBe('chat_gone');
    await stage.client.block(ann.id, 'shop_bot');
    expect(failureKind(await stage.platform.send(shopToken, ann.id, hello))).toBe('blocked');
    expect(failureKind(await stage.platform.send(shopToken, stranger, hello))).toBe('chat_gone');
  });
});

describe('faults', () => {
  it('a lost reply to a message is uncertain and not sent again; to a deletion it is repeated', async () => {
    await stage.client.faults({ method: 'sendMessage', kind: 'drop' });
    expect(failureKind(await stage.platform.send(shopToken, ann.id, hello))).toBe('uncertain');
    const sent = (await stage.client.messages(ann.id, 'shop_bot')).filter(
      (message) => message.text === 'Hello you',
    );
    expect(sent).toHaveLength(1);
    await stage.client.faults({ method: 'deleteMessage', kind: 'drop' });
    expect((await stage.platform.remove(shopToken, ann.id, sent[0]?.message_id ?? 0)).ok).toBe(true);
    expect(await stage.client.calls({ method: 'deleteMessage' })).toHaveLength(2);
  });

  it('a platform out of order is asked again, a few times', async () => {
    await stage.client.faults({ method: 'sendMessage', kind: '500', times: 2 });
    expect((await stage.platform.send(shopToken, ann.id, hello)).ok).toBe(true);
    await stage.client.faults({ method: 'getChat', kind: '502', times: 10 });
    expect(failureKind(await stage.platform.chat(shopToken, ann.id))).toBe('unavailable');
    expect(await stage.client.calls({ method: 'getChat' })).toHaveLength(3);
  });

  it('a closed door is unavailable, never uncertain', async () => {
    const nowhere = createPlatformAdapter({
      apiRoot: 'http://127.0.0.1:9',
      operatorToken,
      operatorShare: {},
    });
    expect(failureKind(await nowhere.send(shopToken, ann.id, hello))).toBe('unavailable');
  });

  it('what found no connection in time was not sent', () => {
    const late = new HttpError('late', new errors.ConnectTimeoutError());
    expect(silenceOf(late)).toMatchObject({ wasSent: false, failure: { kind: 'unavailable' } });
    const cut = new HttpError('cut', new errors.SocketError());
    expect(silenceOf(cut)).toMatchObject({ wasSent: true, failure: { kind: 'uncertain' } });
  });

  it('a deadline ends the waiting: a read is unavailable, a new link uncertain', async () => {
    await stage.client.faults({ kind: 'timeout', times: 2 });
    const deadlineMs = Date.now() + 150;
    const wanted = { name: 'Ours', takesJoinRequests: false };
    const [read, made] = await Promise.all([
      stage.platform.me(shopToken, { deadlineMs }),
      stage.platform.createInviteLink(shopToken, ann.id, wanted, { deadlineMs }),
    ]);
    expect([failureKind(read), failureKind(made)]).toEqual(['unavailable', 'uncertain']);
    expect(Date.now() - deadlineMs).toBeLessThan(2_000);
  });

  it('never tells a token', async () => {
    const nowhere = createPlatformAdapter({
      apiRoot: 'http://127.0.0.1:9',
      operatorToken,
      operatorShare: {},
    });
    await stage.client.faults({ kind: 'drop', times: 10 });
    const answers = [
      await nowhere.me(shopToken),
      await nowhere.file(shopToken, 'some-file', 10),
      await stage.platform.me(shopToken),
      await stage.platform.send(shopToken, ann.id, hello),
    ];
    expect(answers.map((answer) => answer.ok)).toEqual([false, false, false, false]);
    expect(JSON.stringify(answers)).not.toContain('secret');
  });
});

describe('limits', () => {
  it('a pause that the platform asks for holds that token and kind of call back, and no other', async () => {
    await stage.client.say(ann.id, 'SponsorgateBot', '/start');
    await stage.client.faults({ method: 'sendMessage', token: shopToken, kind: '429', retry_after: 30 });
    const first = await stage.platform.send(shopToken, ann.id, hello);
    expect(first).toMatchObject({ ok: false, failure: { kind: 'limited', retryAfterMs: 30_000 } });
    const second = await stage.platform.send(shopToken, ann.id, hello);
    expect(failureKind(second)).toBe('limited');
    expect(await stage.client.calls({ method: 'sendMessage' })).toHaveLength(1);
    expect((await stage.platform.me(shopToken)).ok).toBe(true);
    expect((await stage.platform.send(operatorToken, ann.id, hello)).ok).toBe(true);
  });

  it('a short pause is waited for', async () => {
    await stage.client.faults({ method: 'getMe', kind: '429', retry_after: 1 });
    const startedAtMs = Date.now();
    expect((await stage.platform.me(shopToken)).ok).toBe(true);
    expect(Date.now() - startedAtMs).toBeGreaterThanOrEqual(950);
  });

  it('messages of one bot keep to its pace, and those that cannot go soon are handed back', async () => {
    const people = Array.from({ length: 60 }, (_, index) => 1_000 + index);
    for (const id of people) await stage.client.users({ id, first_name: `Person ${String(id)}` });
    for (const id of people) await stage.client.say(id, 'shop_bot', '/start');
    const answers = await Promise.all(people.map((id) => stage.platform.send(shopToken, id, hello)));
    const kinds = answers.map(failureKind);
    const sent = kinds.filter((kind) => kind === 'ok').length;
    expect(sent).toBeGreaterThanOrEqual(20);
    expect(sent).toBeLessThanOrEqual(31);
    expect(new Set(kinds)).toEqual(new Set(['ok', 'limited']));
  });

  it('a call that will not wait goes at once while there is room, and is handed back when there is none', async () => {
    const id = await channel();
    await stage.client.members({ chat: id, user: '@shop_bot', status: 'administrator' });
    const ask = () => stage.platform.presence(shopToken, id, ann.id, { patienceMs: 0 });
    expect(await ask()).toEqual({ ok: true, value: 'out' });
    const many = await Promise.all(Array.from({ length: 200 }, ask));
    const kinds = many.map(failureKind);
    expect(new Set(kinds)).toEqual(new Set(['ok', 'limited']));
  });

  it('one chat is written to once a second after a short burst, without holding up others', async () => {
    await stage.client.users({ id: 8, first_name: 'Ben' });
    await stage.client.say(8, 'shop_bot', '/start');
    const toAnn = await Promise.all(
      Array.from({ length: 12 }, () => stage.platform.send(shopToken, ann.id, hello)),
    );
    expect(toAnn.map(failureKind).filter((kind) => kind === 'limited').length).toBeGreaterThanOrEqual(3);
    const startedAtMs = Date.now();
    expect((await stage.platform.send(shopToken, 8, hello)).ok).toBe(true);
    expect(Date.now() - startedAtMs).toBeLessThan(900);
  });

  it('a platform that does not answer is left alone for a while', async () => {
    await stage.client.faults({ kind: '500', times: 6 });
    for (let round = 0; round < 2; round += 1) await stage.platform.me(shopToken);
    const before = (await stage.client.calls({ method: 'getMe' })).length;
    expect(failureKind(await stage.platform.me(shopToken))).toBe('unavailable');
    expect(await stage.client.calls({ method: 'getMe' })).toHaveLength(before);
    expect((await stage.platform.me(operatorToken)).ok).toBe(true);
  });
});

describe("the operator bot's own calls", () => {
  it('go through the same gate', async () => {
    const { client, transformer } = stage.platform.clientOf(operatorToken);
    const api = new Api(operatorToken, client);
    api.config.use(transformer);
    await stage.client.say(ann.id, 'SponsorgateBot', '/start');
    await stage.client.faults({ method: 'sendMessage', kind: '500', times: 1 });
    await api.sendMessage(ann.id, 'Hi');
    await stage.client.faults({ method: 'sendMessage', kind: '429', retry_after: 1 });
    await api.sendMessage(ann.id, 'Hi again');
    expect(
      (await stage.client.messages(ann.id, 'SponsorgateBot')).filter((message) =>
        message.text?.startsWith('Hi'),
      ),
    ).toHaveLength(2);
    await expect(api.sendMessage(stranger, 'Hi')).rejects.toThrow(GrammyError);
  });

  it('answer what a poll brings when the platform is back, though calls before it got no answer', async () => {
    const { client, transformer } = stage.platform.clientOf(operatorToken);
    const api = new Api(operatorToken, client);
    api.config.use(transformer);
    await stage.client.say(ann.id, 'SponsorgateBot', '/start');
    await stage.client.faults({ method: 'getMyCommands', kind: '500', times: 6 });
    for (let round = 0; round < 2; round += 1) await expect(api.getMyCommands()).rejects.toThrow(GrammyError);
    await expect(api.sendMessage(ann.id, 'Hi'), 'held back').rejects.toThrow(/has not been answering/);
    expect(await api.getUpdates()).toHaveLength(1);
    await api.sendMessage(ann.id, 'Hi');
  });
});

const onePixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

it('a token of another shape never becomes part of an address', async () => {
  const paths: string[] = [];
  const server = createServer((request, response) => {
    paths.push(request.url ?? '');
    response.end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const platform = createPlatformAdapter({
    apiRoot: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`,
    operatorToken,
    operatorShare: {},
  });
  try {
    for (const token of [
      '../../x:y',
      `${shopToken}/../x`,
      `${shopToken}?a=`,
      `${shopToken}#`,
      '1:a b c d',
      '',
    ]) {
      expect(failureKind(await platform.me(token))).toBe('token_refused');
      expect(failureKind(await platform.send(token, ann.id, hello))).toBe('token_refused');
      expect(failureKind(await platform.file(token, 'file', 1_000))).toBe('token_refused');
    }
    expect(paths).toEqual([]);
  } finally {
    await new Promise((resolve) => server.close(resolve));
  }
});
