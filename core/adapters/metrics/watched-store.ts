/** Counts what passes between the service and its store; whatever the store is, and without its knowing. */
import { Counter, Histogram, type Registry } from 'prom-client';
import type { Store } from '../../ports.js';
import type { RequestOutcome } from '../../ports/statistics-store.js';
import type { Settlement } from '../../ports/subscription-store.js';
import type { Metrics } from './metrics.js';

/** A block should be there within 150 ms of being queued. */
const BLOCK_SECONDS = [0.025, 0.05, 0.1, 0.15, 0.25, 0.5, 1, 2.5, 5, 15, 60, 600];

const outcomes = ['sponsors', 'no_sponsors', 'passed', 'error'] satisfies RequestOutcome[];

/** @returns the same store, which counts */
export function watched({ registry }: Pick<Metrics, 'registry'>, store: Store): Store {
  return {
    ...store,
    sponsors: watchSponsors(registry, store.sponsors),
    subscriptions: watchSubscriptions(registry, store.subscriptions),
    statistics: watchStatistics(registry, store.statistics),
    blocks: watchBlocks(registry, store.blocks),
    contacts: watchContacts(registry, store.contacts),
  };
}

function watchSponsors(registry: Registry, sponsors: Store['sponsors']): Store['sponsors'] {
  const pins = counter(registry, 'pins_total', 'Lists of sponsors that were pinned to a user.');
  const impressions = counter(registry, 'impressions_total', 'Sponsors that were shown to a user.');
  return {
    ...sponsors,
    record: async (...what) => {
      const [, context] = what;
      const recorded = await sponsors.record(...what);
      if (context.pin !== null) pins.inc();
      impressions.inc(context.impressions.length);
      return recorded;
    },
  };
}

function watchSubscriptions(
  registry: Registry,
  subscriptions: Store['subscriptions'],
): Store['subscriptions'] {
  const settled = counter(
    registry,
    'settlements_total',
    'Members who were settled: "counted" were paid for, or free in an own bot; "waits" for a contact; the others are not paid for, by reason.',
    ['result'],
  );
  const left = counter(
    registry,
    'unsubscribes_total',
    'Subscribers who left, by whether their charge was taken back.',
    ['reversed'],
  );
  const released = counter(registry, 'holds_released_total', 'Held money that was paid out.');
  return {
    ...subscriptions,
    settle: async (...command) => {
      const outcome = await subscriptions.settle(...command);
      const result = resultOf(outcome.settlement);
      if (result !== null) settled.inc({ result });
      return outcome;
    },
    leave: async (...command) => {
      const outcome = await subscriptions.leave(...command);
      const { leaving } = outcome;
      if (leaving.kind !== 'none') left.inc({ reversed: leaving.reverse ? 'yes' : 'no' });
      return outcome;
    },
    releaseHolds: async (...command) => {
      const count = await subscriptions.releaseHolds(...command);
      released.inc(count);
      return count;
    },
  };
}

function watchStatistics(registry: Registry, statistics: Store['statistics']): Store['statistics'] {
  const counts = counter(
    registry,
    'answers_total',
    'Answers to /get-sponsors: sponsors shown, none that suits, passed (subscribed to all), error.',
    ['outcome'],
  );
  for (const outcome of outcomes) counts.inc({ outcome }, 0);
  return {
    ...statistics,
    countRequest: (botId, day, outcome) => {
      counts.inc({ outcome });
      statistics.countRequest(botId, day, outcome);
    },
  };
}

function watchBlocks(registry: Registry, blocks: Store['blocks']): Store['blocks'] {
  const seconds = new Histogram({
    name: 'sponsorgate_block_seconds',
    help: 'From the queueing of a block to its being on the screen.',
    buckets: BLOCK_SECONDS,
    registers: [registry],
  });
  return {
    ...blocks,
    fulfilled: async (...what) => {
      await blocks.fulfilled(...what);
      const [{ queuedAtMs }] = what;
      seconds.observe(Math.max(0, Date.now() - queuedAtMs) / 1_000);
    },
  };
}

function watchContacts(registry: Registry, contacts: Store['contacts']): Store['contacts'] {
  const counts = counter(
    registry,
    'contacts_total',
    'What the platform said of users using the bot that asked: yes, no, or unknown: it did not say, and is asked again.',
    ['answer'],
  );
  for (const answer of ['yes', 'no', 'unknown']) counts.inc({ answer }, 0);
  return {
    ...contacts,
    answer: async (contact, state, nowMs) => {
      await contacts.answer(contact, state, nowMs);
      counts.inc({ answer: state });
    },
    retry: async (contact, dueAtMs) => {
      await contacts.retry(contact, dueAtMs);
      counts.inc({ answer: 'unknown' });
    },
  };
}

function counter<Label extends string = never>(
  registry: Registry,
  name: string,
  help: string,
  labelNames: Label[] = [],
): Counter<Label> {
  return new Counter({ name: `sponsorgate_${name}`, help, labelNames, registers: [registry] });
}

function resultOf(settlement: Settlement): string | null {
  if (settlement.kind === 'none') return null;
  return settlement.kind === 'free' ? settlement.reason : settlement.kind;
}
