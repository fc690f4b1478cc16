/**
 * Calls that may be repeated by a key of their caller: the first answer comes again, and nothing is done twice.
 *
 * The answer is written in the same transaction as what the call did, so neither is there without the other. Of two calls
 * at once one commits: the other's step is undone when it comes to write its answer, and it repeats the first.
 */
import { ServiceError } from './errors.js';
import type { Ports } from './ports.js';
import type { Keeping } from './ports/answer-store.js';
import { digestOf } from './vault.js';

/** What answers are sealed for. */
export const ANSWER_PURPOSE = 'kept-answer';
/** How long a call may be repeated. */
export const ANSWERS_KEPT_MS = 86_400_000;
const KEY_SHAPE = /^[\x21-\x7e]{1,255}$/;

export interface RepeatableCall {
  accountId: number;
  name: string;
  /** The caller's own; undefined: the call is not to be repeated. */
  key: string | undefined;
  parameters: unknown;
}

/** Of a call that has a key: how the answer is kept that is made of what it did. */
export type Keep<Answer> = <Made>(answerTo: (made: Made) => Answer) => Keeping<Made> | undefined;

/** Keeps of what a step did by itself what the whole call makes of it. */
export function keptAs<Part, Made>(
  keeping: Keeping<Made> | undefined,
  whole: (part: Part) => Made,
): Keeping<Part> | undefined {
  return keeping && { call: keeping.call, answer: (part) => keeping.answer(whole(part)) };
}

export function createKeptAnswers(ports: Pick<Ports, 'store' | 'vault' | 'clock'>) {
  const { store, vault, clock } = ports;
  const once = async <Answer>(
    { accountId, name, key, parameters: given }: RepeatableCall & { key: string },
    work: (keep: Keep<Answer>) => Promise<Answer>,
  ) => {
    if (!KEY_SHAPE.test(key))
      throw new ServiceError('invalid', 'Idempotency-Key: must have 1 to 255 letters, digits or signs.');
    const call = hashOf([accountId, name, key]);
    const parameters = hashOf(inOrder(given));

    const before = async () => {
      const sealed = await store.answers.find(call, clock.now() - ANSWERS_KEPT_MS);
      if (sealed === null) return null;
      // Written here alone.
      const kept = JSON.parse(vault.open(sealed, ANSWER_PURPOSE)) as { parameters: string; answer: Answer };
      if (kept.parameters !== parameters)
        throw new ServiceError('invalid', 'Idempotency-Key: it came before with other parameters.');
      return { answer: kept.answer, isRepeated: true };
    };

    const known = await before();
    if (known !== null) return known;
    const done = { isKept: false };
    const keep: Keep<Answer> = (answerTo) => ({
      call,
      answer: (made) => {
        done.isKept = true;
        return vault.seal(JSON.stringify({ parameters, answer: answerTo(made) }), ANSWER_PURPOSE);
      },
    });
    try {
      const answer = await work(keep);
      const own = { answer, isRepeated: false };
      // It found done what this very call did meanwhile.
      return done.isKept ? own : ((await before()) ?? own);
    } catch (error) {
      // Another process may have been first, or the commit came through and word of it did not.
      const meanwhile = await before();
      if (meanwhile === null) throw error;
      return meanwhile;
    }
  };

  return {
    /**
     * Does the work, unless this call was answered before: then that answer comes again. What fails is not kept.
     * @throws ServiceError `invalid` for a key that is none, or that came before with other parameters
     */
    once: async <Answer>(call: RepeatableCall, work: (keep: Keep<Answer>) => Promise<Answer>) => {
      const { key } = call;
      if (key !== undefined) return once({ ...call, key }, work);
      return { answer: await work(() => undefined), isRepeated: false };
    },
  };
}

function hashOf(value: unknown): string {
  return digestOf(JSON.stringify(value));
}

/** With the fields of every object in one order. */
function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder);
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return fields.map(([name, field]) => [name, inOrder(field)]);
}
