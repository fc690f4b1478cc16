/**
 * Hostile updates to the operator bot, through its own polling: of every kind it asks for, right, mutated and malformed,
 * by many people at a time. Nothing ends the polling, nothing is a fault of ours, money moves once, and at the end the
 * books are in balance and a person is answered as ever. The seed is printed; FUZZ_RUNS=10 tries ten times as many.
 */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import type { Update } from 'grammy/types';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type FedBot, startFedBot } from '../bot/fed-bot.js';
import {
  addOrder,
  advertiserId,
  moderator,
  openServiceStage,
  publisherId,
  type Scene,
  type ServiceStage,
  setScene,
} from '../bot/service-stage.js';
import { brokenIn, dumpRows } from '../support/dump.js';
import { writeFuzz } from './figures.js';
import { cases, hostile, hostileText, mutated } from './hostile.js';

const CASES = cases(8_000);
const BATCH = 100;
/** What is malformed is tried again with pauses, so that more of it is handed over at a time. */
const BENT_BATCH = 250;

let stage: ServiceStage;
let bot: FedBot;
let scene: Scene;
let order: { chatId: number; orderId: number };
let nextUpdate = 1;

beforeAll(async () => {
  stage = await openServiceStage({ STARS_RATE: '1.5' });
  scene = await setScene(stage);
  order = await addOrder(stage, 'fuzzed_gardens');
  bot = await startFedBot(stage);
});
afterAll(() => stage.close());

const folder = path.resolve(import.meta.dirname, '../../bot/operator');
const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
  file.endsWith('.ts'),
);
const textsOf = (pattern: RegExp) =>
  sources.flatMap((file) =>
    [...readFileSync(path.join(folder, file), 'utf8').matchAll(pattern)].map(([, name = '']) => name),
  );
const buttons = textsOf(/onPress\(\s*\w+,\s*'([^']+)'/g);

/** The stage's people, and strangers; what belongs to somebody is numbered low. */
const person = fc
  .constantFrom(publisherId, advertiserId, moderator.id, 70_001, 70_002, 70_003, 70_004)
  .map((id) => ({
    id,
    is_bot: false,
    first_name: `P${String(id)}`,
    language_code: id % 2 === 0 ? 'ru' : 'en',
  }));
const anyId = fc.oneof(
  fc.integer({ min: 0, max: 5 }).map(String),
  fc.constantFrom('555', '-1', '1e9', '9007199254740993', 'x', ''),
);
const argument = fc.oneof(
  anyId,
  anyId,
  fc.constantFrom(
    '0',
    '1',
    'all',
    'name',
    'url',
    'get_links',
    'male',
    'languages',
    'access',
    'statistics',
    'ru',
    'spam',
    'today',
  ),
  hostileText,
);
const data = fc.oneof(
  fc
    .tuple(fc.constantFrom(...buttons), fc.array(argument, { maxLength: 4 }))
    .map((parts) => parts.flat().join(':')),
  hostileText,
  fc.constantFrom('say:1', 'say:', 'subgram-op', 'say:yes', 'say:1:0', 'say:all:0', 'say:yes:1'),
);
const text = fc.oneof(
  fc.constantFrom(
    '/start',
    '/bots',
    '/orders',
    '/queue',
    '/wallet',
    '/help',
    '/cancel',
    '/language',
    '/menu',
    '/start ref_1',
  ),
  fc.constantFrom(
    '12',
    '0.5',
    '-3',
    '09:00',
    '2030-01-31 12:00',
    'https://t.me/fuzzed_gardens',
    '@fuzzed_gardens',
    '123456:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA',
    'skip',
    'all',
  ),
  hostileText,
);
const privateChat = ({ id, first_name }: { id: number; first_name: string }) => ({
  id,
  type: 'private',
  first_name,
});
const message = fc.tuple(person, text, fc.nat({ max: 1_000 })).map(([from, words, message_id]) => ({
  message_id: message_id + 1,
  date: 1,
  from,
  chat: privateChat(from),
  text: words,
  entities: words.startsWith('/')
    ? [{ type: 'bot_command', offset: 0, length: words.split(' ')[0]?.length ?? 0 }]
    : [],
}));
const shared = message.map(({ text: _, entities: __, ...rest }) => ({
  ...rest,
  chat_shared: { request_id: 1, chat_id: -100_123 },
}));
/** So few that refunds meet payments of before with any seed. */
const charge = fc.integer({ min: 1, max: 8 });
const paid = fc
  .tuple(
    message,
    charge,
    fc.constantFrom('deposit:1500000', 'deposit:x', 'x', 'deposit:99999999999999999999'),
  )
  .map(([{ text: _, entities: __, ...rest }, number, invoice_payload]) => ({
    ...rest,
    successful_payment: {
      currency: 'XTR',
      total_amount: 1,
      invoice_payload,
      telegram_payment_charge_id: `charge-${String(number)}`,
      provider_payment_charge_id: '',
    },
  }));
const refunded = fc.tuple(message, charge).map(([{ text: _, entities: __, ...rest }, number]) => ({
  ...rest,
  refunded_payment: {
    currency: 'XTR',
    total_amount: 1,
    invoice_payload: 'deposit:1500000',
    telegram_payment_charge_id: `charge-${String(number)}`,
  },
}));
const channel = () => ({ id: order.chatId, type: 'channel', title: 'Fuzzed' });
const status = fc.constantFrom('member', 'left', 'kicked', 'administrator', 'restricted', 'creator');
const member = fc
  .tuple(person, status, status, fc.integer({ min: 0, max: 2 ** 32 }))
  .map(([user, before, after, date]) => ({
    chat: channel(),
    from: user,
    date,
    old_chat_member: { user, status: before, is_member: true },
    new_chat_member: { user, status: after, is_member: after !== 'left' },
  }));
const me = { id: 1, is_bot: true, first_name: 'O' };
const kinds: Record<string, fc.Arbitrary<object>> = {
  message: fc.oneof(
    { weight: 6, arbitrary: message },
    { weight: 1, arbitrary: shared },
    { weight: 1, arbitrary: paid },
    { weight: 1, arbitrary: refunded },
  ),
  // On few messages, so that some presses are on the one with the question.
  callback_query: fc.tuple(person, data, fc.nat({ max: 3 })).map(([from, pressed, message_id]) => ({
    id: '1',
    from,
    chat_instance: '1',
    data: pressed,
    message: { message_id: message_id + 1, date: 1, chat: privateChat(from), text: 'x' },
  })),
  chat_member: member,
  my_chat_member: member.map((update) => ({
    ...update,
    new_chat_member: { ...update.new_chat_member, user: me },
  })),
  chat_join_request: person.map((from) => ({ chat: channel(), from, user_chat_id: from.id, date: 1 })),
  pre_checkout_query: fc
    .tuple(person, fc.constantFrom('deposit:1500000', 'x'))
    .map(([from, invoice_payload]) => ({
      id: '1',
      from,
      currency: 'XTR',
      total_amount: 1,
      invoice_payload,
    })),
};

/** Right and mutated updates of a kind; `isWhole` says that nothing about it was bent. */
const update = fc
  .constantFrom(...Object.keys(kinds), 'message', 'callback_query', 'callback_query')
  .chain((kind) => {
    const right = kinds[kind] ?? fc.constant({});
    return fc.oneof(
      { weight: 4, arbitrary: right.map((content) => ({ isWhole: true, content: { [kind]: content } })) },
      {
        weight: 2,
        arbitrary: mutated(right).map((content) => ({ isWhole: false, content: { [kind]: content } })),
      },
      { weight: 1, arbitrary: hostile.map((content) => ({ isWhole: false, content: { [kind]: content } })) },
    );
  });

const isOurFault = (line: string) =>
  /^(the operator bot met an error|an update failed|an update could not be stored|an update cannot be read)/.test(
    line,
  );

function toUpdate(content: object): Update {
  // Some are no updates at all: that is what is tried.
  return { update_id: nextUpdate++, ...content };
}

/** What has been booked of payments (`xtr`) or of refunds (`refund`) so far. */
const booked = async (kind: 'xtr' | 'refund') =>
  (await dumpRows(stage.settings.DATABASE_URL)).flatMap(
    (row) => new RegExp(`^ledger_entries .*"reference":"${kind}:([^"]+)"`).exec(row)?.[1] ?? [],
  );

it(
  `${String(CASES)} hostile updates: polling goes on, no fault of ours, money once`,
  async () => {
    const startMs = performance.now();
    await fc.assert(
      fc.asyncProperty(fc.array(update, { minLength: BENT_BATCH, maxLength: BENT_BATCH }), async (batch) => {
        // Of what is bent we only ask that it ends nothing; what keeps to the platform's form must be understood.
        await bot.poll(batch.map(({ content }) => toUpdate(content)));
        await bot.settled();
      }),
      { numRuns: Math.ceil(CASES / 2 / BENT_BATCH), endOnFailure: true },
    );
    const whole = update.filter(({ isWhole }) => isWhole);
    await fc.assert(
      fc.asyncProperty(fc.array(whole, { minLength: BATCH, maxLength: BATCH }), async (batch) => {
        bot.complaints.length = 0;
        bot.calls.length = 0;
        const updates = batch.map(({ content }) => toUpdate(content));
        await bot.poll(updates);
        await bot.settled();
        // A bent payment is deferred, and tried again from time to time.
        const isAbout = (line: string) =>
          updates.some(({ update_id: id }) => line.includes(`:${String(id)},`));
        expect(bot.complaints.filter((line) => isOurFault(line) && isAbout(line))).toEqual([]);
      }),
      { numRuns: Math.ceil(CASES / 2 / BATCH), endOnFailure: true },
    );
    await expectWhole();
    writeFuzz('updates of the platform', CASES, startMs);
  },
  60_000 + CASES * 30,
);

async function expectWhole(): Promise<void> {
  const payments = await booked('xtr');
  expect(payments.length).toBeGreaterThan(0);
  expect(new Set(payments).size, 'each payment once').toBe(payments.length);
  const refunds = await booked('refund');
  expect(refunds.length).toBeGreaterThan(0);
  expect(new Set(refunds).size, 'each refund once').toBe(refunds.length);
  expect(refunds.filter((charge) => !payments.includes(charge))).toEqual([]);
  expect(await stage.service.wallet.check()).toMatchObject({
    postingsMicros: 0n,
    balancesMicros: 0n,
    entriesOutOfBalance: 0,
  });
  expect((await stage.service.checks.run()).outcome).toMatchObject({ differing: 0 });
  expect(await brokenIn(stage.settings.DATABASE_URL)).toEqual([]);
  expect((await stage.service.bots.info(publisherId, scene.botId)).bot.botId).toBe(scene.botId);
  // And a person is answered as ever.
  bot.calls.length = 0;
  const from = { id: 70_900, is_bot: false, first_name: 'Zoe', language_code: 'en' };
  const entities = [{ type: 'bot_command', offset: 0, length: 6 }];
  await bot.poll([
    toUpdate({
      message: { message_id: 1, date: 1, from, chat: privateChat(from), text: '/start', entities },
    }),
  ]);
  await bot.settled();
  await bot.stop();
  expect(
    bot.calls.filter(({ method, payload }) => method === 'sendMessage' && payload['chat_id'] === from.id),
  ).toHaveLength(1);
}
