/** Counts what passes between the service and its store; whatever the store is, and without its knowing. */
import type { Registry } from 'prom-client';
import type { Store } from '../../ports.js';
import type { RequestOutcome } from '../../ports/statistics-store.js';
import type { Leaving, Settlement } from '../../ports/subscription-store.js';
import { bucketFamily, type Count, type CountFamily, countFamily } from './tally.js';

/** A block should be there within 150 ms of being queued. */
const BLOCK_SECONDS = [0.025, 0.05, 0.1, 0.15, 0.25, 0.5, 1, 2.5, 5, 15, 60, 600];

const answers: Record<RequestOutcome, true> = {
  sponsors: true,
  no_sponsors: true,
  passed: true,
  error: true,
};

/** @returns the same store, which counts */
export function watchStore(registry: Registry, store: Store): Store {
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
  const pins = single(registry, 'sponsorgate_pins_total', 'Lists of sponsors that were pinned to a user.');
  const impressions = single(
    registry,
    'sponsorgate_impressions_total',
    'Sponsors that were shown to a user.',
  );
  return {
    ...sponsors,
    record: async (...what) => {
      const [, context] = what;
      const recorded = await sponsors.record(...what);
      if (context.pin !== null) pins.add();
      impressions.add(context.impressions.length);
      return recorded;
    },
  };
}

function watchSubscriptions(
  registry: Registry,
  subscriptions: Store['subscriptions'],
): Store['subscriptions'] {
  const settled = remembered(
    countFamily(registry, {
      name: 'sponsorgate_settlements_total',
      help: 'Members who were settled: "counted" were paid for, or free in an own bot; "waits" for a contact; for the others nobody pays, by reason.',
      labels: ['result'],
    }),
  );
  const left = remembered(
    countFamily(registry, {
      name: 'sponsorgate_unsubscribes_total',
      help: 'Subscribers who left, by whether their charge was taken back.',
      labels: ['reversed'],
    }),
  );
  const released = single(registry, 'sponsorgate_holds_released_total', 'Held money that was paid out.');
  return {
    ...subscriptions,
    settle: async (...command) => {
      const outcome = await subscriptions.settle(...command);
      const result = resultOf(outcome.settlement);
      if (result !== null) settled(result).add();
      return outcome;
    },
    leave: async (...command) => {
      const outcome = await subscriptions.leave(...command);
      const reversed = reversalOf(outcome.leaving);
      if (reversed !== null) left(reversed).add();
      return outcome;
    },
    releaseHolds: async (...command) => {
      const count = await subscriptions.releaseHolds(...command);
      released.add(count);
      return count;
    },
  };
}

function watchStatistics(registry: Registry, statistics: Store['statistics']): Store['statistics'] {
  const family = countFamily(registry, {
    name: 'sponsorgate_answers_total',
    help: 'Answers to /get-sponsors: sponsors shown, none that suits, passed (subscribed to all), error.',
    labels: ['outcome'],
  });
  const counts = new Map((Object.keys(answers) as RequestOutcome[]).map((name) => [name, family.of(name)]));
  return {
    ...statistics,
    countRequest: (botId, day, outcome) => {
      counts.get(outcome)?.add();
      statistics.countRequest(botId, day, outcome);
    },
  };
}

function watchBlocks(registry: Registry, blocks: Store['blocks']): Store['blocks'] {
  const seconds = bucketFamily(registry, BLOCK_SECONDS, {
    name: 'sponsorgate_block_seconds',
    help: 'From the queueing of a block to its being on the screen.',
  }).of();
  return {
    ...blocks,
    fulfilled: async (claimed, shown, nowMs) => {
      await blocks.fulfilled(claimed, shown, nowMs);
      seconds.observe(Math.max(0, Date.now() - claimed.queuedAtMs) / 1_000);
    },
  };
}

function watchContacts(registry: Registry, contacts: Store['contacts']): Store['contacts'] {
  const family = countFamily(registry, {
    name: 'sponsorgate_contacts_total',
    help: 'What the platform said of users using the bot that asked: yes, no, or unknown: it did not say, and is asked again.',
    labels: ['answer'],
  });
  const counts = { yes: family.of('yes'), no: family.of('no'), unknown: family.of('unknown') };
  return {
    ...contacts,
    answer: async (contact, state, nowMs) => {
      await contacts.answer(contact, state, nowMs);
      counts[state].add();
    },
    retry: async (contact, dueAtMs) => {
      await contacts.retry(contact, dueAtMs);
      counts.unknown.add();
    },
  };
}

function single(registry: Registry, name: string, help: string): Count {
  return countFamily(registry, { name, help }).of();
}

/** Children of a family with one label whose values are few, found once each. */
function remembered(family: CountFamily): (value: string) => Count {
  const children = new Map<string, Count>();
  return (value) => {
    const known = children.get(value) ?? family.of(value);
    children.set(value, known);
    return known;
  };
}

function resultOf(settlement: Settlement): string | null {
  if (settlement.kind === 'none') return null;
  return settlement.kind === 'free' ? settlement.reason : settlement.kind;
}

function reversalOf(leaving: Leaving): string | null {
  if (leaving.kind === 'none') return null;
  return leaving.reverse ? 'yes' : 'no';
}
