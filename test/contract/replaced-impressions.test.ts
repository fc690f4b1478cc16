/** What a later list changes of an impression: a join of before it is settled by what was shown then. */
import { expect, test } from 'vitest';
import { NEWER_AFTER_MS } from '../../core/evidence/index.js';
import type { RequestRecord } from '../../core/ports/sponsor-store.js';
import type { ImpressionFacts, Settlement, SettlementFacts } from '../../core/ports/subscription-store.js';
import { listed, populate, PRICE, requestRecord, settle, show } from './makers.js';
import { contract, START_MS } from './run.js';

const USER = 42;

contract('replaced impressions', (stage) => {
  const record = (more: Partial<RequestRecord>) => stage().store.sponsors.record(USER, requestRecord(more));

  test('what a list changes of an impression is kept as it was', async () => {
    const { store } = stage();
    await populate(store);
    await show(store, USER, 1);
    const replaced = async () => {
      const kept: (ImpressionFacts['replaced'] | undefined)[] = [];
      const decide = ({ impressions }: SettlementFacts): Settlement => {
        kept.push(impressions[0]?.replaced);
        return { kind: 'none' };
      };
      await settle(store, 1, USER, { decide, nowMs: START_MS + NEWER_AFTER_MS });
      return kept.at(-1);
    };
    await record({ nowMs: START_MS + 1, impressions: [listed(1, PRICE, { how: 'repeated' })] });
    await record({ nowMs: START_MS + 2, impressions: [listed(1, PRICE)] });
    expect(await replaced()).toEqual([]);
    const first = { shownAtMs: START_MS, priceMicros: PRICE, hasOwnLink: false };
    await record({ nowMs: START_MS + 3, impressions: [listed(1, 5n)] });
    const cheaper = { untilMs: START_MS + 3, ...first };
    expect(await replaced(), 'another price').toEqual([cheaper]);
    await record({ nowMs: START_MS + 4, impressions: [listed(1, 5n, { how: 'engaged' })] });
    const engaged = { ...first, untilMs: START_MS + 4, priceMicros: 5n };
    expect(await replaced(), 'engaged').toEqual([cheaper, engaged]);
    const later = START_MS + 4 + NEWER_AFTER_MS;
    await record({ nowMs: later, impressions: [listed(1, 5n)] });
    const newer = { ...engaged, untilMs: later, shownAtMs: START_MS + 4 };
    expect(await replaced(), 'newer').toEqual([cheaper, engaged, newer]);
    for (let more = 1; more <= 7; more++)
      await record({ nowMs: later + more, impressions: [listed(1, BigInt(5 + more))] });
    const last = await replaced();
    expect(
      last?.map(({ priceMicros }) => priceMicros),
      'the last eight',
    ).toEqual([5n, 5n, 6n, 7n, 8n, 9n, 10n, 11n]);
  });
});
