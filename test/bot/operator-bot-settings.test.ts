/** The settings of a bot: what each does, a text that is formatted in the messenger, and a picture that is sent. */
import type { MessageEntity } from 'grammy/types';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { botSettings, type SettingName } from '../../core/terms/index.js';
import { formattedHtml } from '../../bot/operator/dialogue/formatting.js';
import { safeHtml } from '../../bot/blocks/safe-html.js';
import { accountLanguages, textIn } from '../../words/index.js';
import { openStageWithApi, type StageWithApi } from './stage-with-api.js';
import { Visitor } from './operator-stage.js';
import { publisherId, setScene } from './service-stage.js';
import { operatorName } from './stage.js';
import { jpegOf } from '../support/pixels.js';

let running: StageWithApi;
let botId: number;
let petra: Visitor;

async function open(environment: Record<string, string> = { OUTGOING_PRIVATE: '1' }): Promise<void> {
  running = await openStageWithApi(environment);
  ({ botId } = await setScene(running.stage));
  petra = new Visitor(running.stage, publisherId);
  await petra.say('/bots');
  await petra.go('petras_bot', 'Earned');
  await petra.go('Settings', '⚙️');
}

afterEach(() => running.close());

const settings = async () => (await running.stage.service.bots.info(publisherId, botId)).bot.settings;

describe('the settings', () => {
  beforeEach(() => open());

  it.each(accountLanguages)('have a line each that says what they do, in %s', async (language) => {
    await running.stage.service.accounts.setLanguage(publisherId, language);
    const { text } = await petra.forge(`set:${String(botId)}`);
    const lines = text.split('\n').filter((line) => line.startsWith('• '));
    const told = Object.keys(await settings()).map((name) => {
      const key = `setting-${botSettings[name as SettingName].wire}`;
      return `• ${textIn(language, key)}: ${textIn(language, `${key}-about`)}`;
    });
    expect(lines.toSorted()).toEqual(told.sort());
  });

  it('take a least price, with a point or a comma, and nothing that is no amount', async () => {
    await petra.go('Minimum price: none', 'What is the minimum price');
    for (const wrong of ['much', '-1']) await petra.say(wrong);
    expect((await settings()).minPriceMicros).toBe(0n);
    await petra.write('1,25');
    await petra.shows(/Settings of/);
    await expect.poll(async () => (await settings()).minPriceMicros).toBe(1_250_000n);
    await petra.go(/Minimum price: .*1\.25/, 'What is the minimum price');
    await petra.write('0');
    await expect.poll(async () => (await settings()).minPriceMicros).toBe(0n);
  });

  it('take a text as it was formatted in the messenger', async () => {
    await petra.go('Text:', 'Send the text');
    const { message_id: asked } = await petra.screen();
    const text = 'Join <us> & more';
    const entities: MessageEntity[] = [
      { type: 'bold', offset: 0, length: 9 },
      { type: 'italic', offset: 5, length: 4 },
      { type: 'text_link', offset: 12, length: 4, url: 'https://example.org/?a=1&b=2' },
    ];
    await running.stage.client.send(publisherId, operatorName, { text, entities });
    await petra.shows('Settings of', asked);
    const html = '<b>Join <i>&lt;us&gt;</i></b> &amp; <a href="https://example.org/?a=1&amp;b=2">more</a>';
    expect((await settings()).text).toBe(html);
    await petra.press('Preview', await openCard());
    const shown = await petra.shows('Join <us> & more');
    expect(shown.entities).toEqual(expect.arrayContaining(entities));
  });

  it('take tags that were written where nothing is formatted', async () => {
    await petra.go('Text:', 'Send the text');
    await petra.say('See <b>t.me/gardens</b> first');
    expect((await settings()).text).toBe('See <b>t.me/gardens</b> first');
  });

  it('take a photo, which the platform fetches from us, and forget it when it is replaced', async () => {
    await send(await picture(10));
    const first = (await settings()).image ?? '';
    expect(first).toMatch(new RegExp(`^${running.url}/picture/${String(botId)}/[\\w-]{24}\\.jpg$`));
    const fetched = await fetch(first);
    expect(fetched.headers.get('content-type')).toBe('image/jpeg');
    expect(Buffer.from(await fetched.arrayBuffer())).toEqual(await picture(10));
    await petra.press('Preview', await openCard());
    const preview = await running.stage.client.waitForChat(publisherId, operatorName, (messages) =>
      messages.find(({ photo, from }) => photo !== undefined && from?.is_bot === true),
    );
    expect(preview.photo?.at(-1)).toMatchObject({ width: 10, height: 10 });

    await petra.forge(`set:${String(botId)}`);
    await send(await picture(12));
    const second = (await settings()).image ?? '';
    expect(second).not.toBe(first);
    expect((await fetch(first)).status).toBe(404);
    expect((await fetch(second)).status).toBe(200);

    await running.stage.service.bots.update(publisherId, botId, { settings: { image: null } });
    expect((await fetch(second)).status).toBe(404);
  });

  it('take a photo for the second picture beside the first, and keep it when it becomes the first', async () => {
    await send(await picture(10));
    const first = (await settings()).image ?? '';
    const sendSecond = async (size: number) => {
      await petra.forge(`set-test:${String(botId)}`);
      await petra.go('Image B', 'Send the second picture as a photo');
      const { message_id: asked } = await petra.screen();
      const photo = (await picture(size)).toString('base64');
      await running.stage.client.send(publisherId, operatorName, { photo });
      await petra.shows('A/B test', asked);
      return (await settings()).imageB ?? '';
    };
    const replaced = await sendSecond(11);
    const second = await sendSecond(12);
    const found = async () =>
      Promise.all([first, replaced, second].map(async (address) => (await fetch(address)).status));
    expect(await found()).toEqual([200, 404, 200]);
    expect(Buffer.from(await (await fetch(second)).arrayBuffer())).toEqual(await picture(12));
    expect((await settings()).image).toBe(first);

    // As the end of the test that keeps B.
    await running.stage.service.bots.update(publisherId, botId, {
      settings: { image: second, imageB: null },
    });
    expect(await found()).toEqual([404, 404, 200]);
  });

  it('say what cannot be taken as a photo, and ask again', async () => {
    await petra.go('Image:', 'as a photo');
    const { message_id: asked } = await petra.screen();
    const png =
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
    await running.stage.client.send(publisherId, operatorName, { photo: png });
    await petra.shows('a picture of at most 1 MB');
    expect((await settings()).image).toBeNull();
    await running.stage.client.send(publisherId, operatorName, {
      photo: (await picture(9)).toString('base64'),
    });
    await petra.shows('Settings of', asked);
    expect((await settings()).image).toContain('/picture/');
  });

  it('ask again for a text when a photo is sent instead', async () => {
    await petra.go('Text:', 'Send the text');
    const { message_id: asked } = await petra.screen();
    await running.stage.client.send(publisherId, operatorName, {
      photo: (await picture(9)).toString('base64'),
    });
    await petra.shows('Send the text', asked);
    await petra.say('Join');
    expect((await settings()).text).toBe('Join');
  });
});

describe('where nobody outside can fetch from us', () => {
  it('a photo is not taken, and it is said what to do instead', async () => {
    await open({});
    await petra.go('Image:', 'as a photo');
    await running.stage.client.send(publisherId, operatorName, {
      photo: (await picture(9)).toString('base64'),
    });
    await petra.shows('Photos need a public address');
    expect((await settings()).image).toBeNull();
  });
});

describe('formatting', () => {
  beforeEach(() => open());

  it.each<[string, MessageEntity[], string]>([
    ['ab', [{ type: 'bold', offset: 0, length: 1 }], '<b>a</b>b'],
    ['a<b', [{ type: 'code', offset: 0, length: 3 }], '<code>a&lt;b</code>'],
    // Emoji count as two.
    ['🌱 x', [{ type: 'spoiler', offset: 3, length: 1 }], '🌱 <tg-spoiler>x</tg-spoiler>'],
    [
      'abcd',
      [
        { type: 'bold', offset: 0, length: 3 },
        { type: 'italic', offset: 2, length: 2 },
      ],
      '<b>ab<i>c</i></b><i>d</i>',
    ],
    [
      'ab',
      [{ type: 'expandable_blockquote', offset: 0, length: 2 }],
      '<blockquote expandable>ab</blockquote>',
    ],
  ])('of %j becomes HTML that stays as it is', (text, entities, html) => {
    expect(formattedHtml(text, entities)).toBe(html);
    expect(safeHtml(html)).toBe(html);
  });

  it('of links and mentions that the platform finds by itself is none', () => {
    expect(formattedHtml('@garden', [{ type: 'mention', offset: 0, length: 7 }])).toBeNull();
  });
});

async function send(photo: Buffer): Promise<void> {
  await petra.go('Image:', 'as a photo');
  const { message_id: asked } = await petra.screen();
  await running.stage.client.send(publisherId, operatorName, { photo: photo.toString('base64') });
  await petra.shows('Settings of', asked);
}

/** The bot's card anew, at the bottom of the chat. */
async function openCard() {
  await petra.say('/bots');
  return petra.go('petras_bot', 'Earned');
}

function picture(side: number): Promise<Buffer> {
  const data = Buffer.alloc(side * side * 4, 120);
  return jpegOf({ data, width: side, height: side });
}
