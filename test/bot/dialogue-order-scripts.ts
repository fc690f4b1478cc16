/** The dialogues about orders, as scripts. */
import { expect } from 'vitest';
import type { OrderInput } from '../../core/terms/index.js';
import {
  type Actor,
  addBot,
  link,
  newToken,
  type Script,
  type Step,
  waitingOrder,
} from './dialogue-script.js';

/** The end of making an order: the draft is there, and what was said stands in it. */
const orderTail: Step[] = [
  { asks: 'order-ask-quantity', wrong: { say: '5', complains: 'error-whole' }, answer: { say: '1 500' } },
  { asks: 'order-ask-day', answer: { press: '100' } },
  { asks: 'order-ask-price', wrong: { say: 'much', complains: 'error-amount' }, answer: { say: '2,5' } },
];

const askedName: Step = { asks: 'order-ask-name', answer: { say: 'Gardening' } };

async function readDraft({ stage, accountId }: Actor): Promise<OrderInput> {
  const sealed = await stage.store.sessions.read(`draft:${String(accountId)}`);
  return (JSON.parse(stage.infrastructure.vault.open(sealed ?? '', 'order-draft')) as { input: OrderInput })
    .input;
}

async function writeDraft({ stage, accountId, number }: Actor, more: object = {}): Promise<void> {
  const input = { link: link(number), adsType: 'channel', quantityAll: 50, ...more };
  const sealed = stage.infrastructure.vault.seal(JSON.stringify({ version: 1, input }), 'order-draft');
  await stage.store.sessions.write(`draft:${String(accountId)}`, sealed, Date.now());
}

async function expectDraft(actor: Actor, expected: Partial<OrderInput>): Promise<void> {
  expect(await readDraft(actor)).toMatchObject({
    quantityAll: 1_500,
    quantityDay: 100,
    priceMicros: { micros: '2500000' },
    ...expected,
  });
}

const newOrderScripts: Script[] = [
  {
    name: 'an order by a link',
    form: 'order-new',
    prepare: (actor) => ({
      begin: 'order-new',
      steps: [
        {
          asks: 'order-ask-link',
          wrong: { say: 'what?', complains: 'error-link' },
          answer: { say: link(actor.number) },
        },
        {
          asks: 'order-ask-type',
          wrong: { say: 'x', complains: 'error-choose' },
          answer: { press: 'channel' },
        },
        askedName,
        ...orderTail,
      ],
      ends: 'draft-title',
      holds: () => expectDraft(actor, { link: link(actor.number), adsType: 'channel', name: 'Gardening' }),
    }),
  },
  {
    name: 'an order for a bot',
    form: 'order-new',
    prepare: async (actor) => {
      const { token, username } = await newToken(actor);
      return {
        begin: 'order-new',
        steps: [
          { asks: 'order-ask-link', answer: { say: `@${username}` } },
          { asks: 'order-ask-token', wrong: { say: 'x', complains: 'error-token' }, answer: { say: token } },
          ...orderTail,
        ],
        ends: 'draft-title',
        holds: () => expectDraft(actor, { adsType: 'bot', botToken: token, name: `@${username}` }),
      };
    },
  },
  {
    name: 'an order for a channel chosen by the messenger',
    form: 'order-new',
    prepare: async (actor) => {
      const name = `shared_${String(actor.number)}`;
      const { id } = await actor.stage.client.chats({ type: 'channel', title: name, username: name });
      return {
        begin: 'order-new',
        steps: [
          { asks: 'order-ask-link', answer: { press: 'choose' } },
          { asks: 'choose-chat', answer: { share: id } },
          ...orderTail,
        ],
        ends: 'draft-title',
        holds: () => expectDraft(actor, { link: `https://t.me/${name}`, adsType: 'channel', name }),
      };
    },
  },
  {
    name: 'an order for a public channel, whose link tells all',
    form: 'order-new',
    prepare: async (actor) => {
      const username = `public_${String(actor.number)}`;
      await actor.stage.client.chats({ type: 'channel', title: 'Roses & <more>', username });
      return {
        begin: 'order-new',
        steps: [{ asks: 'order-ask-link', answer: { say: `t.me/${username}` } }, ...orderTail],
        ends: 'draft-title',
        holds: () => expectDraft(actor, { adsType: 'channel', name: 'Roses & <more>' }),
      };
    },
  },
  {
    name: 'an order for a site',
    form: 'order-new',
    prepare: (actor) => ({
      begin: 'order-new',
      steps: [
        { asks: 'order-ask-link', answer: { say: `https://www.example.org/${String(actor.number)}` } },
        ...orderTail,
      ],
      ends: 'draft-title',
      holds: () => expectDraft(actor, { adsType: 'resource', name: 'example.org' }),
    }),
  },
  {
    name: 'an order for a bot whose token stays with its owner',
    form: 'order-new',
    prepare: async (actor) => {
      const { username } = await newToken(actor);
      return {
        begin: 'order-new',
        steps: [
          { asks: 'order-ask-link', answer: { say: `@${username}` } },
          { asks: 'order-ask-token', answer: { press: 'none' } },
          ...orderTail,
        ],
        ends: 'draft-title',
        holds: async () => {
          await expectDraft(actor, { adsType: 'resource', name: `@${username}` });
          expect(await readDraft(actor)).not.toHaveProperty('botToken');
        },
      };
    },
  },
  {
    name: 'another kind of a draft',
    form: 'draft-type',
    prepare: async (actor) => {
      await writeDraft(actor, { adsType: 'bot', botToken: '1:gone' });
      return {
        begin: 'draft-type',
        steps: [
          {
            asks: 'order-ask-type',
            wrong: { say: 'x', complains: 'error-choose' },
            answer: { press: 'resource' },
          },
        ],
        ends: 'draft-title',
        holds: async () => {
          expect(await readDraft(actor)).toMatchObject({ adsType: 'resource', quantityAll: 50 });
          expect(await readDraft(actor)).not.toHaveProperty('botToken');
        },
      };
    },
  },
  {
    name: 'another name of a draft',
    form: 'order-edit-name',
    prepare: async (actor) => {
      await writeDraft(actor);
      return {
        begin: 'draft-name',
        steps: [{ asks: 'order-ask-name', answer: { say: 'Tulips' } }],
        ends: 'draft-title',
        holds: async () => {
          expect(await readDraft(actor)).toMatchObject({ name: 'Tulips', adsType: 'channel' });
        },
      };
    },
  },
];

/** Changes of one field: the button, what is asked and answered, and what the order has then. */
const edits = [
  ['name', 'order-ask-name', { say: 'Renamed' }, { name: 'Renamed' }],
  ['link', 'order-ask-link', { say: '@moved_channel' }, { link: 'https://t.me/moved_channel' }],
  ['quantity', 'order-ask-quantity', { press: '500' }, { quantityAll: 500 }],
  ['day', 'order-ask-day', { say: '20' }, { quantityDay: 20 }],
  ['price', 'order-ask-price', { say: '3.25' }, { priceMicros: 3_250_000n }],
] as const;

const orderScripts: Script[] = [
  {
    name: 'the price of a draft',
    form: 'order-edit-price',
    prepare: async (actor) => {
      const { stage, accountId, number } = actor;
      const draft = {
        link: link(number),
        adsType: 'channel',
        quantityAll: 50,
        targeting: { onlyPremium: 1 },
      };
      const sealed = stage.infrastructure.vault.seal(
        JSON.stringify({ version: 1, input: draft }),
        'order-draft',
      );
      await stage.store.sessions.write(`draft:${String(accountId)}`, sealed, Date.now());
      return {
        begin: 'draft-price',
        steps: [
          {
            asks: 'order-ask-price-premium',
            wrong: { say: '0,9', complains: 'error-amount' },
            answer: { say: '3.25' },
          },
        ],
        ends: 'draft-title',
        holds: async () => {
          const written = await stage.store.sessions.read(`draft:${String(accountId)}`);
          expect(JSON.parse(stage.infrastructure.vault.open(written ?? '', 'order-draft'))).toMatchObject({
            input: { pricePremiumMicros: { micros: '3250000' } },
          });
        },
      };
    },
  },
  {
    name: 'a search of orders',
    form: 'order-search',
    prepare: async (actor) => {
      await waitingOrder(actor);
      return {
        begin: 'order-search',
        steps: [{ asks: 'order-search-ask', answer: { say: 'garden' } }],
        ends: 'orders-found',
      };
    },
  },
  ...edits.map(([field, asks, answer, expected]): Script => ({
    name: `an order’s ${field}`,
    form: `order-edit-${field}`,
    prepare: async (actor) => {
      const orderId = await waitingOrder(actor);
      return {
        begin: `order-edit:${String(orderId)}:${field}`,
        steps: [{ asks, answer }],
        ends: 'order-changed',
        holds: async () => {
          const order = await actor.stage.service.orders.info(actor.accountId, orderId);
          expect(order).toMatchObject(expected);
        },
      };
    },
  })),
  {
    name: 'an order’s token',
    form: 'order-edit-token',
    prepare: async (actor) => {
      const { token, username } = await newToken(actor);
      const botToken = token.replace('dialogue', 'previous');
      const orderId = await waitingOrder(actor, {
        link: `https://t.me/${username}`,
        adsType: 'bot',
        botToken,
      });
      return {
        begin: `order-edit:${String(orderId)}:token`,
        steps: [
          { asks: 'order-ask-token', wrong: { say: 'x', complains: 'error-token' }, answer: { say: token } },
        ],
        ends: 'order-changed',
        holds: async () => {
          const order = await actor.stage.store.orders.find(orderId);
          expect(actor.stage.infrastructure.vault.open(order?.botTokenCipher ?? '', 'order-token')).toBe(
            token,
          );
        },
      };
    },
  },
  {
    name: 'a bot shut out of an order',
    form: 'order-ex',
    prepare: async (actor) => {
      const orderId = await waitingOrder(actor);
      const botId = await addBot(actor);
      return {
        begin: `order-ex-id:${String(orderId)}`,
        steps: [
          {
            asks: 'order-ex-ask',
            wrong: { say: '12', complains: 'error-403' },
            answer: { say: String(botId) },
          },
        ],
        ends: 'order-out',
        holds: async () => {
          expect(await actor.stage.store.exclusions.botsOfOrder(orderId)).toEqual(new Set([botId]));
        },
      };
    },
  },
];

const schedules = [
  ['sch-write', 'ask-start', 'error-moment', '2030-05-01 10:30', { startAtMs: Date.UTC(2030, 4, 1, 10, 30) }],
  [
    'sch-window',
    'ask-window',
    'error-window',
    '22-6:30',
    { startTimeSeconds: 79_200, endTimeSeconds: 23_400 },
  ],
] as const;

const pickerScripts: Script[] = [
  ...schedules.map(([form, asks, complains, said, expected]): Script => ({
    name: `an order’s schedule, ${form}`,
    form: form === 'sch-write' ? 'sch-start' : form,
    prepare: async (actor) => {
      const orderId = await waitingOrder(actor);
      await actor.stage.service.accounts.setTimeZone(actor.accountId, 'UTC');
      return {
        begin: `${form}:${String(orderId)}`,
        steps: [{ asks, wrong: { say: 'sometimes', complains }, answer: { say: said } }],
        ends: 'schedule',
        holds: async () => {
          const { schedule } = await actor.stage.service.orders.info(actor.accountId, orderId);
          expect(schedule).toMatchObject(expected);
        },
      };
    },
  })),
  {
    name: 'a time zone',
    form: 'zone',
    prepare: (actor) => ({
      begin: 'zone-write:-',
      steps: [
        {
          asks: 'zone-write',
          wrong: { say: 'Nowhere', complains: 'error-zone' },
          answer: { say: 'europe/riga' },
        },
      ],
      ends: 'zone-kept',
      holds: async () => {
        const { account } = await actor.stage.service.accounts.profile(actor.accountId);
        expect(account.timeZone).toBe('Europe/Riga');
      },
    }),
  },
  {
    name: 'an order’s speed',
    form: 'sch-speed',
    prepare: async (actor) => {
      const orderId = await waitingOrder(actor, { isLite: true });
      return {
        begin: `sch-speed:${String(orderId)}`,
        steps: [
          { asks: 'ask-speed', wrong: { say: 'fast', complains: 'error-whole' }, answer: { say: '30' } },
        ],
        ends: 'schedule',
        holds: async () => {
          const order = await actor.stage.service.orders.info(actor.accountId, orderId);
          expect(order.subSpeed).toBe(30);
        },
      };
    },
  },
  {
    name: 'a search of values to pick',
    form: 'tg-find',
    prepare: async (actor) => {
      const orderId = await waitingOrder(actor);
      return {
        begin: `tg-find:${String(orderId)}:countries`,
        steps: [{ asks: 'tg-find', answer: { say: 'land' } }],
        ends: 'tg-found',
      };
    },
  },
];

export const allOrderScripts: readonly Script[] = [...newOrderScripts, ...orderScripts, ...pickerScripts];
