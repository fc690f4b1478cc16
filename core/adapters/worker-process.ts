/**
 * Long work in a process of its own, so that it neither holds up a request nor takes its memory. It is given one task,
 * answers once, and is ended: by its answer, by its own fault, when it takes too long, or when we stop.
 */
import { type ChildProcess, fork } from 'node:child_process';

export interface WorkerTerms<Answer> {
  /** The worker's own, built or as it was written. */
  script: URL;
  withinMs: number;
  signal: AbortSignal;
  nodeOptions?: readonly string[];
  /** What stands for an answer when none came. */
  failed: (reason: string) => Answer;
}

/** None is begun where the signal is aborted already. */
export function runWorker<Answer>(task: object, terms: WorkerTerms<Answer>): Promise<Answer> {
  const { signal } = terms;
  if (signal.aborted) return Promise.resolve(terms.failed('stopped'));
  return new Promise((resolve) => {
    const child = startWorker(terms.script, terms.nodeOptions ?? []);
    const end = (answer: Answer): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', stop);
      child.kill('SIGKILL');
      resolve(answer);
    };
    const fail = (reason: string): void => end(terms.failed(reason));
    const stop = (): void => fail('stopped');
    const timer = setTimeout(() => fail('it took too long'), terms.withinMs);
    child.once('message', (answer) => end(answer as Answer));
    // One that cannot be started errs twice: once more since the task cannot be sent.
    child.on('error', (error) => fail(error.message));
    child.once('exit', (code, killedBy) => fail(`the worker ended with ${killedBy ?? String(code)}`));
    signal.addEventListener('abort', stop, { once: true });
    child.send(task);
  });
}

function startWorker(script: URL, nodeOptions: readonly string[]): ChildProcess {
  const isBuilt = script.pathname.endsWith('.js');
  return fork(script, {
    execArgv: [...(isBuilt ? [] : ['--import', 'tsx']), ...nodeOptions],
    // It is given a task, and needs no secrets.
    env: { PATH: process.env['PATH'], TZ: process.env['TZ'] },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
}
