/** MarkdownV2 as the platform reads it. What is expected is what TDLib's own test of it expects (`test/message_entities.cpp`). */
import { InputFile } from 'grammy';
import type { MessageEntity } from 'grammy/types';
import { describe, expect, test } from 'vitest';
import { parseMarkdown } from '../../emulator/markdown.js';
import { makePng } from '../../emulator/png.js';
import { ann, refusal, usePlatform } from './stage.js';

type Short = [type: MessageEntity['type'], offset: number, length: number, more?: object];
const long = ([type, offset, length, more]: Short) => ({ type, offset, length, ...more });
const link = (url: string) => ({ url });
const code = (language: string) => ({ language });

const escape = (letter: string) =>
  `Character '${letter}' is reserved and must be escaped with the preceding '\\'`;

describe('MarkdownV2', () => {
  test.each<[string, string, Short[]]>([
    ['', '', []],
    ['\\\\\\_\\*\\`', '\\_*`', []],
    ['\\➡️\\', '\\➡️\\', []],
    ['🏟 🏟``', '🏟 🏟', []],
    ['🏟 🏟``````', '🏟 🏟', []],
    ['🏟 🏟_abac \\* asd _', '🏟 🏟abac * asd ', [['italic', 5, 11]]],
    [
      '🏟 🏟_🏟 __🏟___',
      '🏟 🏟🏟 🏟',
      [
        ['italic', 5, 5],
        ['underline', 8, 2],
      ],
    ],
    [
      '🏟 🏟__🏟 _🏟_\\___',
      '🏟 🏟🏟 🏟_',
      [
        ['underline', 5, 6],
        ['italic', 8, 2],
      ],
    ],
    ['🏟 🏟`🏟 🏟```', '🏟 🏟🏟 🏟', [['code', 5, 5]]],
    ['🏟 🏟```🏟 🏟```', '🏟 🏟 🏟', [['pre', 5, 3, code('🏟')]]],
    ['🏟 🏟```🏟\n\r🏟```', '🏟 🏟🏟', [['pre', 5, 2, code('🏟')]]],
    ['🏟 🏟```🏟\n\n🏟```', '🏟 🏟\n🏟', [['pre', 5, 3, code('🏟')]]],
    ['```\nf(_)\n```', 'f(_)\n', [['pre', 0, 5]]],
    [
      '||test|| ~s~',
      'test s',
      [
        ['spoiler', 0, 4],
        ['strikethrough', 5, 1],
      ],
    ],
    [
      '_* * ` `_',
      '   ',
      [
        ['italic', 0, 3],
        ['bold', 0, 1],
        ['code', 2, 1],
      ],
    ],
    ['[](telegram.org)', '', []],
    ['[ ](as)', ' ', []],
    ['[telegram\\.org]a', 'telegram.orga', [['text_link', 0, 12, link('http://telegram.org/')]]],
    ['[t](https://telegram.dog?\\\\\\()', 't', [['text_link', 0, 1, link('https://telegram.dog/?\\(')]]],
    ['![👍](TG://EMoJI/?test=1231&id=25#id=32)a', '👍a', [['custom_emoji', 0, 2, { custom_emoji_id: '25' }]]],
    ['abc\n> \n> \n>\ndef', 'abc\n \n \n\ndef', [['blockquote', 4, 5]]],
    ['>', '', []],
    ['\r>a', '\ra', [['blockquote', 1, 1]]],
    [
      '>\n**>2',
      '\n2',
      [
        ['blockquote', 0, 1],
        ['blockquote', 1, 1],
      ],
    ],
    ['>**\n>2', '\n2', [['blockquote', 0, 2]]],
    [
      '*a\n>b\n>ld \n>bo\n>ld\nasd*\ndef',
      'a\nb\nld \nbo\nld\nasd\ndef',
      [
        ['bold', 0, 17],
        ['blockquote', 2, 12],
      ],
    ],
    [
      '*>abcd\n*',
      'abcd\n',
      [
        ['blockquote', 0, 5],
        ['bold', 0, 5],
      ],
    ],
    [
      '>`b\n>ld \n>bo\nld`\n>asd\ndef',
      'b\n>ld \n>bo\nld\nasd\ndef',
      [
        ['blockquote', 0, 18],
        ['code', 0, 13],
      ],
    ],
    [
      '>asd\r\n>q||e||w||\r\nasdad',
      'asd\r\nqew\r\nasdad',
      [
        ['expandable_blockquote', 0, 10],
        ['spoiler', 6, 1],
      ],
    ],
    [
      '>asd\r\n>q||ew||\r\nasdad',
      'asd\r\nqew\r\nasdad',
      [
        ['blockquote', 0, 10],
        ['spoiler', 6, 2],
      ],
    ],
    ['>||', '', []],
  ])('%s', (source, text, entities) => {
    expect(parseMarkdown(source)).toEqual({ text, entities: entities.map(long) });
  });

  test.each([
    ...'] ( ) > # + - = | { } . !'.split(' ').map((letter) => [`a${letter}`, escape(letter)]),
    ['🏟 🏟_abac * asd ', "Can't find end of Bold entity at byte offset 15"],
    ['🏟 🏟__🏟 🏟_', "Can't find end of Italic entity at byte offset 20"],
    ['🏟 🏟_🏟 🏟__', "Can't find end of Underline entity at byte offset 19"],
    ['🏟 🏟```a', "Can't find end of Pre entity at byte offset 9"],
    ['🏟 🏟```a ', "Can't find end of PreCode entity at byte offset 9"],
    ['🏟 🏟```🏟 🏟`', "Can't find end of Code entity at byte offset 21"],
    ['[telegram\\.org](asd\\)', "Can't find end of a URL at byte offset 16"],
    ['🏟 🏟||test\\|', "Can't find end of Spoiler entity at byte offset 9"],
    ['🏟 🏟![👍', "Can't find end of CustomEmoji entity at byte offset 9"],
    ['![👍]', 'Custom emoji entity must contain a tg://emoji URL'],
    ['🏟 🏟![👍](tg://emoji?id=1234', "Can't find end of a custom emoji URL at byte offset 17"],
    ['![👍](t://emoji?id=1234)', 'Custom emoji URL must have scheme tg'],
    ['![👍](tg:emojis?id=1234)', 'Custom emoji URL must have host "emoji"'],
    ['![👍](tg://emoji#test)', 'Custom emoji URL must have an emoji identifier'],
    ['![👍](tg://emoji?id=025)', 'Invalid custom emoji identifier specified'],
    ['>*b\n>ld \n>bo\nld*\nasd\ndef', "Can't find end of Bold entity at byte offset 1"],
    ['>\n*a*>2', escape('>')],
    ['>asd\n>q||ew\n||asdad', "Can't find end of Spoiler entity at byte offset 7"],
    ['>asd\n>q||e||w__\n||asdad', "Can't find end of Underline entity at byte offset 13"],
  ])('%s is refused', (source, words) => {
    expect(() => parseMarkdown(source)).toThrow(`Bad Request: can't parse entities: ${words}`);
  });
});

describe('bots', () => {
  const stage = usePlatform();

  test('bots send it, edit with it, and write captions in it', async () => {
    await stage.client.say(ann, '@shop_bot', '/start');
    const parse_mode = 'MarkdownV2';
    const sent = await stage.api.sendMessage(ann, '*Hi* \\- /start', { parse_mode });
    expect(sent).toMatchObject({
      text: 'Hi - /start',
      entities: [
        { type: 'bold', offset: 0, length: 2 },
        { type: 'bot_command', offset: 5, length: 6 },
      ],
    });
    const edited = await stage.api.editMessageText(ann, sent.message_id, '_Hi_', { parse_mode });
    expect(edited).toMatchObject({ text: 'Hi', entities: [{ type: 'italic' }] });
    const photo = new InputFile(makePng(1, 20));
    const picture = await stage.api.sendPhoto(ann, photo, { caption: '~x~', parse_mode });
    expect(picture).toMatchObject({ caption: 'x', caption_entities: [{ type: 'strikethrough' }] });
    expect(await refusal(stage.api.sendMessage(ann, 'v1.0', { parse_mode }))).toBe(
      `400 Bad Request: can't parse entities: ${escape('.')}`,
    );
  });
});
