/** The bot process: the operator bot, the blocks and notifications that wait in the store, and what is done from time to time. */
import type { Logger } from 'pino';
import { startBackups } from '../core/adapters/backup-runner.js';
import { createInfrastructure, type Infrastructure } from '../core/adapters/index.js';
import { createLogger } from '../core/adapters/log.js';
import { createMetrics, startMetrics, watched } from '../core/adapters/metrics/index.js';
import { hasEnded, processIdentity } from '../core/adapters/process-identity.js';
import { startReportRunner } from '../core/adapters/report-runner.js';
import { whenStarterIsGone } from '../core/adapters/starter.js';
import { createTimetable } from '../core/adapters/timetable.js';
import { parseSettings, SettingsError } from '../core/config.js';
import { requireOwnDatabase } from '../core/installation.js';
import type { Log } from '../core/ports.js';
import { missingPlaces } from '../core/orders/index.js';
import { createService, type Service } from '../core/service.js';
import { openStore } from '../db/index.js';
import { checkersOf, createCheckerBot, sayRefused } from './checker.js';
import { nameOf } from './introduce.js';
import { createOperatorBot, type OperatorParts } from './operator/index.js';
import { Shares } from './shares.js';
import { startBeating } from './maintenance.js';
import { type CheckerStream, createWorker, workParts } from './work.js';
import { workers } from './workers/index.js';

/** A stop that takes longer than this is cut short; leases and unconfirmed updates bring back what was under way. */
const STOP_WITHIN_MS = 4_500;

// What reads our words may end before we do.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);

async function main(): Promise<void> {
  const settings = parseSettings(process.env);
  const logger = createLogger(settings);
  const stopping = stopOnSignals(logger);
  const metrics = createMetrics('bot');
  const shared = { applicationName: 'sponsorgate bot', onCommit: metrics.commit, log: logger };
  const store = watched(metrics, await openStore(settings, shared));
  const infrastructure = await createInfrastructure(settings, 'bot', logger, metrics, store.paces);
  await requireOwnDatabase({ ...infrastructure, store, settings });
  const service = createService({ store, settings, ...infrastructure });
  const { clock, platform } = infrastructure;
  const figures = await startMetrics({ process: 'bot', metrics, service, platform, log: logger });

  const operator = makeOperator(service, infrastructure, logger);
  const timetable = createTimetable(logger);
  const worker = createWorker({
    service,
    platform,
    ...operator,
    checkers: makeCheckers(service, infrastructure, logger),
    timetable,
    startRunners: () => [
      startReportRunner({ store, clock, log: logger, settings, worker: workers.report }),
      startBackups({ settings, clock, log: logger, timetable, workers, observe: metrics.backup }),
    ],
    log: logger,
    failed: (error) => stopping.fail('polling ended', error),
  });
  const beating = await startBeating(service, logger);
  const shares = new Shares({
    leases: store.leases,
    parts: workParts(service),
    holder: processIdentity(),
    hasEnded,
    log: logger,
    begin: (part) => worker.begin(part),
    cutShort: () => {
      logger.error('what was under way could not be stopped in time');
      logger.flush(() => process.exit(1));
    },
  });
  stopping.onStop(async () => {
    beating.stop();
    await shares.stop();
    await worker.stop();
    await figures?.stop();
    await store.close();
  });
  shares.ended.catch((error: unknown) => stopping.fail('the work could not begin', error));
  await shares.known;

  sayBegun(logger, service);
  void sayRefused(service, platform, logger);
  if (process.env['SPONSORGATE_ANNOUNCE'] === '1')
    announce({ ...(await nameOf(operator.bot)), metrics: figures?.url });
}

function announce(facts: object): void {
  process.stdout.write(`${JSON.stringify(facts)}\n`);
}

function makeOperator(service: Service, { platform, vault, pictures }: Infrastructure, log: Log) {
  let working = new AbortController();
  const operator: OperatorParts = {
    service,
    platform,
    pictures,
    vault,
    log,
    get stopping() {
      return working.signal;
    },
    nowMs: () => Date.now(),
  };
  const { BOT_TOKEN } = service.settings;
  const bot = createOperatorBot(BOT_TOKEN, operator, platform.clientOf(BOT_TOKEN));
  return { bot, operator, beginStream: () => (working = new AbortController()) };
}

function makeCheckers(service: Service, { platform }: Infrastructure, log: Log): CheckerStream[] {
  return checkersOf(service).map((ours) => ({
    bot: createCheckerBot(ours, { service, log }, platform.clientOf(ours.token)),
    checkerBotId: ours.botId,
  }));
}

function stopOnSignals(logger: Logger) {
  let isStopping = false;
  let finish: () => Promise<void> = () => Promise.resolve();
  const stop = (why: string): void => {
    if (isStopping) return;
    isStopping = true;
    logger.info({ why }, 'stopping');
    const end = (code: number) => logger.flush(() => process.exit(code));
    setTimeout(() => {
      logger.error('the stop took too long');
      end(1);
    }, STOP_WITHIN_MS).unref();
    finish()
      .then(() => end(Number(process.exitCode ?? 0)))
      .catch((error: unknown) => {
        logger.error({ error: String(error) }, 'the stop failed');
        end(1);
      });
  };
  for (const name of ['SIGTERM', 'SIGINT'] as const) {
    process.on(name, () => stop(name));
  }
  whenStarterIsGone(() => stop('disconnect'));
  return {
    /** What the first signal does; nothing is lost when it comes before. */
    onStop: (next: () => Promise<void>): void => {
      finish = next;
    },
    /** Stops with the failure in the log, and an exit code other than 0. */
    fail: (what: string, error: unknown): void => {
      logger.fatal({ error: String(error) }, what);
      process.exitCode = 1;
      stop('a failure');
    },
  };
}

main().catch((error: unknown) => {
  const words = error instanceof Error ? error.message : String(error);
  process.stderr.write(`${error instanceof SettingsError ? words : `The bot could not start: ${words}`}\n`);
  process.exit(1);
});

function sayBegun(logger: Logger, { geo }: Pick<Service, 'geo'>): void {
  const unseen = missingPlaces(geo);
  if (unseen !== null) logger.warn({ reason: unseen }, 'places are not known');
  logger.info({}, 'the bot process runs');
}
