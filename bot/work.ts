/**
 * The parts that the work of bot processes is shared out in: the streams of updates of the operator bot and of each
 * checker, what is done from time to time, and the slices of what waits to be sent.
 */
import type { Bot, Context } from 'grammy';
import { keepOperatorBot } from '../core/installation.js';
import type { Platform } from '../core/platform.js';
import type { Log } from '../core/ports.js';
import type { Service } from '../core/service.js';
import { SLICES } from '../core/slices.js';
import { startBlockWorker } from './blocks/worker.js';
import { checkersOf } from './checker.js';
import { startContactWorker } from './contacts.js';
import { startEventWorker } from './events.js';
import { arrange } from './introduce.js';
import { startNotificationWorker } from './notifications/index.js';
import { type OperatorContext, type OperatorParts, presentBot, resumeWork } from './operator/index.js';
import { startPolling } from './polling.js';
import { Reachability, type ReachabilityParts } from './reachability.js';
import type { Work } from './shares.js';
import { StoredUpdates } from './stored-updates.js';
import { ALLOWED_UPDATES, CHECKER_UPDATES, type UpdateKind, type UpdateWork } from './updates.js';
import { startHearing, startHolds, startMaintenance, type Timetable } from './maintenance.js';
import { startWebhook } from './webhook.js';

const UPDATES = 'bot';
const SCHEDULE = 'schedule';
const SLICE = 'slice ';

/** Of the stream of a checker's updates, with the bot's id. */
const CHECKER = 'updates ';

/** Every part, by the name of its lease. */
export function workParts(service: Pick<Service, 'checkers'>): string[] {
  return [
    UPDATES,
    SCHEDULE,
    ...checkersOf(service).map(({ botId }) => `${CHECKER}${String(botId)}`),
    ...Array.from({ length: SLICES }, (_, slice) => `${SLICE}${String(slice)}`),
  ];
}

export interface WorkParts {
  service: Service;
  platform: Platform;
  bot: Bot<OperatorContext>;
  /** The further bots of ours. */
  checkers: readonly CheckerStream[];
  /** @param stopping while it is not aborted, the updates are worked off here */
  operator: OperatorParts;
  /** Before the stream of updates is taken: with a new signal for what waits in dialogues. */
  beginStream: () => AbortController;
  timetable: Timetable;
  /** Starts what makes reports and backups. */
  startRunners: () => { stop(): Promise<void> }[];
  log: Log;
  /** The updates cannot be worked off any more. */
  failed: (error: unknown) => void;
}

export interface CheckerStream {
  bot: Bot;
  checkerBotId: number;
}

export function createWorker(parts: WorkParts) {
  const outboxes = [
    startBlockWorker(parts),
    startNotificationWorker(parts),
    startContactWorker(parts),
    startEventWorker(parts),
  ];

  const beginSlice = async (slice: number): Promise<Work> => {
    await Promise.all(outboxes.map((outbox) => outbox.take(slice)));
    return {
      stop: async (isHurried) => {
        await Promise.all(outboxes.map((outbox) => outbox.leave(slice, isHurried)));
      },
    };
  };
  return {
    begin: (part: string): Promise<Work> => {
      if (part === UPDATES) return beginUpdates(parts);
      if (part === SCHEDULE) return Promise.resolve(beginSchedule(parts));
      const checker = parts.checkers.find(({ checkerBotId }) => part === `${CHECKER}${String(checkerBotId)}`);
      if (checker !== undefined) return beginChecker(parts, checker);
      return beginSlice(Number(part.slice(SLICE.length)));
    },
    /** Once nothing is begun any more. */
    stop: async (): Promise<void> => {
      await Promise.all(outboxes.map((outbox) => outbox.stop()));
    },
  };
}

/** The stream of updates, with the conversations that hang on it, and the money that waits for it. */
async function beginUpdates(parts: WorkParts): Promise<Work> {
  const { service, bot, operator, log, timetable } = parts;
  const working = parts.beginStream();
  const stream = await beginStream(parts, {
    bot,
    checkerBotId: null,
    kinds: ALLOWED_UPDATES,
    report: (words, sinceMs) => service.health.reportPlatform(words, sinceMs),
    listens: (signal) => {
      log.info({ bot: bot.botInfo.username }, 'the bot listens');
      keepOperatorBot(service).catch((error: unknown) => {
        log.warn({ error: String(error) }, 'the operator bot could not be kept; the next start does it');
      });
      // It is not awaited: the platform may put such calls off for hours.
      void presentBot(bot.api, operator, signal);
      resumeWork(bot.api, operator).catch((error: unknown) => {
        log.warn({ error: String(error) }, 'what was under way could not be gone on with');
      });
    },
  });
  const holds = startHolds(service, { log, timetable, drainedAtMs: stream.drainedAtMs });
  return {
    stop: async (isHurried) => {
      // A process that gives the stream up lets go of what its dialogues waited for: another goes on with it.
      working.abort();
      await Promise.all([stream.stop(isHurried), holds.stop()]);
    },
  };
}

/** The stream of a checker's updates. */
function beginChecker(parts: WorkParts, { bot, checkerBotId }: CheckerStream): Promise<Work> {
  return beginStream(parts, {
    bot,
    checkerBotId,
    setting: `CHECKER_TOKENS (bot ${String(checkerBotId)})`,
    kinds: CHECKER_UPDATES,
    // Whether the platform answers is reported by the operator bot; a checker's silence stands on the status page.
    report: () => Promise.resolve(),
    listens: () => parts.log.info({ bot: bot.botInfo.username }, 'a checker listens'),
  });
}

interface Stream<C extends Context> {
  bot: Bot<C>;
  /** null: the operator bot's. */
  checkerBotId: number | null;
  /** Where its token stands, when it is not the operator bot's. */
  setting?: string;
  kinds: readonly UpdateKind[];
  report: ReachabilityParts['report'];
  /** Called once the platform knows how its updates come to us. */
  listens: (signal: AbortSignal) => void;
}

/** Works a stream of updates off, and hears by it who comes and goes. */
async function beginStream<C extends Context>(
  { service, log, failed }: WorkParts,
  { bot, checkerBotId, setting, report, kinds, listens }: Stream<C>,
): Promise<Work & Pick<UpdateWork, 'drainedAtMs'>> {
  const of = service.updates.of(checkerBotId);
  const webhook = of.webhook();
  const host = new URL(service.settings.PLATFORM_API_ROOT).host;
  const reach = new Reachability({ host, setting, log, report });
  const prepare = async (signal: AbortSignal): Promise<void> => {
    await arrange(bot, webhook, { kinds, signal });
    listens(signal);
  };
  const changed = (signal: AbortSignal) => service.blocks.changed(signal);
  const left = new StoredUpdates(of, { log, isComplete: true });
  const updates =
    webhook === null
      ? startPolling(bot, log, { reach, prepare, kinds, left, deferred: of.deferred })
      : startWebhook(bot, log, { reach, prepare, updates: of, changed });
  const takenUntilMs = () => updates.takenUntilMs(Date.now());
  const hearing = await startHearing(service, log, { takenUntilMs, checkerBotId });
  let isOver = false;
  updates.ended.catch((error: unknown) => {
    // What could not be stored at the end stays with the platform.
    if (!isOver) failed(error);
  });
  return {
    drainedAtMs: () => updates.drainedAtMs(),
    stop: async () => {
      isOver = true;
      hearing.stop();
      await updates.stop();
    },
  };
}

/** What is done from time to time, and what takes processes of its own. */
function beginSchedule({ service, startRunners, timetable, log }: WorkParts): Work {
  const all = [startMaintenance(service, { log, timetable }), ...startRunners()];
  return {
    stop: async () => {
      await Promise.all(all.map((each) => each.stop()));
    },
  };
}
