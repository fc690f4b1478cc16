/**
 * Does this user use this bot? The platform is asked with the bot's own token, within that token's pace (`evidence.md`,
 * Contact). The api asks before it chooses the first list; what the platform does not answer then, the bot process asks
 * again, also after a restart. With the answer, the joins that waited for it are settled.
 */
import { BOT_TOKEN_PURPOSE, noteRefusedToken } from '../bots/index.js';
import type { PlatformAnswer, Presence } from '../platform.js';
import type { Ports } from '../ports.js';
import type { DueContact } from '../ports/contact-store.js';
import type { SliceSet } from '../slices.js';
import type { Settler } from '../subscriptions/index.js';
import { within } from '../within.js';

export const CONTACT_LEASE_MS = 15_000;
const CALL_MS = 5_000;
const FIRST_RETRY_MS = 2_000;
const LAST_RETRY_MS = 30 * 60_000;
/** Questions under way at once in one process; more wait in the store. */
const AT_ONCE = 200;

/** What the platform says; null when it could not say. */
export type Word = 'yes' | 'no' | null;

type Asked = Pick<DueContact, 'botId' | 'userId' | 'chatId'>;

export type Contacts = ReturnType<typeof createContacts>;

export function createContacts(ports: Ports, settler: Settler) {
  const { store, clock, log, settings } = ports;
  const underWay = new Map<string, { word: Promise<Word>; done: Promise<void> }>();

  const wordOf = async ({ botId, userId, chatId }: Asked): Promise<{ word: Word; retryAfterMs: number }> => {
    const cipher = await store.bots.tokenCipher(botId);
    // Without a token nothing can be proven, nor with one that is refused.
    if (cipher === null) return { word: 'no', retryAfterMs: 0 };
    const token = ports.vault.open(cipher, BOT_TOKEN_PURPOSE);
    const options = { deadlineMs: clock.now() + CALL_MS };
    const answers = await (chatId < 0
      ? // A group's id is below zero. Telegram says of a public one to any bot who is in it: the bot has to be, too.
        Promise.all([botId, userId].map((id) => ports.platform.presence(token, chatId, id, options)))
      : Promise.all([ports.platform.hasStarted(token, userId, options)]));
    await noteRefusedToken(ports, botId, cipher, answers);
    const retryAfterMs = Math.max(
      ...answers.map((answer) => (answer.ok ? 0 : (answer.failure.retryAfterMs ?? 0))),
    );
    return { word: wordIn(answers), retryAfterMs };
  };

  /** @returns when to settle again what waits still; null: nothing does */
  const settleWaiting = async (userId: number): Promise<number | null> => {
    const sinceMs = clock.now() - 2 * settings.ATTRIBUTION_HOURS * 3_600_000;
    const unsettled = await store.contacts.unsettled(userId, sinceMs);
    const orders = await store.orders.findMany(unsettled.map(({ orderId }) => orderId));
    const times: number[] = [];
    for (const shown of unsettled) {
      const order = orders.find(({ orderId }) => orderId === shown.orderId);
      const againAtMs = order === undefined ? null : await settler.settleWaiting(order, userId, shown);
      if (againAtMs !== null) times.push(againAtMs);
    }
    return times.length === 0 ? null : Math.min(...times);
  };

  /** The platform's word as soon as it comes; it is kept, and what waited for it settled, behind that. */
  const begin = (asked: Asked, ask: () => ReturnType<typeof wordOf>): Promise<Word> | null => {
    const key = `${String(asked.botId)}:${String(asked.userId)}`;
    const known = underWay.get(key);
    if (known !== undefined) return known.word;
    if (underWay.size >= AT_ONCE) return null;
    const answer = ask();
    const kept = answer.then(({ word }) => (word === null ? undefined : tell(asked, word)));
    const word = answer.then(
      (given) => given.word,
      () => null,
    );
    underWay.set(key, { word, done: guarded(asked, kept).finally(() => underWay.delete(key)) });
    return word;
  };

  const tell = async (asked: Asked, word: 'yes' | 'no'): Promise<void> => {
    await store.contacts.answer(asked, word, clock.now());
    await finish(asked);
  };

  /** Settles what waits. For what waits still it is due again: a block that never arrives says nothing, so the time does. */
  const finish = async (asked: Asked): Promise<void> => {
    const againAtMs = await settleWaiting(asked.userId);
    await (againAtMs === null ? store.contacts.settled(asked) : store.contacts.retry(asked, againAtMs));
    // A join may have come in between, or the block it waits for, and relied on this question.
    const missedAtMs = await settleWaiting(asked.userId);
    if (againAtMs === null && missedAtMs !== null) await store.contacts.retry(asked, missedAtMs);
  };

  const workOn = async (due: DueContact): Promise<void> => {
    // Answered before the process that asked could settle what waited; or too late to be asked about.
    if (due.state !== 'unknown') return finish(due);
    if (clock.now() >= due.untilMs) {
      await store.contacts.lapse(due, clock.now());
      return finish(due);
    }
    const { word, retryAfterMs } = await wordOf(due);
    if (word !== null) return tell(due, word);
    // No answer holds up another bot's proven impression for long: it may have waited long enough by now.
    const againAtMs = (await settleWaiting(due.userId)) ?? Infinity;
    const pauseMs = Math.min(LAST_RETRY_MS, FIRST_RETRY_MS * 2 ** Math.min(due.attempts, 20));
    const nowMs = clock.now();
    const retryAtMs = Math.max(Math.min(nowMs + pauseMs, againAtMs), nowMs + retryAfterMs);
    await store.contacts.retry(due, Math.min(retryAtMs, due.untilMs));
  };

  const guarded = async (asked: Asked, work: Promise<unknown>): Promise<void> => {
    const { botId, userId } = asked;
    await work.catch((error: unknown) => {
      // The question stays due: it is asked again.
      log.warn({ botId, userId, error: String(error) }, 'a contact could not be asked about');
    });
  };

  return {
    /**
     * Asks before the first list is chosen; resolves to what the platform says by then, null: nothing. A later answer is kept
     * and settled all the same; that there was none is for the store's question to remember (`RequestRecord.contact`).
     */
    askFirst: (asked: Asked, deadlineMs: number): Promise<Word> => {
      const word = begin(asked, () => wordOf(asked));
      return word === null ? Promise.resolve(null) : within(word, deadlineMs - clock.now());
    },
    /**
     * The platform refuses the bot's token: that proves no contact, whenever a join is reported, until the next request with
     * a token that works.
     */
    deny: async (asked: Asked) => begin(asked, () => Promise.resolve({ word: 'no', retryAfterMs: 0 })),
    /** Takes contacts of these slices (default all) that are due, for a while. */
    claim: (limit: number, slices?: SliceSet) =>
      store.contacts.claim(limit, CONTACT_LEASE_MS, clock.now(), slices),
    /** Asks about a contact that was taken, and settles what waited for it. */
    perform: workOn,
    /** What the platform has said in another way, such as a page's signature or a block's refusal. */
    tell,
    /**
     * Whether the user and the bot are in the group that a block is to go into; `unknown` where the platform does not say. It
     * is asked about that very group: that the user uses the bot elsewhere says nothing of who sees the block.
     */
    isInGroup: async (asked: Asked) => (await wordOf(asked)).word ?? 'unknown',
    /** Resolves when what `askFirst` began is done: for a process that stops, and for tests. */
    idle: async () => {
      while (underWay.size > 0) await Promise.all([...underWay.values()].map(({ done }) => done));
    },
  };
}

/** A definite no is what the platform says of the user, or of the token; anything else is no word at all. */
function wordIn(answers: readonly PlatformAnswer<boolean | Presence>[]): Word {
  if (answers.some(isNo)) return 'no';
  return answers.every((answer) => answer.ok) ? 'yes' : null;
}

function isNo(answer: PlatformAnswer<boolean | Presence>): boolean {
  if (answer.ok) return answer.value !== true && answer.value !== 'in';
  const { kind } = answer.failure;
  return kind === 'blocked' || kind === 'chat_gone' || kind === 'token_refused';
}
