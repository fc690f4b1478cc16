/** What is answered is committed: no answer leaves before its commit, and what holds money or keys has reached the disk. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { holdWrites } from '../support/database.js';
import { type ApiStage, openApiStage } from './stage.js';

let stage: ApiStage;
beforeAll(async () => {
  stage = await openApiStage();
});
afterAll(() => stage.close());

it('no answer to a write leaves while another process holds the lock; all do once it lets go', async () => {
  const { keys, botId } = stage;
  const order = {
    action: 'create',
    link: 'https://example.org/commit',
    ads_type: 'resource',
    quantity_all: 10,
  };
  const exclusion = { action: 'exclude', context: 'publisher', ads_id: 1, bot_id: botId };
  expect(
    (await stage.post('/orders', keys.access, { ...order, link: 'https://example.org/first' })).http,
  ).toBe(200);
  // Known from before, so that only what is asked now waits for the lock.
  expect((await stage.post('/get-balance', keys.statistics)).http).toBe(200);

  const letGo = await holdWrites(stage.settings.DATABASE_URL);
  const answered: string[] = [];
  const ask = async (name: string, request: Promise<{ http: number }>) => {
    const { http } = await request;
    answered.push(name);
    return [name, http] as const;
  };
  const waiting = [
    ask('an order', stage.post('/orders', keys.access, order)),
    ask(
      'a bot',
      stage.post('/bots', keys.access, {
        action: 'add',
        bot_id: 7_300,
        bot_name: 'New',
        bot_nickname: 'new_bot',
      }),
    ),
    ask('a key', stage.post('/bots', keys.access, { action: 'change_api_key', bot_id: botId })),
    ask('a setting', stage.post('/bots', keys.access, { action: 'update', bot_id: botId, max_sponsors: 5 })),
    ask('an exclusion', stage.post(`/toggle-exclusion?api_token=${keys.statistics}`, null, exclusion)),
    ask(
      'a list of sponsors',
      stage.post('/get-sponsors', keys.bot, { chat_id: 1, user_id: 88, first_name: 'Al' }),
    ),
  ];
  // Reading waits for nobody; when these have been answered, the others could have been, too.
  for (let turn = 0; turn < 5; turn += 1) {
    expect((await stage.post('/orders', keys.access, { action: 'list' })).http).toBe(200);
    expect((await stage.post('/get-balance', keys.statistics)).http).toBe(200);
  }
  expect(answered).toEqual([]);
  await letGo();
  const answers = Object.fromEntries(await Promise.all(waiting));
  expect(answers).toMatchObject({
    'an order': 200,
    'a bot': 200,
    'a key': 200,
    'a setting': 200,
    'an exclusion': 200,
  });
  expect([200, 404]).toContain(answers['a list of sponsors']);
});

/** Every kind of write there is in the store's code, and whether it is written to the disk before it is answered. */
function writes(): Map<string, boolean> {
  const folder = path.resolve(import.meta.dirname, '../../db');
  const found = new Map<string, boolean>();
  for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!file.endsWith('.ts')) continue;
    const text = readFileSync(path.join(folder, file), 'utf8');
    for (const [, port = '', listed = '', written = ''] of text.matchAll(
      /durableCommands<\w+>\(\)\([\w.]+, '(\w+)', \{(?: ([\w, ]+) |\n(.*?)^ {4})\}\),$/gms,
    )) {
      const names = [...listed.matchAll(/\w+/g), ...written.matchAll(/(?<=^ {6}\*)\w+/gm)];
      expect(names).not.toEqual([]);
      for (const [name] of names) found.set(`${port}.${name}`, true);
    }
    const calls = [
      ...text.matchAll(/\b(?:(?:executor|db)\.run(?:<[^(]*>)?\(|(durably)\(\s*db,)\s*'([\w.]+)'/g),
    ];
    for (const [index, { 1: durably, 2: name = '', index: from }] of calls.entries()) {
      const handler = text.slice(from, calls[index + 1]?.index);
      found.set(name, durably !== undefined || /durable: (true|isReported)/.test(handler));
    }
  }
  return found;
}

/** Money, keys, and what people were promised: bots, orders, exclusions, withdrawals. */
const PRECIOUS =
  /^(?:keys\.replace|accounts\.(?:open|setBlocked)|bots\.|orders\.|ledger\.|subscriptions\.|withdrawals\.|starPayments\.)/;
/** Notes about a check that errs, which is made again anyway. */
const notes = ['orders.noteCheckError', 'orders.noteCheckWorked'];

it('every write that holds money, keys, bots or orders has reached the disk when it is answered', () => {
  const all = [...writes()];
  expect(all.length).toBeGreaterThan(40);
  const precious = all.filter(([name]) => PRECIOUS.test(name) && !notes.includes(name));
  expect(precious.length).toBeGreaterThan(15);
  expect(precious.filter(([, isDurable]) => !isDurable).map(([name]) => name)).toEqual([]);
});
