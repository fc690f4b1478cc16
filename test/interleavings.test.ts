/**
 * What is booked does not hang on when the service hears of it: a day with updates that come late, out of order, or after
 * the bot process was down, next to the same day as it happened.
 */
import { describe, expect, it } from 'vitest';
import { eventfulDay } from '../tools/simulation/eventful-day.js';
import { type Booked, type Delivery, playTwice, standingIn } from '../tools/simulation/interleavings.js';
import { oldRules } from '../tools/simulation/zoo/old-rules.js';
import { partOf, seedOf, timesOf } from './support/part.js';

const LIMIT_MS = 60_000;
const incidents = { revisesPrices: true, removes: true };
const everyMinute: Delivery = { everyMs: 60_000, isShuffled: false, downHours: null };
const deliveries: Record<string, Delivery> = {
  'a minute late': everyMinute,
  'a minute late and in any order': { ...everyMinute, isShuffled: true },
  'after five hours without the bot process': { ...everyMinute, downHours: { from: 4, to: 9 } },
  'after a day without the bot process': { ...everyMinute, downHours: { from: 4, to: 27 } },
};
/** `DAYS=400 FC_SEED=5000 npx vitest run test/interleavings.test.ts` plays as many from there; the suite draws a few with each run. */
const DAYS = Number(process.env['DAYS'] ?? timesOf(60, 0.1));
const eventfulDays = () => Array.from({ length: DAYS }, (_, day) => seedOf() + day);

/** Eventful days that differed once, with what was decided by when it was heard of. */
const DIFFERED: readonly [seed: number, because: string][] = [
  [100_342, 'a bot whose token was refused was asked about again with the settlement: at once, or too late'],
  [102_108, 'likewise: with the token refused, or working again'],
  [100_035, 'two bots of ours lost their rights, of which both were told when both had them again'],
  [
    101_241,
    'a list of after the join made the impression of another bot newer, and the join was settled later',
  ],
  [103_156, 'likewise'],
  [103_779, 'likewise'],
  [104_345, 'likewise'],
  [106_430, 'likewise'],
  [
    401_287,
    'a return was taken for the join that an answer had found before, since the update of the leaving came last',
  ],
  [
    404_600,
    'another bot of ours took an order over by a late update, and joins counted as unseen until then',
  ],
];

/** In it users are shown a sponsor unasked, join, and press the button while the process is down. */
const BLIND_SEED = 11;

describe('the ledger of a day', () => {
  it.each(Object.entries(deliveries))(
    'is the same where updates come %s',
    async (_name, delivery) => {
      for (const seed of partOf([1, 2, 3, 4, 5, 6, 7, 8, 9, 10], 3)) {
        const { booked, inOrder } = await playTwice(seed, delivery, incidents);
        expect(booked.entries.size).toBeGreaterThan(3);
        expect({ seed, ...standingIn(booked) }).toEqual({ seed, ...standingIn(inOrder) });
      }
    },
    LIMIT_MS,
  );

  it(
    'is the same on days on which anything happens, however updates come',
    async () => {
      for (const seed of eventfulDays()) {
        const { delivery, incidents: happens } = eventfulDay(seed);
        const { booked, inOrder } = await playTwice(seed, delivery, happens);
        const about = { seed, delivery, happens };
        expect({ about, ...standingIn(booked) }).toEqual({ about, ...standingIn(inOrder) });
      }
    },
    LIMIT_MS + DAYS * 10_000,
  );

  it.each(DIFFERED)(
    'is the same on day %i, which differed once: %s',
    async (seed) => {
      const { delivery, incidents: happens } = eventfulDay(seed);
      const { booked, inOrder } = await playTwice(seed, delivery, happens);
      expect(standingIn(booked)).toEqual(standingIn(inOrder));
    },
    LIMIT_MS,
  );

  it(
    'is the same where users who were not asked about press the button while the process is down',
    async () => {
      const { 'after a day without the bot process': delivery = everyMinute } = deliveries;
      const { booked, inOrder } = await playTwice(BLIND_SEED, delivery, incidents);
      expect(textOf(booked)).toBe(textOf(inOrder));
    },
    LIMIT_MS,
  );

  it(
    'differs where only the last update of a batch is looked at',
    async () => {
      const { 'after a day without the bot process': delivery = everyMinute } = deliveries;
      const { mutation } = oldRules.batch;
      const isSame = async (seed: number) => {
        const { booked, inOrder } = await playTwice(seed, delivery, incidents, mutation);
        return textOf(booked) === textOf(inOrder);
      };
      let seed = 1;
      while (seed <= 6 && (await isSame(seed))) seed += 1;
      expect(seed, 'six days, all the same').toBeLessThanOrEqual(6);
    },
    LIMIT_MS,
  );
});

function textOf({ entries, balances }: Booked): string {
  return JSON.stringify([[...entries], [...balances]]);
}
