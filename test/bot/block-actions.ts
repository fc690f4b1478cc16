/** What tests of blocks do and look at: three people who have started the bot, their requests, and their screens. */
import type { Message } from 'grammy/types';
import type { SponsorRequest } from '../../core/sponsors/index.js';
import { emma } from './emma.js';
import type { Scene, ServiceStage } from './service-stage.js';

export const ulyana = { id: 301, first_name: 'Ульяна', language_code: 'ru' } as const;
export const hans = { id: 303, first_name: 'Hans', language_code: 'de' } as const;

interface Person {
  id: number;
  first_name: string;
  language_code: string;
}

export const fromBot = (message: Message) => message.from?.is_bot === true;
export const buttonsOf = (message: Message) => (message.reply_markup?.inline_keyboard ?? []).flat();
export const dataOf = (message: Message) =>
  buttonsOf(message).flatMap((button) => ('callback_data' in button ? [button.callback_data] : []));
export const isBlock = (message: Message) => dataOf(message).includes('subgram-op');

export async function introducePeople(stage: ServiceStage, { botName }: Scene): Promise<void> {
  for (const person of [ulyana, emma, hans]) {
    await stage.client.users(person);
    await stage.client.say(person.id, botName, '/start');
  }
}

/** @param at as it is when an action is done: each test has its own */
export function blockActions(at: () => { stage: ServiceStage; scene: Scene }) {
  return {
    request: (person: Person, extra: Partial<SponsorRequest> = {}) => {
      const { stage, scene } = at();
      return stage.service.sponsors.request(scene.botId, {
        chatId: person.id,
        user: {
          userId: person.id,
          firstName: person.first_name,
          languageCode: person.language_code,
          isPremium: false,
        },
        action: 'subscribe',
        excludeResourceIds: [],
        excludeOrderIds: [],
        ...extra,
      });
    },
    screenOf: async (person: Person): Promise<Message[]> => {
      const { stage, scene } = at();
      return (await stage.client.messages(person.id, scene.botName)).filter(fromBot);
    },
    blockOf: (person: Person) => {
      const { stage, scene } = at();
      return stage.client.waitForMessage(person.id, scene.botName, isBlock);
    },
    /** Resolves when nothing waits to be fulfilled. */
    settled: (): Promise<void> => {
      const { stage } = at();
      return stage.until(
        async () => (await stage.store.health.backlogs(Date.now())).outboxes.blocks.waiting === 0,
      );
    },
  };
}
