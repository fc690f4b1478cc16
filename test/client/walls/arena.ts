/** Lets users walk up to a wall, one update at a time, over the real service and the emulated platform. */
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Bot } from 'grammy';
import type { Message } from 'grammy/types';
import { vi } from 'vitest';
import { advertiserId, publisherId } from '../../bot/service-stage.js';
import { buttonsOf } from '../../support/people.js';
import { type RateLimiter, openRateLimiter } from '../rate-limiter.js';
import { type ClientStage, openClientStage } from '../stage.js';
import type { WallOptions } from './gated.js';

/** What a wall does to its users. */
export interface Outcome {
  /** Users who have nothing left to do, and yet not what they asked for. */
  stuck: number;
  /** Users who got it though the service could say that they have not joined. */
  wronglyPassed: number;
  /** What it took each update to get through, in seconds. */
  seconds: number[];
  /** The same while the service is well, where that is compared. */
  wellSeconds: number[];
  /** How often the service was asked. */
  calls: number;
  /** What users got twice. */
  twice: number;
}

export interface Visitor {
  id: number;
  says(text: string): Promise<void>;
  /** Presses the block's last button, twice at once if so wanted. */
  presses(times?: number): Promise<void>;
  joinsAll(): Promise<void>;
  contents(): Promise<string[]>;
}

export interface Arena {
  rateLimiter: RateLimiter;
  opened: ClientStage;
  visitor(): Promise<Visitor>;
  /** Ends the bot's process and starts it anew. */
  restart(): void;
  laterBy(minutes: number): void;
  stopOrders(isOn: boolean): Promise<void>;
  settings(settings: Record<string, unknown>): Promise<void>;
  /** How long it took until each update was answered; one that was not through within the deadline counts as the deadline. */
  seconds: number[];
  close(): Promise<void>;
}

const realNow = Date.now.bind(Date);

/** An update that is not through by then is held by nothing but the wall. */
const DEADLINE_MS = 2_000;

export async function openArena(make: (options: WallOptions) => Bot): Promise<Arena> {
  let aheadMs = 0;
  const clock = vi.spyOn(Date, 'now').mockImplementation(() => realNow() + aheadMs);
  const opened = await openClientStage();
  const { stage, scene } = opened;
  const rateLimiter = await openRateLimiter(opened.url);
  const file = path.join(
    tmpdir(),
    `sponsorgate-wall-${String(process.pid)}-${scene.botName}-${String(performance.now())}.db`,
  );
  /** When the bot turned to the platform: what comes then is no matter of the wall. */
  const calledAtMs: number[] = [];
  const started = () => {
    const { token } = scene;
    const bot = make({
      token,
      platformUrl: stage.emulator.url,
      serviceUrl: rateLimiter.url,
      key: opened.key,
      file,
    });
    bot.api.config.use((previous, method, payload, signal) => {
      calledAtMs.push(performance.now());
      return previous(method, payload, signal);
    });
    // Walls let their mistakes out here.
    bot.catch(() => undefined);
    return bot;
  };
  let bot = started();
  await bot.init();
  let offset = 0;
  let nextId = 500;
  const seconds: number[] = [];

  /** Hands the bot what the platform has for it, and waits until it is through. */
  const pump = async (atOnce = false) => {
    const updates = await bot.api.getUpdates({ offset });
    offset = (updates.at(-1)?.update_id ?? offset - 1) + 1;
    const handle = async (update: (typeof updates)[number]) => {
      const startedAtMs = performance.now();
      calledAtMs.length = 0;
      // The deadline of an update; what is still waiting then is not waited for.
      const deadline = new Promise((resolve) => setTimeout(resolve, DEADLINE_MS));
      await Promise.race([bot.handleUpdate(update).catch(() => undefined), deadline]);
      seconds.push(((calledAtMs[0] ?? performance.now()) - startedAtMs) / 1_000);
    };
    if (atOnce) await Promise.all(updates.map(handle));
    else for (const update of updates) await handle(update);
  };
  const messagesOf = (id: number) => stage.client.messages(id, scene.botName);
  const newestBlock = (messages: Message[]) => messages.findLast((message) => buttonsOf(message).length > 0);

  return {
    rateLimiter,
    opened,
    seconds,
    visitor: async () => {
      const id = (nextId += 1);
      await stage.client.users({ id, first_name: `Visitor ${String(id)}`, language_code: 'en' });
      return {
        id,
        says: async (text) => {
          await stage.client.say(id, scene.botName, text);
          await pump();
        },
        presses: async (times = 1) => {
          const block = newestBlock(await messagesOf(id));
          if (block === undefined) return;
          const button = buttonsOf(block).at(-1);
          if (button === undefined || !('callback_data' in button)) return;
          for (let count = 0; count < times; count += 1)
            await stage.client.press(id, scene.botName, block.message_id, button.callback_data);
          await pump(true);
        },
        joinsAll: async () => {
          for (const chat of Object.values(opened.channels)) await stage.client.join(id, chat);
        },
        contents: async () =>
          (await messagesOf(id)).flatMap(({ text = '' }) => (text.startsWith('content of ') ? [text] : [])),
      };
    },
    restart: () => {
      const { botInfo } = bot;
      bot = started();
      bot.botInfo = botInfo;
    },
    laterBy: (minutes) => {
      aheadMs += minutes * 60_000;
    },
    stopOrders: async (isOn) => {
      const page = { search: '', inArchive: false, status: null, offset: 0, limit: 100 };
      const { orders } = await stage.service.orders.list(advertiserId, page);
      for (const { orderId } of orders) await stage.service.orders.update(advertiserId, orderId, { isOn });
    },
    settings: async (settings) => {
      await stage.service.bots.update(publisherId, scene.botId, { settings });
    },
    close: async () => {
      await rateLimiter.close();
      await opened.close();
      await rm(file, { force: true });
      clock.mockRestore();
    },
  };
}
