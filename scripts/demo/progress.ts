/**
 * Ticks off the guide's steps as they happen: it listens to the platform's events and looks whether a step is done. What is done
 * stays done, also after a restart.
 */
import type { Message } from 'grammy/types';
import type { PlatformEvent } from '../../emulator/events.js';
import { cast } from './cast.js';
import type { StepKey } from './guide.js';
import { contentOf } from './publisher-bot.js';
import type { Scene } from './seed.js';
import type { DemoBot, DemoStage } from './stage.js';

type Checks = Record<StepKey, () => Promise<boolean>>;

/** Listens until `stopping`. @throws what the platform or the store refuses while it is there */
export async function followProgress(scene: Scene, newcomerId: number, stopping: AbortSignal): Promise<void> {
  const { client, stage } = scene;
  const seen = new Set<StepKey>();
  const watch = await client.watch((event) => {
    const key = seenBy(stage, event);
    if (key !== null) seen.add(key);
    return event.type === 'message';
  });
  const checks = checksOf(scene, newcomerId, seen);
  const open = new Set(
    (await client.guideSteps()).filter(({ done }) => !done).map(({ key }) => key as StepKey),
  );
  try {
    while (open.size > 0) {
      for (const key of open) {
        if (!(await checks[key]())) continue;
        await client.guideDone(key);
        open.delete(key);
      }
      if (open.size > 0) await watch.next(stopping);
    }
  } finally {
    watch.end();
  }
}

/** What only shows for a moment: a person has opened their bots, or one of their orders. */
function seenBy(stage: DemoStage, event: PlatformEvent): StepKey | null {
  if (event.type !== 'message' || event.bot_id !== stage.operatorBot.id || event.change === 'deleted')
    return null;
  const { user_id: userId, message, change } = event;
  if (message.from?.is_bot !== true) return null;
  const said = wordsOf(message);
  if (userId === cast.publisher.id)
    return stage.publisherBots.some(({ username }) => said.includes(`@${username}`)) ? 'publisher' : null;
  // A screen changes in place; a new message may be an unasked notification.
  const isOpened = userId === cast.advertiser.id && change === 'edited';
  const ordered = [...stage.channels, ...(stage.waitingChannel === null ? [] : [stage.waitingChannel])];
  return isOpened && ordered.some(({ link, title }) => said.includes(link) || said.includes(title))
    ? 'advertiser'
    : null;
}

/** All that a message says, its buttons included. */
function wordsOf({ text = '', caption = '', entities = [], reply_markup: markup }: Message): string {
  const links = entities.flatMap((entity) => (entity.type === 'text_link' ? [entity.url] : []));
  const buttons = (markup?.inline_keyboard ?? []).flat();
  return [text, caption, ...links, ...buttons.map((button) => JSON.stringify(button))].join('\n');
}

function checksOf({ client, service, stage }: Scene, newcomerId: number, seen: Set<StepKey>): Checks {
  const got = async (userId: number, bot: DemoBot | undefined) => {
    if (bot === undefined) return false;
    const messages = await client.messages(userId, bot.id);
    return messages.some(({ text }) => text === contentOf(bot.username));
  };
  const [turnkey, links] = stage.publisherBots;
  return {
    block: () => got(cast.endUsers[0].id, turnkey),
    links: () => got(newcomerId, links),
    publisher: () => Promise.resolve(seen.has('publisher')),
    advertiser: () => Promise.resolve(seen.has('advertiser')),
    moderator: async () => {
      const { waitingBot, waitingChannel } = stage;
      // Somebody else may hold it by now: then it does not wait here.
      const known = await service.bots.info(cast.publisher.id, waitingBot.id).catch(() => null);
      if (known?.bot.trust === 'unknown' && !known.bot.isBlocked) return false;
      const page = { search: waitingChannel?.link ?? '', inArchive: null, status: null, offset: 0, limit: 1 };
      const { orders } = await service.orders.list(cast.advertiser.id, page);
      return orders.every(({ status }) => status !== 'Moderation');
    },
  };
}
