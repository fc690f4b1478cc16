/** A day on which thousands joined is added up in parts, between which other work has its turn. */
import { expect, test } from 'vitest';
import { fill, PRICE } from '../../tools/bench/fill.js';
import { ADVERTISER, BOT, populate } from './makers.js';
import { sqliteStage } from './run.js';

const JOINS = 12_000;
/** Of 5,000 each. */
const PARTS = 3;

test('other work has its turn while a large day of a wallet is added up', async () => {
  const { store, path, close } = await sqliteStage();
  await populate(store);
  fill(path, BOT, 0, JOINS, { daysAgo: 1, days: 1 });
  let turns = 0;
  let isAsked = true;
  const other = () => {
    turns += 1;
    if (isAsked) setImmediate(other);
  };
  setImmediate(other);
  const found = await store.ledger.turnover(ADVERTISER, { fromMs: 0, toMs: Date.now() });
  isAsked = false;
  expect(found.find(({ kind }) => kind === 'charge')).toMatchObject({
    entries: JOINS,
    amountMicros: BigInt(-JOINS * PRICE),
  });
  expect(turns).toBeGreaterThanOrEqual(PARTS - 1);
  await close();
});
