import { ServiceError } from '../../core/errors.js';
import { ANSWERS_KEPT_MS } from '../../core/kept-answers.js';
import type { AnswerStore, Keeping } from '../../core/ports/answer-store.js';
import type { Parts } from './database.js';
import { statement, type Work } from './statement.js';

const find = statement<[call: string, sinceMs: number], { answer_cipher: string }>(
  'SELECT answer_cipher FROM kept_answers WHERE call = $1 AND at_ms > $2',
);
/** Who comes at the same time waits here. One that is out of date and not purged yet makes room. */
const keep = statement<[call: string, answerCipher: string, atMs: number, sinceMs: number]>(
  `INSERT INTO kept_answers (call, answer_cipher, at_ms) VALUES ($1, $2, $3)
   ON CONFLICT (call) DO UPDATE SET answer_cipher = excluded.answer_cipher, at_ms = excluded.at_ms
     WHERE kept_answers.at_ms <= $4`,
);

/**
 * Comes last in a step, so that no step waits for one that waits.
 * @throws ServiceError `conflict` when the call was answered meanwhile: nothing of this step stays
 */
export function* keepAnswer<Made>(keeping: Keeping<Made> | undefined, made: Made, nowMs: number): Work<void> {
  if (keeping === undefined) return;
  const kept = yield* keep.run(keeping.call, keeping.answer(made), nowMs, nowMs - ANSWERS_KEPT_MS);
  if (kept === 0) throw new ServiceError('conflict', 'This call was answered meanwhile.');
}

export function createAnswerStore({ db }: Parts): AnswerStore {
  return {
    find: async (call, sinceMs) => (await db.read(find.get(call, sinceMs)))?.answer_cipher ?? null,
  };
}
