/** The emulated platform's Bot API, called by grammY's own client over real HTTP: what is said, shown and refused. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Api, InlineKeyboard, InputFile } from 'grammy';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ann, refusal, token, updatesOf, usePlatform } from './stage.js';
import { makePng } from '../../emulator/png.js';
import { takeMisfits } from '../support/bot-api/watch.js';

const stage = usePlatform();
const started = (): Promise<number> => stage.client.say(ann, '@shop_bot', '/start');

describe('tokens and methods', () => {
  test('an unknown token is 401, an unknown method 404', async () => {
    expect(await refusal(new Api('1:nobody', { apiRoot: stage.platform.url }).getMe())).toBe(
      '401 Unauthorized',
    );
    const answer = await fetch(`${stage.platform.url}/bot${token}/makeCoffee`);
    expect(answer.status).toBe(404);
    expect(await answer.json()).toEqual({
      ok: false,
      error_code: 404,
      description: 'Not Found: method not found',
    });
    expect(takeMisfits()).toEqual(['makeCoffee: the Bot API has no such method']);
  });

  test('a revoked token is 401 until the bot gets a new one', async () => {
    expect((await stage.api.getMe()).username).toBe('shop_bot');
    await stage.client.revoke('@shop_bot');
    expect(await refusal(stage.api.getMe())).toBe('401 Unauthorized');
    await stage.client.bots({ token, username: 'shop_bot', first_name: 'Shop' });
    expect((await stage.api.getMe()).id).toBe(100);
  });

  test.each([
    ['a query string', `sendMessage?chat_id=${ann}&text=hello`, {}],
    [
      'JSON',
      'sendMessage',
      { body: JSON.stringify({ chat_id: ann, text: 'hello' }), type: 'application/json' },
    ],
    [
      'a form',
      'SENDMESSAGE',
      { body: `chat_id=${ann}&text=hello`, type: 'application/x-www-form-urlencoded' },
    ],
  ])('%s carries parameters', async (_name, path, { body, type }: { body?: string; type?: string }) => {
    await started();
    const answer = await fetch(`${stage.platform.url}/bot${token}/${path}`, {
      ...(body === undefined ? {} : { method: 'POST', body, headers: { 'content-type': type ?? '' } }),
    });
    expect(await answer.json()).toMatchObject({ ok: true, result: { text: 'hello', chat: { id: ann } } });
  });

  test('malformed JSON is a 400', async () => {
    const answer = await fetch(`${stage.platform.url}/bot${token}/getMe`, { method: 'POST', body: '{' });
    expect(await answer.json()).toMatchObject({ ok: false, error_code: 400 });
  });
});

describe('messages', () => {
  test('only who has started a bot can be written to', async () => {
    expect(await refusal(stage.api.sendMessage(ann, 'hello'))).toBe('400 Bad Request: chat not found');
    expect(await refusal(stage.api.sendChatAction(ann, 'typing'))).toBe('400 Bad Request: chat not found');
    await started();
    expect(await stage.api.sendChatAction(ann, 'typing')).toBe(true);
    expect((await stage.api.sendMessage(ann, 'hello')).text).toBe('hello');
    expect(await refusal(stage.otherApi.sendMessage(ann, 'hello'))).toBe('400 Bad Request: chat not found');
  });

  test('a user who blocked the bot is a 403, and the bot is told', async () => {
    await started();
    await stage.client.block(ann, '@shop_bot');
    expect(await refusal(stage.api.sendMessage(ann, 'hello'))).toBe(
      '403 Forbidden: bot was blocked by the user',
    );
    expect(await refusal(stage.api.sendChatAction(ann, 'typing'))).toBe(
      '403 Forbidden: bot was blocked by the user',
    );
    await started();
    await stage.api.sendMessage(ann, 'hello');
    const changes = (await updatesOf(stage.api)).flatMap((update) => update.my_chat_member ?? []);
    expect(changes.map(({ new_chat_member }) => new_chat_member.status)).toEqual(['kicked', 'member']);
  });

  test.each<[string, string, object, string]>([
    ['empty text', '  ', {}, '400 Bad Request: message text is empty'],
    ['text too long', 'x'.repeat(4097), {}, '400 Bad Request: message is too long'],
    [
      'data too long',
      'x',
      inline({ text: 'a', callback_data: 'я'.repeat(33) }),
      '400 Bad Request: BUTTON_DATA_INVALID',
    ],
    ['data empty', 'x', inline({ text: 'a', callback_data: '' }), '400 Bad Request: BUTTON_DATA_INVALID'],
    [
      'a button that does nothing',
      'x',
      inline({ text: 'a' }),
      "400 Bad Request: can't parse inline keyboard button: Text buttons are unallowed in the inline keyboard",
    ],
    [
      'no label',
      'x',
      inline({ url: 'https://a.b' }),
      '400 Bad Request: can\'t parse inline keyboard button: Can\'t find field "text"',
    ],
    [
      'bad address',
      'x',
      inline({ text: 'a', url: 'nowhere' }),
      "400 Bad Request: inline keyboard button URL 'nowhere' is invalid: Wrong HTTP URL",
    ],
    [
      'bad scheme',
      'x',
      inline({ text: 'a', url: 'ftp://a.b' }),
      "400 Bad Request: inline keyboard button URL 'ftp://a.b' is invalid: Unsupported URL protocol",
    ],
    [
      'an insecure web app',
      'x',
      inline({ text: 'a', web_app: { url: 'http://a.b' } }),
      "400 Bad Request: inline keyboard button Web App URL 'http://a.b' is invalid: Only HTTPS links are allowed",
    ],
    ['a pay button', 'x', inline({ text: 'a', pay: true }), '400 Bad Request: BUTTON_TYPE_INVALID'],
    [
      'nothing to reply to',
      'x',
      { reply_parameters: { message_id: 999 } },
      '400 Bad Request: message to be replied not found',
    ],
    ['another markup', 'x', { parse_mode: 'Markdown' }, '400 Bad Request: unsupported parse_mode'],
  ])('refused: %s', async (_name, text, options, words) => {
    await started();
    expect(await refusal(stage.api.sendMessage(ann, text, options))).toBe(words);
    expect(await stage.client.messages(ann, '@shop_bot')).toHaveLength(1);
    // What is refused need not fit.
    takeMisfits();
  });

  test('64 bytes of data, secure and loopback addresses are fine', async () => {
    await started();
    const keyboard = new InlineKeyboard()
      .text('a', 'я'.repeat(32))
      .url('b', 'https://t.me/ann')
      .url('c', 'http://127.0.0.1:8080/x')
      .webApp('d', 'http://localhost:8080/form');
    const sent = await stage.api.sendMessage(ann, 'x', { reply_markup: keyboard });
    expect(sent.reply_markup?.inline_keyboard[0]).toHaveLength(4);
  });

  test('what users write arrives with its entities, and deep links are plain text', async () => {
    await stage.client.say(ann, 'shop_bot', '/start ref42');
    await stage.client.say(ann, 100, 'see https://example.com/a, @news_bot or a@b.org #tag');
    const [first, second] = (await updatesOf(stage.api)).map((update) => update.message);
    expect(first).toMatchObject({
      text: '/start ref42',
      from: { id: ann, language_code: 'en' },
      chat: { type: 'private' },
    });
    expect(JSON.stringify(first?.entities)).toBe('[{"offset":0,"length":6,"type":"bot_command"}]');
    expect(second?.entities?.map(({ type }) => type)).toEqual(['url', 'mention', 'email', 'hashtag']);
  });

  test('edits show, and an edit that changes nothing is refused', async () => {
    await started();
    const reply_markup = new InlineKeyboard().text('a', 'a');
    const { message_id } = await stage.api.sendMessage(ann, '<b>one</b>', {
      parse_mode: 'HTML',
      reply_markup,
    });
    expect(
      await refusal(
        stage.api.editMessageText(ann, message_id, '<b>one</b>', { parse_mode: 'HTML', reply_markup }),
      ),
    ).toBe(
      '400 Bad Request: message is not modified: specified new message content and reply markup are exactly the same as a current content and reply markup of the message',
    );
    await stage.api.editMessageText(ann, message_id, 'two', { reply_markup });
    await stage.api.editMessageReplyMarkup(ann, message_id);
    const seen = await stage.client.messages(ann, '@shop_bot');
    expect(seen.at(-1)).toMatchObject({ message_id, text: 'two' });
    expect(seen.at(-1)?.edit_date).toBeTypeOf('number');
    expect(seen.at(-1)).not.toHaveProperty('reply_markup');
    expect(seen.at(-1)).not.toHaveProperty('entities');
    expect(await refusal(stage.api.editMessageText(ann, 999, 'x'))).toBe(
      '400 Bad Request: message to edit not found',
    );
    expect(await refusal(stage.api.editMessageText(ann, 1, 'x'))).toBe(
      "400 Bad Request: message can't be edited",
    );
    expect(await refusal(stage.api.editMessageCaption(ann, message_id, { caption: 'x' }))).toBe(
      '400 Bad Request: there is no caption in the message to edit',
    );
  });

  test('deleted messages are gone, once', async () => {
    const said = await started();
    const { message_id } = await stage.api.sendMessage(ann, 'secret');
    await stage.api.deleteMessage(ann, message_id);
    await stage.api.deleteMessage(ann, said);
    expect(await stage.client.messages(ann, '@shop_bot')).toEqual([]);
    expect(await refusal(stage.api.deleteMessage(ann, message_id))).toBe(
      '400 Bad Request: message to delete not found',
    );
    const again = await stage.api.sendMessage(ann, 'more');
    expect(await stage.api.deleteMessages(ann, [again.message_id, 12345])).toBe(true);
  });
});

function inline(button: object): object {
  return { reply_markup: { inline_keyboard: [[button]] } };
}

describe('HTML', () => {
  test.each<[string, string, object[]]>([
    [
      '<b>a<i>b</i></b>',
      'ab',
      [
        { type: 'bold', offset: 0, length: 2 },
        { type: 'italic', offset: 1, length: 1 },
      ],
    ],
    ['&lt;x&gt; &amp; &#128512;<u>é</u>', '<x> & 😀é', [{ type: 'underline', offset: 8, length: 1 }]],
    [
      '<a href="https://a.b/?x=1&amp;y=2">go</a>',
      'go',
      [{ type: 'text_link', url: 'https://a.b/?x=1&y=2', offset: 0, length: 2 }],
    ],
    [
      '<pre><code class="language-js">f()</code></pre>',
      'f()',
      [{ type: 'pre', language: 'js', offset: 0, length: 3 }],
    ],
    ['<code>@news_bot</code>', '@news_bot', [{ type: 'code', offset: 0, length: 9 }]],
    [
      '  <s>x</s> <span class="tg-spoiler">y</span>\n',
      'x y',
      [
        { type: 'strikethrough', offset: 0, length: 1 },
        { type: 'spoiler', offset: 2, length: 1 },
      ],
    ],
    ['<blockquote expandable>q</blockquote>', 'q', [{ type: 'expandable_blockquote', offset: 0, length: 1 }]],
    ['a & b &unknown; <a href="nowhere at all">x</a>', 'a & b &unknown; x', []],
  ])('%s', async (html, text, entities) => {
    await started();
    const message = await stage.api.sendMessage(ann, html, { parse_mode: 'HTML' });
    expect(message.text).toBe(text);
    expect(message.entities ?? []).toEqual(entities);
  });

  test.each([
    ['<b>x', 'Can\'t find end tag corresponding to start tag "b"'],
    ['é <foo>x</foo>', 'Unsupported start tag "foo" at byte offset 3'],
    ['<b>x</i>', 'Unmatched end tag at byte offset 4, expected "</b>", found "</i>"'],
    ['x</b>', 'Unexpected end tag at byte offset 1'],
    ['1 < 2', 'Unsupported start tag "" at byte offset 2'],
    ['<span>x</span>', 'Tag "span" must have class "tg-spoiler" at byte offset 0'],
    ['<a href="x', 'Unclosed start tag "a" at byte offset 0'],
    ['<b', 'Unclosed start tag at byte offset 0'],
  ])('%s is refused', async (html, words) => {
    await started();
    expect(await refusal(stage.api.sendMessage(ann, html, { parse_mode: 'HTML' }))).toBe(
      `400 Bad Request: can't parse entities: ${words}`,
    );
  });
});

describe('pictures and files', () => {
  const picture = makePng(1, 20);
  let site: Server;
  let siteUrl: string;

  beforeEach(async () => {
    site = createServer((request, response) => {
      response
        .writeHead(request.url === '/missing.png' ? 404 : 200)
        .end(request.url === '/text' ? 'hello' : picture);
    });
    await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
    siteUrl = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
    await started();
  });
  afterEach(() => {
    site.close();
  });

  test('an uploaded photo can be downloaded and sent again by its id, by this bot alone', async () => {
    const sent = await stage.api.sendPhoto(ann, new InputFile(picture, 'a.png'), {
      caption: '<b>hi</b>',
      parse_mode: 'HTML',
    });
    expect(sent).toMatchObject({
      caption: 'hi',
      caption_entities: [{ type: 'bold' }],
      photo: [{ width: 20, height: 20 }],
    });
    const id = sent.photo.at(-1)?.file_id ?? '';
    const { file_path } = await stage.api.getFile(id);
    const download = await fetch(`${stage.platform.url}/file/bot${token}/${file_path}`);
    expect(Buffer.from(await download.arrayBuffer()).equals(picture)).toBe(true);
    expect((await stage.api.sendPhoto(ann, id)).photo.at(-1)?.file_unique_id).toBe(
      sent.photo.at(-1)?.file_unique_id,
    );
    await stage.client.say(ann, '@news_bot', '/start');
    expect(await refusal(stage.otherApi.sendPhoto(ann, id))).toBe(
      '400 Bad Request: wrong file identifier/HTTP URL specified',
    );
    expect((await fetch(`${stage.platform.url}/file/bot1:nobody/${file_path}`)).status).toBe(404);
  });

  test('a photo by address is fetched from this machine only', async () => {
    expect((await stage.api.sendPhoto(ann, `${siteUrl}/a.png`)).photo[0]?.width).toBe(20);
    expect(await refusal(stage.api.sendPhoto(ann, `${siteUrl}/missing.png`))).toBe(
      '400 Bad Request: failed to get HTTP URL content',
    );
    expect(await refusal(stage.api.sendPhoto(ann, `${siteUrl}/text`))).toBe(
      '400 Bad Request: wrong type of the web page content',
    );
    expect(await refusal(stage.api.sendPhoto(ann, 'https://example.com/a.png'))).toBe(
      '400 Bad Request: wrong file identifier/HTTP URL specified',
    );
    expect(await refusal(stage.api.sendPhoto(ann, new InputFile(Buffer.from('no picture'), 'a.png')))).toBe(
      '400 Bad Request: IMAGE_PROCESS_FAILED',
    );
    expect(await refusal(stage.api.sendPhoto(ann, `${siteUrl}/a.png`, { caption: 'x'.repeat(1025) }))).toBe(
      '400 Bad Request: message caption is too long',
    );
  });

  test('media can be replaced, and a photo has no text to edit', async () => {
    const { message_id } = await stage.api.sendPhoto(ann, `${siteUrl}/a.png`, { caption: 'one' });
    expect(await refusal(stage.api.editMessageText(ann, message_id, 'x'))).toBe(
      '400 Bad Request: there is no text in the message to edit',
    );
    await stage.api.editMessageCaption(ann, message_id, { caption: 'two' });
    await stage.api.editMessageMedia(ann, message_id, {
      type: 'photo',
      media: new InputFile(makePng(5, 30), 'b.png'),
      caption: 'three',
    });
    const seen = (await stage.client.messages(ann, '@shop_bot')).at(-1);
    expect(seen).toMatchObject({ caption: 'three', photo: [{ width: 30 }] });
  });

  test('documents keep their names', async () => {
    const sent = await stage.api.sendDocument(ann, new InputFile(Buffer.from('1\n2\n'), 'ids "x".txt'), {
      caption: 'ids',
    });
    expect(sent.document).toMatchObject({ file_size: 4 });
    expect(sent.document.file_name).toContain('ids');
  });

  test('profiles: photos, bio, rating and gifts, of users the bot has met', async () => {
    await stage.client.users({ id: 8, first_name: 'Bob', photos: 3, bio: 'hello', rating: -2, gifts: 120 });
    expect(await refusal(stage.api.getUserProfilePhotos(8))).toBe('400 Bad Request: user not found');
    expect(await refusal(stage.api.getChat(8))).toBe('400 Bad Request: chat not found');
    await stage.client.say(8, '@shop_bot', '/start');
    const photos = await stage.api.getUserProfilePhotos(8, { limit: 2 });
    expect([photos.total_count, photos.photos.length]).toEqual([3, 2]);
    expect(new Set(photos.photos.map(([size]) => size?.file_unique_id)).size).toBe(2);
    expect(await stage.api.getChat(8)).toMatchObject({
      type: 'private',
      bio: 'hello',
      rating: { level: -2 },
      photo: {},
    });
    const gifts = await stage.api.raw.getUserGifts({ user_id: 8 });
    expect([gifts.total_count, gifts.gifts.length, gifts.next_offset]).toEqual([120, 100, '100']);
    expect((await stage.api.getUserProfilePhotos(ann)).total_count).toBe(0);
  });
});

describe('what a bot says of itself', () => {
  test('commands by scope and language, the menu button, descriptions', async () => {
    await stage.api.setMyCommands([{ command: 'start', description: 'Begin' }]);
    await stage.api.setMyCommands([{ command: 'start', description: 'Начать' }], { language_code: 'ru' });
    expect(await stage.api.getMyCommands()).toEqual([{ command: 'start', description: 'Begin' }]);
    expect(await stage.api.getMyCommands({ language_code: 'ru' })).toEqual([
      { command: 'start', description: 'Начать' },
    ]);
    await stage.api.deleteMyCommands({ language_code: 'ru' });
    expect(await stage.api.getMyCommands({ language_code: 'ru' })).toEqual([]);
    expect(await refusal(stage.api.setMyCommands([{ command: 'Bad Name', description: 'x' }]))).toBe(
      '400 Bad Request: BOT_COMMAND_INVALID',
    );
    await stage.api.setChatMenuButton({
      menu_button: { type: 'web_app', text: 'Open', web_app: { url: 'https://a.b' } },
    });
    expect(await stage.api.getChatMenuButton()).toMatchObject({ type: 'web_app', text: 'Open' });
    await stage.api.setMyDescription('Shop for all');
    expect((await stage.api.getMyDescription()).description).toBe('Shop for all');
  });
});
