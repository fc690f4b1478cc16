/** The api: one process that answers, or several behind one port (`API_WORKERS`). */
import cluster from 'node:cluster';
import { parseSettings, SettingsError } from '../core/config.js';
import { answerRequests } from './process.js';
import { startWorkers } from './workers.js';

// What reads our words, such as a program that keeps the log, may end before we do.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);

async function main(): Promise<void> {
  const settings = parseSettings(process.env);
  if (cluster.isWorker) {
    process.send?.(await answerRequests(settings));
    return;
  }
  const report = (text: string) => void process.stderr.write(`${text}\n`);
  const announced =
    settings.API_WORKERS > 1 ? await startWorkers(settings, report) : await answerRequests(settings);
  if (process.env['SPONSORGATE_ANNOUNCE'] === '1') process.stdout.write(`${JSON.stringify(announced)}\n`);
}

main().catch((error: unknown) => {
  const words = error instanceof Error ? error.message : String(error);
  process.stderr.write(`${error instanceof SettingsError ? words : `The api could not start: ${words}`}\n`);
  process.exit(1);
});
