/** The way of somebody new: what this is, what they came for, their first bot, and its first request. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Message } from 'grammy/types';
import { clientPackages } from '../../core/client-packages.js';
import { publicUrl } from '../../core/config.js';
import type { MessageContent } from '../../core/platform.js';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openStageWithApi, type StageWithApi } from './stage-with-api.js';
import { buttonsOf, Visitor } from './operator-stage.js';
import { addOrder, publisherId, setScene } from './service-stage.js';
import { operatorToken } from './stage.js';

let running: StageWithApi;

beforeEach(async () => {
  running = await openStageWithApi();
});

afterEach(() => running.close());

const token = '777:a-newcomers-token-a-newcomers';

async function newcomer(language: 'en' | 'ru'): Promise<Visitor> {
  const { client } = running.stage;
  await client.users({ id: 41, first_name: 'Nora', language_code: language });
  await client.bots({ token, username: 'noras_bot', first_name: 'Nora’s bot' });
  return new Visitor(running.stage, 41);
}

const labels = (message: Message) => buttonsOf(message).map(({ text }) => text);

/** The code on the screen, as a messenger copies it. */
function codeOf({ text = '', entities = [] }: Message): string {
  const code = entities.find(({ type }) => type === 'pre');
  if (code === undefined) throw new Error('There is no code on the screen.');
  return text.slice(code.offset, code.offset + code.length);
}

const labelsIn = {
  en: {
    bots: 'I have bots',
    subscribers: 'I want subscribers',
    add: 'Add a bot',
    back: 'Back',
    order: 'New order',
    home: 'My bots',
  },
  ru: {
    bots: 'У меня есть боты',
    subscribers: 'Мне нужны подписчики',
    add: 'Добавить бота',
    back: 'Назад',
    order: 'Новый заказ',
    home: 'Мои боты',
  },
} as const;

describe.each(['en', 'ru'] as const)('somebody new, in %s', (language) => {
  const { bots, subscribers, add, back, order, home } = labelsIn[language];

  it('is told in two sentences what this is, and asked what brings them', async () => {
    const nora = await newcomer(language);
    const welcome = await nora.say('/start');
    const [about = '', question = ''] = (welcome.text ?? '').split('\n\n');
    expect(about).toContain('Sponsorgate');
    expect(about.match(/[.?!](\s|$)/g)).toHaveLength(2);
    expect(question).toMatch(/\?$/);
    expect(
      labels(welcome)
        .slice(0, 2)
        .map((label) => label.replace(/^\S+ /, '')),
    ).toEqual([bots, subscribers]);
    expect(buttonsOf(welcome)[0]).toMatchObject({ style: 'success' });

    await nora.press(bots);
    expect(labels(await nora.screen()).join()).toContain(add);
    await nora.press(back);
    await nora.press(subscribers);
    expect(labels(await nora.screen()).join()).toContain(order);
    expect((await nora.say('/menu')).text).not.toContain('Sponsorgate');
    expect(labels(await nora.screen()).join()).toContain(home);
  });
});

describe('somebody who has something here', () => {
  it('gets their profile at once', async () => {
    const nora = await newcomer('en');
    await nora.say('/start');
    await nora.say('/cancel');
    await nora.write(token);
    await nora.shows('The bot is added');
    expect((await nora.say('/start')).text).toContain('Available');
  });
});

describe('a bot that was added', () => {
  it('is connected: the key is copied by a button, and the code in four languages asks with it', async () => {
    const nora = await newcomer('en');
    await nora.say('/menu');
    await nora.write(token);
    const screen = await nora.shows('The bot is added');
    expect(screen.text).toContain('Connect @noras_bot');
    expect(screen.text).toContain('Waiting for the first request…');
    const { apiKey } = await running.stage.service.bots.info(41, 777);
    expect(buttonsOf(screen)).toContainEqual(expect.objectContaining({ copy_text: { text: apiKey } }));
    expect(codeOf(screen)).toMatch(/^curl /);
    for (const [label, mark] of [
      ['Python', 'urllib.request'],
      ['Node', 'await fetch('],
      ['PHP', '<?php'],
      ['curl', 'curl '],
    ] as const) {
      await nora.press(label);
      expect(codeOf(await nora.shows(`(${label})`))).toContain(mark);
    }
    const { npm, python } = clientPackages(publicUrl(running.stage.service.settings));
    for (const address of [npm, python]) expect((await nora.screen()).text).toContain(address);
    // What is not in the code cannot be copied from it into somebody else's chat.
    expect(codeOf(await nora.screen())).not.toContain(apiKey);
  });

  it.each([
    ['curl', 'sh', ['-c']],
    ['Python', 'python3', ['-c']],
    ['Node', process.execPath, ['--input-type=module', '-e']],
  ] as const)('is seen by itself once the code of %s was run', async (label, command, words) => {
    const nora = await newcomer('en');
    await nora.say('/menu');
    await nora.write(token);
    await nora.shows('The bot is added');
    if (label !== 'curl') await nora.press(label);
    const screen = await nora.shows(`(${label})`);
    const { apiKey } = await running.stage.service.bots.info(41, 777);
    const env = { PATH: process.env['PATH'], BOT_KEY: apiKey };
    await promisify(execFile)(command, [...words, codeOf(screen)], { env });
    const seen = await nora.shows('The first request of @noras_bot has come');
    expect(seen.message_id).toBe(screen.message_id);
    expect(seen.text).toContain('No order suits this user now');
    expect(JSON.stringify(await nora.messages())).not.toContain(apiKey);
    await nora.go('Open the bot', 'Earned');
    expect((await nora.messages()).filter(({ text }) => text?.includes('first request'))).toEqual([]);
  });

  it('is waited for over a restart, and told in a message of its own where they read something else', async () => {
    const nora = await newcomer('en');
    await nora.say('/menu');
    await nora.write(token);
    await nora.shows('The bot is added');
    await nora.go('Later, open the bot', 'Earned');
    const card = await nora.screen();
    await running.bot.stop();
    await ask({});
    running.bot = await running.stage.startBot();
    const seen = await nora.shows('The first request of @noras_bot has come');
    expect(seen.message_id).not.toBe(card.message_id);
    await nora.press('Connect', card);
    expect((await nora.shows('Connect @noras_bot')).text).toContain('Requests of this bot have been seen');
  });

  it('of whose first request only an error came is told so', async () => {
    const nora = await newcomer('en');
    await nora.say('/menu');
    await nora.write(token);
    await nora.shows('The bot is added');
    await running.stage.service.bots.update(41, 777, { settings: {}, isOn: false });
    await ask({});
    expect((await nora.shows('The first request')).text).toContain('answered with an error');
  });

  it('is seen, too, where its fields are wrong', async () => {
    const nora = await newcomer('en');
    await nora.say('/menu');
    await nora.write(token);
    await nora.shows('The bot is added');
    await ask({ max_sponsors: 20 });
    expect((await nora.shows('The first request')).text).toContain('answered with an error');
  });

  async function ask(more: object): Promise<void> {
    const { apiKey } = await running.stage.service.bots.info(41, 777);
    const body = JSON.stringify({ chat_id: 41, user_id: 41, ...more });
    const headers = { Auth: apiKey, 'Content-Type': 'application/json' };
    await (await fetch(`${running.url}/get-sponsors`, { method: 'POST', headers, body })).text();
  }
});

describe('a platform that knows no such buttons', () => {
  it('gets messages of the service with plain ones', async () => {
    const { client, infrastructure } = running.stage;
    const nora = await newcomer('en');
    await nora.say('/menu');
    const content = {
      html: 'Copy it',
      image: null,
      buttons: [
        [{ kind: 'copy', text: 'Copy', copied: 'it' }],
        [{ kind: 'callback', text: 'Go', data: 'home', style: 'primary' }],
      ],
    } satisfies MessageContent;
    const fault = {
      token: operatorToken,
      kind: '400',
      times: 1,
      description: 'Bad Request: BUTTON_TYPE_INVALID',
    } as const;
    await client.faults({ ...fault, method: 'sendMessage' });
    const sent = await infrastructure.platform.send(operatorToken, 41, content);
    if (!sent.ok) throw new Error(sent.failure.description);
    expect(buttonsOf(await nora.shows('Copy it'))).toEqual([{ text: 'Go', callback_data: 'home' }]);
    await client.faults({ ...fault, method: 'editMessageText' });
    const edited = { ...content, html: 'Copied' };
    expect(await infrastructure.platform.edit(operatorToken, 41, sent.value, edited)).toMatchObject({
      ok: true,
    });
    expect(buttonsOf(await nora.shows('Copied'))).toEqual([{ text: 'Go', callback_data: 'home' }]);
    await infrastructure.platform.edit(operatorToken, 41, sent.value, content);
    expect(buttonsOf(await nora.shows('Copy it'))).toHaveLength(2);
  });

  it('gets screens with plain ones', async () => {
    const { stage } = running;
    const nora = await newcomer('en');
    await nora.say('/menu');
    const description =
      "Bad Request: can't parse inline keyboard button: Text buttons are unallowed in the inline keyboard";
    const refuse = (method: string) =>
      stage.client.faults({ token: operatorToken, method, kind: '400', times: 1, description });
    await refuse('sendMessage');
    await nora.write(token);
    const screen = await nora.shows('The bot is added');
    expect(labels(screen)).not.toContain('📋 Copy the key');
    expect(screen.text).toContain((await stage.service.bots.info(41, 777)).apiKey);
    await refuse('editMessageText');
    await nora.press('Node');
    expect(labels(await nora.shows('(Node)'))).not.toContain('📋 Copy the key');
    await nora.press('Python');
    expect(labels(await nora.shows('(Python)'))).toContain('📋 Copy the key');
  });
});

describe('the key of a bot that is there', () => {
  it('is copied by a button, too', async () => {
    await setScene(running.stage);
    await addOrder(running.stage, 'gardens');
    const petra = new Visitor(running.stage, publisherId);
    await petra.say('/bots');
    await petra.go('petras_bot', 'Earned');
    await petra.press('Bot Key');
    const [key = ''] = /sg_bot_[\w-]+/.exec((await petra.shows('sg_bot_')).text ?? '') ?? [];
    expect(buttonsOf(await petra.screen())).toContainEqual(
      expect.objectContaining({ copy_text: { text: key } }),
    );
  });
});
