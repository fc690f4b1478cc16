/**
 * JSON that rows keep: each kind is written and read here alone. What an older version of the service wrote gets a value for
 * every field that came later, and where it has null for what is never null. While an upgrade goes on, a process of the
 * version before reads what this one writes: so fields are added, and none changes its meaning.
 */
import { noPage } from '../../core/audience/index.js';
import { alwaysOpen, defaultTargeting, type Schedule, type Targeting } from '../../core/terms/index.js';
import type { BotPage } from '../../core/ports/audience-store.js';
import type { BlockContent } from '../../core/ports/block-store.js';
import type { CheckOutcome, CheckPass, Difference } from '../../core/ports/check-store.js';
import type { NewNotification } from '../../core/ports/notification-store.js';
import type { Order } from '../../core/ports/order-store.js';
import type { Quality, StoredQuality } from '../../core/ports/quality-store.js';

type Stored = Readonly<Record<string, unknown>>;

export interface StoredJson<Value> {
  read(text: string): Value;
  write(value: Value): string;
}

/**
 * @param missing builds the defaults of fields that a text lacks
 * @param nullable fields whose null means something, though it is not what they are by default
 */
function kept<Value extends object>(
  missing: () => Value,
  nullable: readonly (keyof Value & string)[] = [],
): StoredJson<Value> {
  const names = Object.keys(missing());
  return {
    read: (text) => {
      const stored = objectIn(JSON.parse(text));
      // Nearly every text has all fields: then no defaults are built.
      const isWhole = !names.some((name) => isLacking(stored, name, nullable));
      return isWhole ? (stored as Value) : filled(stored, missing(), nullable);
    },
    write: (value) => JSON.stringify(value),
  };
}

function objectIn(value: unknown): Stored {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  return isObject ? (value as Stored) : {};
}

function isLacking(stored: Stored, name: string, nullable: readonly string[]): boolean {
  return stored[name] === undefined || (stored[name] === null && !nullable.includes(name));
}

function filled<Value extends object>(
  stored: Stored,
  missing: Value,
  nullable: readonly string[] = [],
): Value {
  const lacking = Object.entries(missing).filter(([name]) => isLacking(stored, name, nullable));
  return { ...stored, ...Object.fromEntries(lacking) } as Value;
}

/** Each of a list of things. */
function each<Value extends object>(list: readonly Value[], missing: () => Value): Value[] {
  return list.map((one) => filled(objectIn(one), missing()));
}

function changed<Stored, Value>(
  kind: StoredJson<Stored>,
  from: (stored: Stored) => Value,
  to: (value: Value) => Stored,
): StoredJson<Value> {
  return { read: (text) => from(kind.read(text)), write: (value) => kind.write(to(value)) };
}

/** `languages` null takes users of every language (`interface.md`, user_parameters). */
export const targetings: StoredJson<Targeting> = kept(defaultTargeting, ['languages']);
export const schedules: StoredJson<Schedule> = kept(alwaysOpen);
export const coefficients: StoredJson<Order['coefficients']> = kept(() => ({}));
export const notificationFacts: StoredJson<NewNotification['facts']> = kept(() => ({}));

/** Codes of /filters, and the like. */
export const codeLists: StoredJson<string[]> = {
  read: (text) => {
    const stored: unknown = JSON.parse(text);
    return Array.isArray(stored) ? stored.map(String) : [];
  },
  write: (codes) => JSON.stringify(codes),
};

type Sponsors = BlockContent & { kind: 'sponsors' };
const NO_BUTTON = () => ({ text: '', url: '' });

export const blockContents: StoredJson<BlockContent> = changed(
  kept<{ kind: BlockContent['kind']; language: string }>(() => ({ kind: 'sponsors', language: 'en' })),
  (stored): BlockContent => {
    const { kind, language } = stored;
    if (kind === 'gender' || kind === 'age') return { kind, language };
    if (kind === 'form') return filled({ ...stored }, { kind, language, url: '' });
    const { buttons } = filled<Sponsors>({ ...stored }, { kind: 'sponsors', language, buttons: [] });
    return { kind: 'sponsors', language, buttons: each(buttons, NO_BUTTON) };
  },
  (content) => content,
);

export const botPages: StoredJson<BotPage> = kept(() => ({ ...noPage }));

/** What is counted of a day: lists of pairs, since maps have no words in JSON. */
export interface StoredShares {
  traits: [trait: string, value: string, users: number][];
  botThemes: [theme: string, bots: number][];
  adThemes: [theme: string, orders: number][];
}

export const dailyShares: StoredJson<StoredShares> = kept(() => ({
  traits: [],
  botThemes: [],
  adThemes: [],
}));

export const emptyOutcome = (): CheckOutcome => ({
  differences: [],
  differing: 0,
  differingMoney: 0,
  entries: 0,
  subscribers: 0,
  orders: 0,
  bots: 0,
  checked: null,
  fullDay: null,
});

/** JSON has no bigint. */
type DifferenceInWords = Omit<Difference, 'expected' | 'found'> & { expected: string; found: string };
type OutcomeInWords = Omit<CheckOutcome, 'differences'> & { differences: DifferenceInWords[] };
const NO_DIFFERENCE = (): DifferenceInWords => ({ subject: 'entry', place: {}, expected: '0', found: '0' });
const fromWords = ({ differences, ...outcome }: OutcomeInWords): CheckOutcome => ({
  ...outcome,
  differences: each(differences, NO_DIFFERENCE).map(({ expected, found, ...rest }) => ({
    ...rest,
    expected: BigInt(expected),
    found: BigInt(found),
  })),
});
const inWords = ({ differences, ...outcome }: CheckOutcome): OutcomeInWords => ({
  ...outcome,
  differences: differences.map(({ expected, found, ...rest }) => ({
    ...rest,
    expected: String(expected),
    found: String(found),
  })),
});

const NO_OUTCOME = (): OutcomeInWords => inWords(emptyOutcome());

/** `checked` and `fullDay` are null where an older version wrote them: then the next check looks at everything. */
export const checkOutcomes: StoredJson<CheckOutcome> = changed(kept(NO_OUTCOME), fromWords, inWords);

export const checkPasses: StoredJson<CheckPass> = changed(
  kept<Omit<CheckPass, 'outcome'> & { outcome: OutcomeInWords }>(() => ({
    since: null,
    to: { entryId: 0, day: 0 },
    part: null,
    place: null,
    last: 0,
    openEntryId: null,
    outcome: NO_OUTCOME(),
  })),
  ({ outcome, ...pass }) => ({ ...pass, outcome: fromWords(filled({ ...outcome }, NO_OUTCOME())) }),
  ({ outcome, ...pass }) => ({ ...pass, outcome: inWords(outcome) }),
);

/** The findings on a bot's quality, without the factor. `toldDay`: when moderators were notified. */
export type Found = Omit<Quality, 'factor'> & { toldDay: StoredQuality['notifiedDay'] };

export const foundQualities: StoredJson<Found> = kept(() => ({
  causes: [],
  joins: 0,
  curve: [],
  toldDay: null,
}));
