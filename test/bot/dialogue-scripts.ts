/**
 * Every dialogue of the operator bot as a script: what is asked, by the key of its words, and what is answered. A script
 * knows no language and no restarts; `operator-dialogues.test.ts` plays each in every language, with and without them.
 */
import { expect } from 'vitest';
import { operatorForms } from '../../bot/operator/index.js';
import { moneyScripts, payoutScripts } from './dialogue-money-scripts.js';
import { allOrderScripts } from './dialogue-order-scripts.js';
import { addBot, newToken, type Script, waitingOrder } from './dialogue-script.js';
import { suspect } from '../contract/makers.js';

/** Names of the forms that must have a script: all that the bot runs. */
export const formNames = operatorForms.map(({ name }) => name);

const botScripts: Script[] = [
  {
    name: 'a bot by its token',
    form: 'bot-add',
    prepare: async (actor) => {
      const { token, botId } = await newToken(actor);
      return {
        begin: 'bot-add-token',
        steps: [
          {
            asks: 'bot-add-ask',
            wrong: { say: 'no token', complains: 'error-token' },
            answer: { say: token },
          },
        ],
        ends: 'bot-added',
        holds: async () => {
          const { bot } = await actor.stage.service.bots.info(actor.accountId, botId);
          expect(bot.hasToken).toBe(true);
        },
      };
    },
  },
  {
    name: 'a bot without its token',
    form: 'bot-add-plain',
    prepare: (actor) => {
      const botId = 800_000 + actor.number;
      return {
        begin: 'bot-add-plain',
        steps: [
          {
            asks: 'bot-plain-id',
            wrong: { say: 'x', complains: 'error-whole' },
            answer: { say: String(botId) },
          },
          { asks: 'bot-plain-name', answer: { say: 'Plain <b>' } },
          {
            asks: 'bot-plain-nickname',
            wrong: { say: 'no spaces', complains: 'error-nickname' },
            answer: { say: '@plain_bot' },
          },
        ],
        ends: 'bot-added',
        holds: async () => {
          const { bot } = await actor.stage.service.bots.info(actor.accountId, botId);
          expect(bot).toMatchObject({ name: 'Plain <b>', nickname: 'plain_bot', hasToken: false });
        },
      };
    },
  },
  {
    name: 'a search of bots',
    form: 'bot-search',
    prepare: async (actor) => {
      await addBot(actor);
      return {
        begin: 'bot-search',
        steps: [{ asks: 'bot-search-ask', answer: { say: '@plain' } }],
        ends: 'bots-found',
      };
    },
  },
  ...(
    [
      ['set-text', 'set-text-ask', { say: '<b></b>', complains: 'error-text' }, 'Join <b>us</b>', 'text'],
      [
        'set-image',
        'set-image-ask',
        { say: 'x', complains: 'error-url' },
        'https://example.org/a.png',
        'image',
      ],
      ['set-time-write', 'set-time-write', { say: '1', complains: 'error-whole' }, '45', 'timePurgeMinutes'],
      [
        'set-price',
        'set-price-ask',
        { say: 'much', complains: 'error-amount' },
        '2.5',
        'minPriceMicros',
        '2500000',
      ],
      [
        'set-text-b',
        'set-text-b-ask',
        { say: '<i></i>', complains: 'error-text' },
        'Join <i>us</i>',
        'textB',
        'Join <i>us</i>',
        'block-test',
      ],
      [
        'set-image-b',
        'set-image-b-ask',
        { say: 'ftp://x', complains: 'error-url' },
        'https://example.org/b.png',
        'imageB',
        'https://example.org/b.png',
        'block-test',
      ],
    ] as const
  ).map(([button, asks, wrong, said, setting, kept = said, ends = 'settings']): Script => ({
    name: `a bot’s ${setting}`,
    form: button === 'set-time-write' ? 'set-time' : button,
    prepare: async (actor) => {
      const botId = await addBot(actor);
      return {
        begin: `${button}:${String(botId)}`,
        steps: [{ asks, wrong, answer: { say: said } }],
        ends,
        holds: async () => {
          const { bot } = await actor.stage.service.bots.info(actor.accountId, botId);
          expect(String(bot.settings[setting])).toBe(kept);
        },
      };
    },
  })),
];

/** Played by people who moderate. */
export const moderationScripts: readonly Script[] = [
  ...payoutScripts,
  {
    name: 'a rejection in own words',
    form: 'reject',
    prepare: async (actor) => {
      const orderId = await waitingOrder(actor);
      const { revision } = await actor.stage.service.orders.info(actor.accountId, orderId);
      return {
        begin: `mod:write:${String(orderId)}:${String(revision)}`,
        steps: [
          {
            asks: 'reject-ask',
            wrong: { say: 'long '.repeat(101), complains: 'error-reason-length' },
            answer: { say: 'Too many <weeds>.' },
          },
        ],
        ends: 'status-Rejected',
        holds: async () => {
          const order = await actor.stage.service.orders.info(actor.accountId, orderId);
          expect(order).toMatchObject({ status: 'Rejected', reason: 'Too many <weeds>.' });
        },
      };
    },
  },
  {
    name: 'an order that a moderator looks at',
    form: 'mod-order',
    prepare: async (actor) => {
      const orderId = await waitingOrder(actor);
      return {
        begin: 'mod:card',
        steps: [
          {
            asks: 'mod-order-ask',
            wrong: { say: 'gardens', complains: 'error-whole' },
            answer: { say: String(orderId) },
          },
        ],
        ends: 'button-approve',
      };
    },
  },
  {
    name: 'a pause of an order',
    form: 'pause',
    prepare: async (actor) => {
      const orderId = await waitingOrder(actor);
      return {
        begin: `mod:hold:${String(orderId)}`,
        steps: [
          {
            asks: 'pause-ask',
            wrong: { say: 'long '.repeat(101), complains: 'error-reason-length' },
            answer: { say: 'It sells <weeds>.' },
          },
        ],
        ends: 'paused-moderator',
        holds: async () => {
          const order = await actor.stage.service.orders.info(actor.accountId, orderId);
          expect(order).toMatchObject({ pauseReason: 'moderator:It sells <weeds>.' });
        },
      };
    },
  },
  {
    name: 'a bot that a moderator looks at',
    form: 'mod-bot',
    prepare: async (actor) => {
      const botId = await addBot(actor);
      return {
        begin: 'mod:bot',
        steps: [
          {
            asks: 'mod-bot-ask',
            wrong: { say: 'petra', complains: 'error-whole' },
            answer: { say: String(botId) },
          },
        ],
        ends: 'button-theme',
      };
    },
  },
  {
    name: 'a user whose suspicion a moderator ends',
    form: 'mod-user',
    prepare: async (actor) => {
      const userId = 90_000 + actor.number;
      await suspect(actor.stage.store, userId, Date.now());
      return {
        begin: 'mod:user',
        steps: [
          {
            asks: 'suspicion-ask',
            wrong: { say: 'petra', complains: 'error-whole' },
            answer: { say: String(userId) },
          },
        ],
        ends: 'button-suspicion-clear',
      };
    },
  },
];

const chatScripts: Script[] = [
  {
    name: 'the private channel of an order',
    form: 'order-chat',
    prepare: async (actor) => {
      const title = `Hidden ${String(actor.number)}`;
      const { id, invite_link: link } = await actor.stage.client.chats({ type: 'channel', title });
      const orderId = await waitingOrder(actor, { link });
      return {
        begin: `order-pick:${String(orderId)}`,
        steps: [
          {
            asks: 'order-ask-chat',
            wrong: { say: 'mine', complains: 'error-choose' },
            answer: { share: id },
          },
        ],
        ends: 'order-changed',
        holds: async () => {
          const { resource } = await actor.stage.service.orders.info(actor.accountId, orderId);
          expect(resource).toMatchObject({ resourceId: String(id), name: title });
        },
      };
    },
  },
];

export const scripts: readonly Script[] = [
  ...botScripts,
  ...allOrderScripts,
  ...chatScripts,
  ...moneyScripts,
];
