/** /privacy, /paysupport and /terms, as the platform asks of bots; and the link under blocks. */
import { afterEach, describe, expect, it } from 'vitest';
import { legalCommands } from '../../bot/operator/legal/index.js';
import { render } from '../../bot/blocks/render.js';
import { languages } from '../../words/index.js';
import { askForEmma, emma } from './emma.js';
import { buttonsOf, Visitor } from './operator-stage.js';
import {
  addOrder,
  moderator,
  openServiceStage,
  type RunningBot,
  type ServiceStage,
  setScene,
} from './service-stage.js';

let stage: ServiceStage;
let bot: RunningBot | undefined;

async function arrive(id: number, language: string, environment: Record<string, string> = {}) {
  stage = await openServiceStage(environment);
  bot = await stage.startBot();
  await stage.client.users({ id, first_name: 'Ann', language_code: language });
  return new Visitor(stage, id);
}

afterEach(async () => {
  await bot?.stop();
  bot = undefined;
  await stage.close();
});

const settings = { SUPPORT_CONTACT: '@acme_help' };

describe.each([
  ['en', 'What is kept about you', ['keeps about you', 'Questions about a payment', 'Terms of use']],
  ['ru', 'Что о вас хранится', ['хранит о вас', 'Вопросы об оплате', 'Условия использования']],
] as const)('in %s', (language, offered, beginnings) => {
  it('each is answered with a contact, is offered, and opens no account', async () => {
    const ann = await arrive(21, language, settings);
    for (const [index, command] of legalCommands.entries()) {
      const { text } = await ann.say(`/${command}`);
      expect(text).toContain(beginnings[index]);
      expect(text).toContain('@acme_help');
    }
    expect(await stage.service.accounts.language(21)).toBeNull();
    const calls = await stage.client.calls({ method: 'setMyCommands' });
    expect(JSON.stringify(calls)).toContain(offered);
  });
});

it('each says what the operator set, on as many lines', async () => {
  const texts = { PRIVACY_TEXT: 'One.\\nTwo.', PAYSUPPORT_TEXT: 'Pay <b>', TERMS_TEXT: 'Obey.' };
  const ann = await arrive(22, 'en', { ...settings, ...texts });
  expect((await ann.say('/privacy')).text).toBe('One.\nTwo.');
  expect((await ann.say('/paysupport')).text).toBe('Pay <b>');
  expect((await ann.say('/terms')).text).toBe('Obey.');
});

it('they answer who is blocked, in the language that was chosen, and end no question', async () => {
  const ann = await arrive(23, 'en');
  await ann.say('/start');
  await stage.service.accounts.setLanguage(23, 'ru');
  await ann.forge('bot-add-token');
  expect((await ann.say('/privacy')).text).toContain('оператору этого сервиса');
  expect(await stage.service.sessions.read('dialogue:23')).not.toBeNull();
  await stage.service.accounts.block(moderator.id, 23, 'Bought subscribers.');
  // What says that they are blocked may come before the answer, or after it.
  await ann.write('/paysupport');
  const texts = async () => (await ann.messages()).map(({ text }) => text).join('\n');
  await expect.poll(texts).toContain('Вопросы об оплате');
});

it('a block links to the page that is set, worded in each language, and to none otherwise', async () => {
  const url = 'https://example.org/privacy';
  stage = await openServiceStage({ BLOCK_PRIVACY_URL: url });
  const scene = await setScene(stage);
  await stage.client.users(emma);
  await stage.client.say(emma.id, scene.botName, '/start');
  await addOrder(stage, 'gardening_one');
  bot = await stage.startBot();
  await askForEmma(stage.service, scene);
  const block = await stage.client.waitForMessage(emma.id, scene.botName, () => true);
  expect(buttonsOf(block).at(-1)).toMatchObject({ text: '🔒 Privacy', url });
  const of = (language: string, privacyUrl?: string) =>
    render({ kind: 'gender', language }, { text: null, image: null }, 5, { prefix: 'x', privacyUrl });
  expect(of('en').message.buttons).toHaveLength(1);
  const labels = languages.map((language) => of(language, url).message.buttons[1]?.[0]?.text);
  expect(new Set(labels).size).toBe(languages.length);
});
