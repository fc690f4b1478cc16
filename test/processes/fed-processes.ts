/** Bot processes that a test feeds with updates: for what must not hang on how updates come, or on who is killed when. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import type { Update } from 'grammy/types';

/** How a run is fed. */
export interface Feeding {
  /** As many updates as are handed over each time; the last holds from then on. */
  batches: readonly number[];
  /** What time it is when the updates up to this one are handed over. */
  nowMs: (last: Update) => number;
  /** The process is killed at this command to the store, its successor at the next; those after them live. */
  kills: readonly number[];
}

/** What a process tells; one of them. */
interface Told {
  confirmed?: number;
  isReady?: true;
  isClosed?: true;
}

const script = path.resolve(import.meta.dirname, 'fed-process.mjs');

export class FedProcesses {
  readonly #ready: Promise<ChildProcess>[] = [];
  readonly #all = new Set<ChildProcess>();
  /** Processes that were killed. */
  killed = 0;

  /** Starting takes longer than a run: so many are started ahead. */
  constructor(ahead: number) {
    for (let number = 0; number < ahead; number += 1) this.#ready.push(this.#start());
  }

  /** Feeds the updates to bot processes over this database, until all are done with. */
  async run(
    environment: Record<string, string>,
    updates: readonly Update[],
    feeding: Feeding,
  ): Promise<void> {
    const kills = [...feeding.kills];
    for (let confirmed = 0, number = 0; ;) {
      const killAt = kills.shift() ?? null;
      const child = await (this.#ready.shift() ?? this.#start());
      if (killAt !== null) this.#ready.push(this.#start());
      const outcome = await this.#feed(
        child,
        { environment, killAt },
        { updates, feeding, confirmed, number },
      );
      ({ confirmed, number } = outcome);
      if (!outcome.isKilled) {
        this.#ready.unshift(Promise.resolve(child));
        return;
      }
      this.killed += 1;
    }
  }

  close(): void {
    for (const child of this.#all) child.kill('SIGKILL');
  }

  async #start(): Promise<ChildProcess> {
    const child = fork(script, [], { execArgv: [] });
    this.#all.add(child);
    child.once('exit', () => this.#all.delete(child));
    await once(child, 'message');
    return child;
  }

  /** Until the process has done with all updates, or ends. What it has not confirmed is handed over again. */
  #feed(
    child: ChildProcess,
    order: { environment: Record<string, string>; killAt: number | null },
    at: { updates: readonly Update[]; feeding: Feeding; confirmed: number; number: number },
  ): Promise<{ confirmed: number; number: number; isKilled: boolean }> {
    const { updates, feeding } = at;
    let { confirmed, number } = at;
    return new Promise((resolve, reject) => {
      const end = (isKilled: boolean) => {
        child.removeAllListeners('message');
        child.removeListener('exit', gone);
        resolve({ confirmed, number, isKilled });
      };
      const gone = (code: number | null, signal: string | null) => {
        if (signal === 'SIGKILL' && order.killAt !== null) end(true);
        else reject(new Error(`the bot process ended by itself: ${String(code ?? signal)}`));
      };
      child.once('exit', gone);
      child.on('message', (told: Told) => {
        if (told.isClosed === true) end(false);
        if (told.confirmed === undefined) return;
        confirmed = Math.max(confirmed, told.confirmed);
        const size = feeding.batches[Math.min(number, feeding.batches.length - 1)] ?? 1;
        const batch = updates.filter(({ update_id }) => update_id >= confirmed).slice(0, size);
        const last = batch.at(-1);
        number += 1;
        if (child.connected)
          child.send(
            last === undefined ? { isEnd: true } : { updates: batch, nowMs: feeding.nowMs(last) },
            () => undefined,
          );
      });
      child.send(order);
    });
  }
}
