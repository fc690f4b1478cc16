/** Who writes to the operator bot is known by what the platform says of them. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { Visitor } from './operator-stage.js';
import { openServiceStage, type RunningBot, type ServiceStage } from './service-stage.js';

const PERSON = 771;

let stage: ServiceStage;
let bot: RunningBot;

beforeEach(async () => {
  stage = await openServiceStage();
  bot = await stage.startBot();
  await stage.client.users({
    id: PERSON,
    first_name: 'Анна',
    last_name: 'Б',
    language_code: 'be',
    is_premium: true,
  });
});

afterEach(async () => {
  await bot.stop();
  await stage.close();
});

it('where a bot has asked about them, with source and time', async () => {
  await stage.store.audience.learn(PERSON, {}, Date.now());
  await new Visitor(stage, PERSON).say('/start');
  expect(await stage.store.audience.find(PERSON)).toMatchObject({
    firstName: 'Анна',
    lastName: 'Б',
    languageCode: 'be',
    isPremium: true,
  });
  const known = await stage.store.audience.knowledgeOf(PERSON);
  expect(known.map(({ value, source }) => `${value} ${source}`)).toEqual([
    'language update',
    'names update',
    'premium update',
  ]);
});

it('and nothing is kept of them where none has', async () => {
  await new Visitor(stage, PERSON).say('/start');
  expect(await stage.store.audience.find(PERSON)).toBeNull();
});
