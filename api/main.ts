/** The api: one process that answers, or several behind one port (`API_WORKERS`). */
import cluster from 'node:cluster';
import { setFlagsFromString } from 'node:v8';
import { parseSettings, SettingsError } from '../core/config.js';
import { answerRequests } from './process.js';
import { startWorkers } from './workers.js';

/**
 * What a request makes is gone with it. V8 takes what was kept while it warmed up (answers, what is remembered of orders)
 * for a sign that the same lines will go on making things to keep, puts all of those among the old ones, and whole requests
 * that they point to with them: collecting garbage then takes two to five times as long.
 */
setFlagsFromString('--no-allocation-site-pretenuring');

async function main(): Promise<void> {
  const settings = parseSettings(process.env);
  if (cluster.isWorker) {
    process.send?.(await answerRequests(settings));
    return;
  }
  const tell = (text: string) => void process.stderr.write(`${text}\n`);
  const announced =
    settings.API_WORKERS > 1 ? await startWorkers(settings, tell) : await answerRequests(settings);
  if (process.env['SPONSORGATE_ANNOUNCE'] === '1') process.stdout.write(`${JSON.stringify(announced)}\n`);
}

main().catch((error: unknown) => {
  const words = error instanceof Error ? error.message : String(error);
  process.stderr.write(`${error instanceof SettingsError ? words : `The api could not start: ${words}`}\n`);
  process.exit(1);
});
