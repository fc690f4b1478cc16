/** What a worker process does with the one task it is sent (`core/adapters/worker-process.ts`). */
import { constants, setPriority } from 'node:os';

interface Failed {
  kind: 'failed';
  reason: string;
}

/** Answers the task by what is made of it, or says why nothing was, and ends. */
export function answerTask(make: (task: never) => Promise<{ kind: string }>): void {
  // Where processors are scarce, those who answer requests go first.
  setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
  // The answer is not awaited any more: the task becomes due again.
  process.once('disconnect', () => process.exit(1));
  process.once('message', (task: unknown) => {
    void make(task as never)
      .catch((error: unknown): Failed => ({
        kind: 'failed',
        reason: error instanceof Error ? error.message : String(error),
      }))
      .then((answer) => process.send?.(answer, () => process.exit(answer.kind === 'failed' ? 1 : 0)));
  });
}
