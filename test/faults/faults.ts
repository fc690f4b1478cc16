/** What was put into the code by hand, to see the tests fail. Texts are short: a change of the code moves few of them. */
export interface Fault {
  /** What is wrong with it, as a sentence. */
  what: string;
  file: string;
  /** Stands exactly once in the file. */
  text: string;
  becomes: string;
  /** The smallest test files that see it. */
  tests: readonly string[];
  /** Over which database the tests run; SQLite where it is left out. */
  store?: 'postgres';
}

type Row = readonly [what: string, file: string, text: string, becomes: string, ...tests: string[]];

const EVIDENCE = 'core/evidence/evidence.ts';
const SETTLEMENT = 'test/core/settlement.test.ts';
const CHECKS = 'test/bot/checks.test.ts';

const rows: readonly Row[] = [
  // Subscriptions and what the platform tells.
  [
    'An `out` that the platform does not repeat holds for a day.',
    'core/subscriptions/verify.ts',
    'OUT_HOLDS_MS = 60_000',
    'OUT_HOLDS_MS = 86_400_000',
    CHECKS,
  ],
  [
    'An answer of `left` wipes a pending join request, when a check asks.',
    'core/subscriptions/verify.ts',
    "if (known?.state === 'requested' && state === 'out')",
    "if (known?.state === 'requested' && state !== 'out')",
    CHECKS,
  ],
  [
    'An answer of `left` wipes a pending join request, in the look for joins that nobody saw.',
    'core/subscriptions/unseen.ts',
    "if (known?.state === 'requested' && !answer.value) return true;",
    '',
    CHECKS,
  ],
  [
    '`requested` counts for a check where the chat takes no requests.',
    'core/subscriptions/verify.ts',
    ' && order.resource.takesJoinRequests);',
    ');',
    CHECKS,
  ],
  [
    '`requested` is paid for where the chat takes no requests.',
    EVIDENCE,
    '(isMereRequest(membership) && !order.takesJoinRequests)',
    'false',
    SETTLEMENT,
  ],
  [
    "A webhook's connected address is not looked at.",
    'core/adapters/outgoing/webhook-sender.ts',
    "!isPublicAddress(socket.remoteAddress ?? '')",
    'false',
    'test/core/outgoing.test.ts',
  ],
  [
    'Joins found after our rights were gone count from when they are found.',
    'core/subscriptions/unseen.ts',
    'Math.max(lostAtMs, known?.checkedAtMs ?? 0)',
    'clock.now()',
    'test/bot/unseen.test.ts',
  ],
  // Evidence.
  ['A suspicious user is paid for.', EVIDENCE, 'if (facts.isSuspicious)', 'if (false)', SETTLEMENT],
  [
    'One join is paid for twice, over two orders.',
    EVIDENCE,
    'if (facts.isPaidFor)',
    'if (false)',
    SETTLEMENT,
  ],
  [
    'One more than `quantity_day` is charged.',
    EVIDENCE,
    'order.today >= (order.quantityDay',
    'order.today > (order.quantityDay',
    SETTLEMENT,
  ],
  [
    'One more than `quantity_all` is charged.',
    EVIDENCE,
    'order.quantityNow >= order.quantityAll',
    'order.quantityNow > order.quantityAll',
    SETTLEMENT,
  ],
  ['A member who came back is paid for.', EVIDENCE, 'if (join.isAgain)', 'if (false)', SETTLEMENT],
  ['An unproven impression pays.', EVIDENCE, "if (proof !== 'untrusted') return false;", '', SETTLEMENT],
  [
    'A weaker proof wins while the stronger one is under way.',
    EVIDENCE,
    'const hasTime = winner === undefined ||',
    'const hasTime = winner === undefined &&',
    SETTLEMENT,
  ],
  [
    'An untrusted bot brings more in a day than it may.',
    EVIDENCE,
    'if (isUntrusted && winner',
    'if (!isUntrusted && winner',
    SETTLEMENT,
  ],
  [
    'Clicks of one address are paid for without a bound.',
    EVIDENCE,
    'opening.paidToday >= rules.clicksPerAddressDay',
    'false',
    SETTLEMENT,
  ],
  [
    'What an untrusted bot says of a click is believed.',
    EVIDENCE,
    'opening?.isSigned === true',
    'true',
    SETTLEMENT,
  ],
  [
    "One's own free placement is charged.",
    EVIDENCE,
    'order.isFree && isOwn(impression, order) ? 0n',
    'false ? 0n',
    SETTLEMENT,
  ],
  // Money.
  [
    'A charge is made that the balance does not hold.',
    EVIDENCE,
    'return spendable(facts) < priceOf',
    'return -1n > priceOf',
    SETTLEMENT,
  ],
  [
    'A hold of new publishers is released early.',
    'core/subscriptions/settlement.ts',
    'isNew ? rules.newPublisherHoldMs : 0',
    'isNew ? 0 : 0',
    SETTLEMENT,
  ],
  [
    'Who leaves after the hold is paid back.',
    'core/subscriptions/settlement.ts',
    'stayedMs < (subscriptionStatus.holdMs ?? holdMs)',
    'stayedMs <= 2 * (subscriptionStatus.holdMs ?? holdMs)',
    SETTLEMENT,
  ],
  [
    'A leaving is paid back twice.',
    'core/subscriptions/settlement.ts',
    "if (subscriptionStatus.state === 'unsubscribed' || !isWatched)",
    'if (!isWatched)',
    SETTLEMENT,
  ],
  [
    'A withdrawal pays more than is missing.',
    'core/subscriptions/settlement.ts',
    'amountMicros < missing ? amountMicros : missing',
    'amountMicros',
    SETTLEMENT,
  ],
  [
    'A share is rounded down instead of to even.',
    'core/money.ts',
    'return roundHalfEven(multiplyRatios({ numerator: micros, denominator: 1n }, ratio));',
    'return (micros * ratio.numerator) / ratio.denominator;',
    'test/core/money.test.ts',
  ],
  [
    'The rest of a split is made anew.',
    'core/money.ts',
    'rest: whole - part',
    'rest: whole',
    'test/core/money.test.ts',
  ],
  [
    'A removed subscriber is paid back as one who left.',
    'core/subscriptions/settle.ts',
    'if (membership.wasRemoved) return remove(order, userId);',
    '',
    'test/bot/leaving.test.ts',
  ],
  [
    "Somebody else's withdrawal can be cancelled.",
    'core/ledger/withdrawals.ts',
    'if (withdrawal?.accountId !== accountId)',
    'if (withdrawal === null)',
    'test/bot/operator-wallet.test.ts',
    'test/bot/strangers.test.ts',
  ],
  // The list.
  [
    'The list changes while it is pinned.',
    'core/sponsors/request.ts',
    "if (context.pin !== null && request.action !== 'newtask')",
    "if (context.pin === null && request.action !== 'newtask')",
    'test/cases/pinning.test.ts',
  ],
  [
    'A done `task` is not deleted.',
    'core/sponsors/request.ts',
    "unpin: request.action === 'task' &&",
    "unpin: request.action !== 'task' &&",
    'test/cases/pinning.test.ts',
  ],
  // Targeting.
  [
    'A schedule across midnight never opens.',
    'core/orders/schedule.ts',
    'endMs > startMs ? endMs : endMs + DAY_MS',
    'endMs',
    'test/core/schedule.test.ts',
  ],
];

const faultOf = ([what, file, text, becomes, ...tests]: Row): Fault => ({ what, file, text, becomes, tests });

export const faults: readonly Fault[] = rows.map(faultOf);
