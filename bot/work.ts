/**
 * The parts that the work of bot processes is shared out in: the stream of the operator bot's updates, what is done from
 * time to time, and the slices of what waits to be sent.
 */
import type { Bot } from 'grammy';
import type { Log, Platform } from '../core/ports.js';
import type { Service } from '../core/service.js';
import { SLICES } from '../core/slices.js';
import { startBlockWorker } from './blocks/index.js';
import { startContactWorker } from './contacts.js';
import { startEventWorker } from './events.js';
import { introduce } from './introduce.js';
import { startNoticeWorker } from './notices/index.js';
import { type OperatorContext, type OperatorParts, presentBot, resumeWork } from './operator/index.js';
import { startPolling } from './polling.js';
import { Reachability } from './reachability.js';
import type { Work } from './shares.js';
import { StoredUpdates } from './stored-updates.js';
import type { UpdateWork } from './updates.js';
import { startHearing, startHolds, startUpkeep, type Timetable } from './upkeep.js';
import { startWebhook } from './webhook.js';

/** A process of a version that shared nothing has the lease of this name, and does everything. */
const UPDATES = 'bot';
const SCHEDULE = 'schedule';
const SLICE = 'slice ';

/** Every part, by the name of its lease. */
export const WORK_PARTS: readonly string[] = [
  UPDATES,
  SCHEDULE,
  ...Array.from({ length: SLICES }, (_, slice) => `${SLICE}${String(slice)}`),
];

export interface WorkParts {
  service: Service;
  platform: Platform;
  bot: Bot<OperatorContext>;
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

export interface Worker {
  begin(part: string): Promise<Work>;
  /** Once nothing is begun any more. */
  stop(): Promise<void>;
}

export function createWorker(parts: WorkParts): Worker {
  const { service, log, platform } = parts;
  const changed = (signal: AbortSignal) => service.blocks.changed(signal);
  const callbackPrefix = service.settings.CALLBACK_PREFIX;
  const none = 0;
  const outboxes = [
    startBlockWorker({ blocks: service.blocks, platform, log, callbackPrefix }, none),
    startNoticeWorker({ service, platform, log }, none),
    startContactWorker({ contacts: service.contacts, log, changed }, none),
    startEventWorker({ service, log }, none),
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
    begin: (part) => {
      if (part === UPDATES) return beginUpdates(parts);
      if (part === SCHEDULE) return Promise.resolve(beginSchedule(parts));
      return beginSlice(Number(part.slice(SLICE.length)));
    },
    stop: async () => {
      await Promise.all(outboxes.map((outbox) => outbox.stop()));
    },
  };
}

/** The stream of updates, with the conversations that hang on it, and the money that waits for it. */
async function beginUpdates(parts: WorkParts): Promise<Work> {
  const { service, log, timetable } = parts;
  const working = parts.beginStream();
  const updates = startUpdateWork(parts);
  const holds = startHolds(service, { log, timetable, drainedAtMs: () => updates.drainedAtMs() });
  const hearing = await startHearing(service, log, () => updates.takenUntilMs(Date.now()));
  let isOver = false;
  updates.ended.catch((error: unknown) => {
    // What could not be stored at the end stays with the platform.
    if (!isOver) parts.failed(error);
  });
  return {
    stop: async () => {
      isOver = true;
      // A process that gives the stream up lets go of what its dialogues waited for: another goes on with it.
      working.abort();
      hearing.stop();
      await Promise.all([updates.stop(), holds.stop()]);
    },
  };
}

function startUpdateWork({ service, bot, operator, log }: WorkParts): UpdateWork {
  const { updates, settings, health } = service;
  const reach = new Reachability({
    host: new URL(settings.PLATFORM_API_ROOT).host,
    log,
    tell: (words, sinceMs) => health.tellPlatform(words, sinceMs),
  });
  const webhook = updates.webhook();
  const prepare = async (signal: AbortSignal): Promise<void> => {
    await introduce(bot, webhook, signal);
    log.info({ bot: bot.botInfo.username }, 'the bot listens');
    // Nobody waits for it: the platform may put such calls off for hours.
    void presentBot(bot.api, operator, signal);
    resumeWork(bot.api, operator).catch((error: unknown) => {
      log.warn({ error: String(error) }, 'what was under way could not be gone on with');
    });
  };
  if (webhook !== null) {
    const changed = (signal: AbortSignal) => service.blocks.changed(signal);
    return startWebhook(bot, log, { reach, prepare, updates, changed });
  }
  const left = new StoredUpdates(updates, { log, isComplete: true });
  return startPolling(bot, log, { reach, prepare, left });
}

/** What is done from time to time, and what takes processes of its own. */
function beginSchedule({ service, startRunners, timetable, log }: WorkParts): Work {
  const all = [startUpkeep(service, { log, timetable }), ...startRunners()];
  return {
    stop: async () => {
      await Promise.all(all.map((each) => each.stop()));
    },
  };
}
