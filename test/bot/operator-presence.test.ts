/** What the messenger shows of the operator bot, in each language: said when it changed, and never in the way of a start. */
import { Api } from 'grammy';
import type { LanguageCode } from 'grammy/types';
import { afterEach, expect, it } from 'vitest';
import { openServiceStage, type RunningBot, type ServiceStage } from './service-stage.js';
import { operatorName, operatorToken } from './stage.js';
import { accountLanguages, textIn } from '../../words/index.js';
import { Visitor } from './operator-stage.js';

/** Once for each language, and once for all others: name, two descriptions and commands. */
const LANGUAGES_SAID = accountLanguages.length + 1;
const SAYINGS = 4 * LANGUAGES_SAID;

let stage: ServiceStage;
let bot: RunningBot | undefined;

async function open(environment: Record<string, string> = {}): Promise<Api> {
  stage = await openServiceStage(environment);
  return new Api(operatorToken, { apiRoot: stage.emulator.url });
}

afterEach(async () => {
  await bot?.stop();
  bot = undefined;
  await stage.close();
});

/** Calls that say something for everybody. */
async function sayings(): Promise<string[]> {
  const calls = await stage.client.calls({ token: operatorToken });
  return calls
    .filter(({ method, payload }) => method.startsWith('setMy') && !('scope' in (payload as object)))
    .map(({ method }) => method);
}

async function restart(): Promise<void> {
  await bot?.stop();
  bot = await stage.startBot();
}

it('is its name, descriptions and commands in each language, and in English for all others', async () => {
  const api = await open();
  bot = await stage.startBot();
  for (const [language, name, about, command] of [
    [undefined, 'Sponsorgate: sponsors for bots', 'You have bots?', 'My orders'],
    ['en', 'Sponsorgate: sponsors for bots', 'You have bots?', 'My orders'],
    ['de', 'Sponsorgate: sponsors for bots', 'You have bots?', null],
    ['ru', 'Sponsorgate: спонсоры для ботов', 'У вас есть боты?', 'Мои заказы'],
  ] as const) {
    const of = language === undefined ? {} : { language_code: language };
    expect((await api.getMyName(of)).name).toBe(name);
    expect((await api.getMyDescription(of)).description).toContain(about);
    expect((await api.getMyShortDescription(of)).short_description).not.toBe('');
    if (command !== null) expect(JSON.stringify(await api.getMyCommands(of))).toContain(command);
  }
  // The platform refuses texts that are too long.
  for (const language of accountLanguages) {
    const of = { language_code: language as LanguageCode };
    expect((await api.getMyShortDescription(of)).short_description).toBe(
      textIn(language, 'bot-short-description'),
    );
    expect(await api.getMyDescription(of)).toEqual({
      description: textIn(language, 'bot-description', { name: 'Sponsorgate' }),
    });
  }
});

it('is said once, and again only where it has changed', async () => {
  const api = await open();
  bot = await stage.startBot();
  expect(await sayings()).toHaveLength(SAYINGS);
  // What its operator writes over it stays.
  await api.setMyDescription('Mine', { language_code: 'ru' });
  await restart();
  expect(await sayings()).toHaveLength(SAYINGS + 1);
  expect((await api.getMyDescription({ language_code: 'ru' })).description).toBe('Mine');
});

it('has the name that was set, or none of ours', async () => {
  const api = await open({ SERVICE_NAME: 'Acme Ads' });
  bot = await stage.startBot();
  expect((await api.getMyName({ language_code: 'ru' })).name).toBe('Acme Ads: спонсоры для ботов');
  await stage.client.users({ id: 5, first_name: 'Ann' });
  expect((await new Visitor(stage, 5).say('/start')).text).toContain('Acme Ads');
});

it('is left alone where it is told so, but for the commands', async () => {
  await open({ BOT_NAME: '-' });
  bot = await stage.startBot();
  expect(await sayings()).toEqual(Array.from({ length: LANGUAGES_SAID }, () => 'setMyCommands'));
  await stage.client.users({ id: 5, first_name: 'Ann' });
  expect((await new Visitor(stage, 5).say('/start')).text).toContain('👋 Sponsorgate');
});

it('that the platform refuses or puts off for long stops nothing, and is said at the next start', async () => {
  const api = await open();
  await stage.client.faults({
    token: operatorToken,
    method: 'setMyName',
    kind: '429',
    times: LANGUAGES_SAID,
    retry_after: 70_000,
  });
  await stage.client.faults({ token: operatorToken, method: 'setMyDescription', kind: '400', times: 1 });
  bot = await stage.startBot();
  await stage.client.users({ id: 5, first_name: 'Ann' });
  const ann = new Visitor(stage, 5);
  await ann.say('/menu');
  // Answers to presses go the way of such calls.
  await ann.press('Wallet');
  expect(stage.logged.filter((line) => line.includes('the next start tries again'))).toHaveLength(
    LANGUAGES_SAID + 1,
  );
  expect((await api.getMyName()).name).toBe('Sponsorgate');
  await restart();
  expect((await api.getMyName()).name).toBe('Sponsorgate: sponsors for bots');
  expect(await sayings()).toHaveLength(SAYINGS + LANGUAGES_SAID + 1);
});

it('stops nothing where the platform does not answer', async () => {
  await open();
  await stage.client.faults({ token: operatorToken, method: 'setMyName', kind: 'drop', times: 3 });
  bot = await stage.startBot();
  await stage.client.users({ id: 5, first_name: 'Ann' });
  expect((await new Visitor(stage, 5).say('/start')).from?.username).toBe(operatorName);
});
