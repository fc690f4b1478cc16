/** A publisher's bot before the real service and the emulated platform, for tests of the client. */
import type { Message } from 'grammy/types';
import { pino } from 'pino';
import { createApp } from '../../api/app.js';
import { listen } from '../../api/server.js';
import {
  addOrder,
  openServiceStage,
  type RunningBot,
  type Scene,
  type ServiceStage,
  setScene,
} from '../bot/service-stage.js';
import { buttonsOf, hasButton, sentBy } from '../support/people.js';

export const emma = { id: 301, first_name: 'Emma', language_code: 'en' } as const;

export interface ClientStage {
  stage: ServiceStage;
  scene: Scene;
  /** Address of the service. */
  url: string;
  /** The Bot Key. */
  key: string;
  /** Chats of the orders, by name. */
  channels: Record<string, number>;
  /** Starts the bot process of the service, which shows blocks where it is to. */
  startService(): Promise<RunningBot>;
  close(): Promise<void>;
}

export interface StageOptions {
  /** A channel each, and an order on it. */
  orders?: readonly string[];
  bot?: Record<string, unknown>;
  environment?: Record<string, string>;
}

export async function openClientStage(options: StageOptions = {}): Promise<ClientStage> {
  // Long, so that a busy machine does not turn an answer into one that was not awaited.
  const stage = await openServiceStage({ SPONSORS_DEADLINE_MS: '4000', ...options.environment });
  const scene = await setScene(stage, { getLinks: true, ...options.bot });
  const channels: Record<string, number> = {};
  for (const name of options.orders ?? ['garden', 'kitchen'])
    channels[name] = (await addOrder(stage, name)).chatId;
  const app = createApp(stage.service, { logger: pino({ level: 'silent' }) });
  const api = await listen(app, '127.0.0.1', 0);
  await stage.client.users(emma);
  return {
    stage,
    scene,
    channels,
    url: api.url,
    key: (await stage.service.bots.info(801, scene.botId)).apiKey,
    startService: () => stage.startBot(),
    close: async () => {
      api.server.closeAllConnections();
      api.server.close();
      await stage.close();
    },
  };
}

/** What one user does in the chat with the bot, and sees there. */
export function userOf({ stage, scene, channels }: ClientStage, person: { id: number } = emma) {
  const { client } = stage;
  const { id } = person;
  const bot = scene.botName;
  const messages = () => client.messages(id, bot);
  return {
    id,
    say: (text: string) => client.say(id, bot, text),
    join: (channel: string) => client.join(id, channels[channel] ?? 0),
    leave: (channel: string) => client.leave(id, channels[channel] ?? 0),
    /** The block that stands in the chat, once it is there. */
    block: (data = 'subgram-op') => client.waitForMessage(id, bot, hasButton(data)),
    /** Presses the button of the newest block that sends this, and answers what the bot answers. */
    press: async (data = 'subgram-op') => {
      const message = await client.waitForMessage(id, bot, hasButton(data));
      const query = await client.press(id, bot, message.message_id, sentBy(message, data) ?? '');
      return client.waitForAnswer(id, bot, query);
    },
    sees: (text: string) => client.waitForMessage(id, bot, (message) => message.text === text),
    /** What the bot has said, without blocks. */
    said: async () =>
      (await messages())
        .filter((message) => message.from?.is_bot === true && buttonsOf(message).length === 0)
        .map(({ text }) => text),
    blocks: async () => (await messages()).filter(hasButton('subgram-op')),
    /** Resolves when no block is left. */
    freed: () => client.waitForChat(id, bot, (all) => (all.some(hasButton('subgram-op')) ? undefined : true)),
  };
}

export const linksOf = (message: Message) =>
  buttonsOf(message).flatMap((button) => ('url' in button ? [button.url] : []));
