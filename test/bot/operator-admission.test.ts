/** Which bots people may add in the chat: not our own, no more than an account may have, and so many an hour. */
import { afterEach, expect, it } from 'vitest';
import { Visitor } from './operator-stage.js';
import {
  openServiceStage,
  publisherId,
  type RunningBot,
  type ServiceStage,
  setScene,
} from './service-stage.js';
import { operatorName, operatorToken } from './stage.js';
import { writtenWords } from './written-words.js';

let stage: ServiceStage;
let bot: RunningBot;

async function open(environment: Record<string, string>): Promise<Visitor> {
  stage = await openServiceStage(environment);
  bot = await stage.startBot();
  await setScene(stage);
  const petra = new Visitor(stage, publisherId);
  await petra.say('/bots');
  return petra;
}

afterEach(async () => {
  await bot.stop();
  await stage.close();
});

const said = (key: string) => writtenWords('en').get(key) ?? `no words ${key}`;

/** Adds a bot without its token, and answers what the last screen says. */
async function add(petra: Visitor, botId: number, nickname: string): Promise<string> {
  await petra.say('/bots');
  await petra.go('Add a bot', 'How shall');
  await petra.go('Without the token', 'bot’s id');
  await petra.say(String(botId));
  await petra.say('My bot');
  return (await petra.say(nickname)).text ?? '';
}

it('the operator bot itself is nobody’s, by its id, its name or its token', async () => {
  const petra = await open({});
  const ownId = Number(operatorToken.split(':', 1)[0]);
  expect(await add(petra, ownId, 'my_plain_bot')).toContain(said('error-bot-of-ours'));
  expect(await add(petra, 12_345, operatorName.toUpperCase())).toContain(said('error-bot-of-ours'));
  await petra.write(operatorToken);
  await petra.shows(said('error-bot-of-ours'));
  expect((await stage.service.bots.list(publisherId, everything)).total).toBe(1);
});

it('an account has no more bots than it may, and hears so', async () => {
  const petra = await open({ BOTS_MAX: '2' });
  expect(await add(petra, 12_345, 'my_plain_bot')).toContain('The bot is added');
  expect(await add(petra, 12_346, 'my_other_bot')).toContain(said('error-bots-full'));
  const token = '777:pasted-token-pasted-token-x';
  await stage.client.bots({ token, username: 'pasted_bot', first_name: 'Pasted' });
  const pasted = await petra.write(token);
  await petra.shows(said('error-bots-full'), pasted);
  expect((await stage.service.bots.list(publisherId, everything)).total).toBe(2);
});

it('an account adds no more within an hour than it may, and hears so', async () => {
  const petra = await open({ BOTS_PER_HOUR: '2' });
  expect(await add(petra, 12_345, 'my_plain_bot')).toContain('The bot is added');
  expect(await add(petra, 12_346, 'my_other_bot')).toContain(said('error-bots-per-hour'));
  expect((await stage.service.bots.list(publisherId, everything)).total).toBe(2);
});

const everything = { search: '', inArchive: null, offset: 0, limit: 10 };
