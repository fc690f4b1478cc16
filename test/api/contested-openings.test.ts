/**
 * Whose a link is that anybody can open, where two bots have shown it to the user and Telegram's word about one of them is
 * more than a day old (`evidence.md`, Contact). Over plain HTTP, as browsers and programs do it.
 */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Scene } from '../cases/scene.js';
import { type Emulator, openEmulator, openStage, type Stage } from '../cases/stage.js';
import { sqlOver } from '../support/database.js';
import { browserHeaders, passIn } from './resource-stage.js';

const FIRST_BOT = 'recipes_bot';
const OTHER_BOT = 'stories_bot';

let emulator: Emulator;
let stage: Stage;
let scene: Scene;

beforeAll(async () => {
  emulator = await openEmulator();
});
afterAll(() => emulator.close());
beforeEach(async () => {
  // However busy the machine is, the platform answers before the list is chosen.
  stage = await openStage(emulator, { SPONSORS_DEADLINE_MS: '10000' });
  scene = new Scene(stage);
  await scene.open();
  for (const happening of [
    { balance: '1000', of: 'advertiser' },
    { publisher_bot: FIRST_BOT },
    { publisher_bot: OTHER_BOT },
    { channel: 'garden' },
    { user: 'emma' },
  ])
    await scene.happen(happening);
  return () => stage.close();
});

const id = (name: string) => Number(scene.names.get(name, 'id'));

function order(more: Record<string, unknown>, user_parameters: object): Promise<void> {
  const create = { price: 5, ...more, user_parameters: { languages: null, ...user_parameters } };
  return scene.happen({ order: 'it', create, then: 'approves' });
}

/** What is left to do in the user's list, and the link of its only sponsor. */
async function ask(bot: string): Promise<{ status: string; link: string }> {
  const user = { user_id: id('emma'), chat_id: id('emma'), first_name: 'Emma', language_code: 'en' };
  const headers = { Auth: String(scene.names.get(bot, 'key')) };
  const init = { method: 'POST', headers, body: JSON.stringify({ ...user, get_links: 1 }) };
  const answer = (await (await fetch(`${stage.url}/get-sponsors`, init)).json()) as {
    status: string;
    additional: { sponsors: { link: string }[] };
  };
  await stage.service.contacts.idle();
  return { status: answer.status, link: answer.additional.sponsors[0]?.link ?? '' };
}

const listed = async (bot: string) => (await ask(bot)).link;

/** The page is opened and its script runs, by a person or by a program of the bot. @returns where it leads */
async function open(link: string, address: string): Promise<string> {
  const page = await fetch(link, { headers: browserHeaders(address), redirect: 'manual' });
  const body = JSON.stringify({ pass: passIn(await page.text()), screen: address });
  const reported = await fetch(link, { method: 'POST', body, headers: browserHeaders(address) });
  return ((await reported.json()) as { result: { url: string } }).result.url;
}

/** What the bot process does about contacts that are to be asked about. */
async function askDueContacts(): Promise<void> {
  for (const due of await stage.service.contacts.claim(10)) await stage.service.contacts.perform(due);
}

async function paidBotIds(): Promise<number[]> {
  const rows = await sqlOver<{ bot_id: number }>(
    stage.settings.DATABASE_URL,
    'SELECT bot_id FROM subscriptions WHERE price_micros > 0',
  );
  return rows.map(({ bot_id }) => bot_id);
}

const questions = async () =>
  (await stage.platform.calls({ bot: FIRST_BOT, method: 'sendChatAction' })).length;

/** The first bot's link of 25 hours later, and the other bot's, with Telegram's word about the first a day old. */
async function twoLists(): Promise<{ first: string; other: string }> {
  await listed(FIRST_BOT);
  await scene.happen({ wait: '20 hours' });
  const first = await listed(FIRST_BOT);
  await scene.happen({ wait: '5 hours' });
  return { first, other: await listed(OTHER_BOT) };
}

describe.each(['still uses the bot', 'has left it'])('the user %s', (use) => {
  const hasLeft = use === 'has left it';
  const leave = () => (hasLeft ? stage.platform.block(id('emma'), FIRST_BOT) : Promise.resolve());
  const winner = () => id(hasLeft ? OTHER_BOT : FIRST_BOT);

  it('a resource', async () => {
    await order({ ads_type: 'resource', link: 'https://example.org/game' }, {});
    const { first, other } = await twoLists();
    await leave();
    await open(first, '192.0.2.1');
    expect(await paidBotIds()).toEqual([]);
    expect((await ask(OTHER_BOT)).status).toBe('warning');
    await askDueContacts();
    if (hasLeft) await open(other, '192.0.2.2');
    expect(await paidBotIds()).toEqual([winner()]);
    expect(await questions()).toBe(2);
  });

  it('a smart link that becomes a channel', async () => {
    await order({ link: 'https://t.me/garden' }, { devicestype: ['mobile'] });
    const { first, other } = await twoLists();
    await leave();
    expect(await open(other, '192.0.2.2')).toBe('https://t.me/garden');
    stage.clock.pass(60_000);
    expect(await open(first, '192.0.2.1')).toBe('https://t.me/garden');
    stage.clock.pass(60_000);
    await scene.happen({ user: 'emma', joins: 'garden' });
    await askDueContacts();
    expect(await paidBotIds()).toEqual([winner()]);
    expect(await questions()).toBe(2);
  });
});

it('a resource that no other bot has shown counts by a word of a day ago, without a question', async () => {
  await order({ ads_type: 'resource', link: 'https://example.org/game' }, {});
  await listed(FIRST_BOT);
  await scene.happen({ wait: '20 hours' });
  const link = await listed(FIRST_BOT);
  await scene.happen({ wait: '5 hours' });
  await open(link, '192.0.2.1');
  expect(await paidBotIds()).toEqual([id(FIRST_BOT)]);
  expect(await questions()).toBe(1);
});
