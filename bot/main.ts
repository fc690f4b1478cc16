/** The bot process: the operator bot, the blocks and notices that wait in the store, and what is done from time to time. */
import { type Bot, GrammyError } from 'grammy';
import type { Logger } from 'pino';
import { startBackups } from '../core/adapters/backup-runner.js';
import { createOutside } from '../core/adapters/index.js';
import { createLogger } from '../core/adapters/log.js';
import { createMetrics, startMetrics, watched } from '../core/adapters/metrics/index.js';
import { hasEnded, processIdentity } from '../core/adapters/process-identity.js';
import { startReportRunner } from '../core/adapters/report-runner.js';
import { createTimetable } from '../core/adapters/timetable.js';
import { parseSettings, SettingsError } from '../core/config.js';
import { missingPlaces } from '../core/orders/index.js';
import { createService, type Service } from '../core/service.js';
import { openStore } from '../db/index.js';
import { startBlockWorker } from './blocks/index.js';
import { startContactWorker } from './contacts.js';
import { startEventWorker } from './events.js';
import { type Shift, startLead } from './lead.js';
import { startNoticeWorker } from './notices/index.js';
import {
  createOperatorBot,
  type OperatorContext,
  type OperatorParts,
  registerCommands,
  resumeWork,
} from './operator/index.js';
import { startPolling } from './polling.js';
import { startUpkeep } from './upkeep.js';

/** A stop that takes longer than this is cut short; leases and unconfirmed updates bring back what was under way. */
const STOP_WITHIN_MS = 4_500;
const FIRST_PAUSE_MS = 100;
const LAST_PAUSE_MS = 5_000;

async function main(): Promise<void> {
  const settings = parseSettings(process.env);
  const logger = createLogger(settings);
  const stopping = stopOnSignals(logger);
  const metrics = createMetrics('bot');
  const shared = { applicationName: 'sponsorgate bot', onCommit: metrics.commit, log: logger };
  const store = watched(metrics, await openStore(settings, shared));
  const outside = await createOutside(settings, 'bot', logger, metrics.call, store.paces);
  const service = createService({ store, settings, ...outside });
  const { platform, vault, pictures } = outside;
  const figures = await startMetrics({ process: 'bot', metrics, service, platform, log: logger });

  // Whoever stands by again lets go of what it waited for: another goes on with it.
  let working = new AbortController();
  const parts: OperatorParts = {
    service,
    platform,
    pictures,
    vault,
    log: logger,
    get stopping() {
      return working.signal;
    },
    nowMs: () => Date.now(),
  };
  const bot = createOperatorBot(settings.BOT_TOKEN, parts, {
    apiRoot: settings.PLATFORM_API_ROOT,
    transformer: platform.operatorTransformer(),
  });
  const timetable = createTimetable(logger);
  await introduce(bot, logger, stopping.signal);

  const begin = async (): Promise<Shift> => {
    working = new AbortController();
    const blocks = startBlockWorker({
      blocks: service.blocks,
      platform,
      log: logger,
      callbackPrefix: settings.CALLBACK_PREFIX,
    });
    const notices = startNoticeWorker({ service, platform, log: logger });
    const contacts = startContactWorker({
      contacts: service.contacts,
      log: logger,
      changed: (signal) => service.blocks.changed(signal),
    });
    const events = startEventWorker({ service, log: logger });
    const reports = startReportRunner({ store, clock: outside.clock, log: logger, settings });
    const backups = startBackups({ settings, clock: outside.clock, log: logger, timetable });
    const polling = startPolling(bot, logger);
    const drainedAtMs = () => polling.drainedAtMs();
    const takenUntilMs = () => polling.takenUntilMs();
    const upkeep = await startUpkeep(service, { log: logger, timetable, drainedAtMs, takenUntilMs });
    resumeWork(bot.api, parts).catch((error: unknown) => {
      logger.warn({ error: String(error) }, 'what was under way could not be gone on with');
    });
    let isOver = false;
    polling.ended.catch((error: unknown) => {
      // What could not be stored at the end stays with the platform.
      if (isOver) return;
      logger.fatal({ error: String(error) }, 'polling ended');
      process.exitCode = 1;
      stopping.stop('the platform');
    });
    return {
      stop: async () => {
        isOver = true;
        working.abort();
        await Promise.all(
          [polling, blocks, notices, contacts, events, reports, upkeep, backups].map((each) => each.stop()),
        );
      },
    };
  };
  const lead = startLead({
    leases: store.leases,
    name: 'bot',
    holder: processIdentity(),
    hasEnded,
    log: logger,
    begin,
    cutShort: () => {
      logger.error('what was under way could not be stopped in time');
      logger.flush(() => process.exit(1));
    },
  });
  stopping.onStop(async () => {
    await lead.stop();
    await figures?.stop();
    await store.close();
  });
  lead.ended.catch((error: unknown) => {
    logger.fatal({ error: String(error) }, 'the work could not begin');
    process.exitCode = 1;
    stopping.stop('a failure');
  });
  await lead.known;

  sayBegun(logger, service, bot.botInfo.username);
  if (process.env['SPONSORGATE_ANNOUNCE'] === '1') {
    const at = figures === null ? {} : { metrics: figures.url };
    process.stdout.write(`${JSON.stringify({ bot: bot.botInfo.username, ...at })}\n`);
  }
}

/** Learns who we are, and tells the platform our commands; waits for a platform that is not there yet. */
async function introduce(bot: Bot<OperatorContext>, logger: Logger, signal: AbortSignal): Promise<void> {
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(pauseMs * 2, LAST_PAUSE_MS)) {
    try {
      await bot.init();
      await bot.api.deleteWebhook();
      await registerCommands(bot.api);
      return;
    } catch (error) {
      const code = error instanceof GrammyError ? error.error_code : null;
      if (code === 401 || code === 404) throw new Error('The platform refuses BOT_TOKEN.', { cause: error });
      // A network error's words hold the address, and the address the token.
      logger.warn({ code }, 'the platform does not answer yet');
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
      if (signal.aborted) return;
    }
  }
}

interface Stopping {
  signal: AbortSignal;
  /** What the first signal does; nothing is lost when it comes before. */
  onStop(finish: () => Promise<void>): void;
  stop(why: string): void;
}

function stopOnSignals(logger: Logger): Stopping {
  const controller = new AbortController();
  let finish: () => Promise<void> = () => Promise.resolve();
  const stop = (why: string): void => {
    if (controller.signal.aborted) return;
    controller.abort();
    logger.info({ why }, 'stopping');
    const end = (code: number) => {
      logger.flush(() => process.exit(code));
    };
    setTimeout(() => {
      logger.error('the stop took too long');
      end(1);
    }, STOP_WITHIN_MS).unref();
    finish()
      .then(() => {
        end(Number(process.exitCode ?? 0));
      })
      .catch((error: unknown) => {
        logger.error({ error: String(error) }, 'the stop failed');
        end(1);
      });
  };
  for (const name of ['SIGTERM', 'SIGINT'] as const) {
    process.on(name, () => {
      stop(name);
    });
  }
  // Whoever started us, if it keeps a channel to us, is gone.
  process.once('disconnect', () => {
    stop('disconnect');
  });
  return {
    signal: controller.signal,
    onStop: (next) => {
      finish = next;
    },
    stop,
  };
}

main().catch((error: unknown) => {
  const words = error instanceof Error ? error.message : String(error);
  process.stderr.write(`${error instanceof SettingsError ? words : `The bot could not start: ${words}`}\n`);
  process.exit(1);
});

function sayBegun(logger: Logger, { geo }: Pick<Service, 'geo'>, bot: string): void {
  const unseen = missingPlaces(geo);
  if (unseen !== null) logger.warn(unseen);
  logger.info({ bot }, 'the bot listens');
}
