/**
 * Several api processes behind one port (`API_WORKERS`): this one hands each connection to the next of them, starts again
 * what falls over, and stops them all when it is stopped. Each has its own view of the catalog and counts its own limits;
 * what must hold between them stands in the store.
 */
import cluster, { type Worker } from 'node:cluster';
import type { Settings } from '../core/config.js';

const RESTART_MS = 1_000;

/** Addresses that a worker announces once it answers; `metrics` is the worker's own. */
type Announced = Readonly<Record<string, string>>;

/**
 * Starts the workers; resolves when all answer, with where.
 * @param report receives lines for the operator
 * @throws when one of them ends before it answers
 */
export async function startWorkers(
  { API_WORKERS, METRICS_PORT }: Settings,
  report: (text: string) => void,
): Promise<Announced> {
  let isStopping = false;
  const timers = new Set<NodeJS.Timeout>();

  const launch = async (index: number): Promise<Announced> => {
    const worker = cluster.fork(metricsPortOf(METRICS_PORT, index));
    const announced = await announcement(worker);
    worker.once('exit', (code, signal) => {
      if (isStopping) return;
      report(`An api worker ended (${signal === '' ? String(code) : signal}); starting another.`);
      again(index);
    });
    return announced;
  };

  const again = (index: number): void => {
    const timer = setTimeout(() => {
      timers.delete(timer);
      launch(index).catch((error: unknown) => {
        report(String(error));
        if (!isStopping) again(index);
      });
    }, RESTART_MS);
    timers.add(timer);
  };

  const stop = (): void => {
    if (isStopping) return;
    isStopping = true;
    for (const timer of timers) clearTimeout(timer);
    for (const worker of Object.values(cluster.workers ?? {})) worker?.process.kill('SIGTERM');
    // With its last worker gone nothing keeps this process.
    if (process.connected) process.disconnect();
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, stop);
  process.once('disconnect', stop);

  const all = Promise.all(Array.from({ length: API_WORKERS }, (_, index) => launch(index)));
  // The others would lose this process while they start, and fail with a trace below the words that count.
  all.catch(stop);
  const [first = {}] = await all;
  // Who started us may have gone before we listened.
  if ('connected' in process && !process.connected) stop();
  return first;
}

/** Each worker serves its own metrics, on consecutive ports. */
function metricsPortOf(port: number | undefined, index: number): Record<string, string> {
  return port === undefined || port === 0 ? {} : { METRICS_PORT: String(port + index) };
}

function announcement(worker: Worker): Promise<Announced> {
  return new Promise((resolve, reject) => {
    worker.once('exit', (code) => {
      reject(new Error(`An api worker ended with ${String(code)} before it answered; see above.`));
    });
    worker.once('message', resolve);
  });
}
