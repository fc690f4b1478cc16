/** What is written about orders: a new one step by step, changes of one field, searches. */
import { parseMoney } from '../../../core/money.js';
import { orderBounds, type OrderChange, type OrderInfo, parseLink } from '../../../core/orders/index.js';
import type { AdsType } from '../../../core/ports.js';
import { type Answers, type Form, NotUnderstood, type Question, readWhole } from '../dialogue/form.js';
import { numberFrom } from '../press.js';
import { keepSearch } from '../searches.js';
import { orderScreen } from './card.js';
import { draftScreen } from './draft.js';
import { isChosen, linkQuestion, plainLink } from './link-question.js';
import { ordersScreen } from './list.js';
import { scheduleForms } from './schedule.js';
import { priceChange, priceQuestion } from './price-question.js';
import { DRAFT, openSubject, writeDraft } from './subject.js';
import { checkQuestion, tokenQuestion } from './token-question.js';
import { problemLines } from './summary.js';
import { findForm } from './targeting.js';
import { excludeForm } from './exclusions.js';

const types: readonly AdsType[] = ['channel', 'bot', 'resource'];

const offered = {
  quantity: [100, 500, 1_000, 5_000],
  quantityDay: [50, 100, 500],
};

const typeQuestion: Question = {
  name: 'type',
  // Only channels and groups can be chosen.
  isAsked: (_, { link = '' }) => !isChosen(link),
  ask: ({ visitor: { words } }) => ({
    html: words.html('order-ask-type'),
    offers: types.map((type) => ({ text: words.text(`order-type-${type}`), value: type })),
  }),
  read: ({ visitor: { words } }, text, { link = '' }) => {
    const type = types.find(
      (known) => known === text || words.text(`order-type-${known}`).toLowerCase() === text.toLowerCase(),
    );
    if (type === undefined) throw new NotUnderstood(words.text('error-choose'));
    const { kind } = parseLink(link);
    if (type === 'channel' && kind === 'url')
      throw new NotUnderstood(words.text('error-link-not-of-channel'));
    if (type === 'bot' && kind !== 'username') throw new NotUnderstood(words.text('error-link-not-of-bot'));
    return type;
  },
};

const nameQuestion: Question = {
  name: 'name',
  ask: ({ visitor: { words } }) => ({
    html: words.html('order-ask-name', { max: String(orderBounds.nameLength.max) }),
    offers: [{ text: words.text('button-skip'), value: '-' }],
  }),
  read: (_, text) => text.slice(0, orderBounds.nameLength.max),
};

const quantityQuestion: Question = {
  name: 'quantity',
  ask: ({ visitor: { words } }) => ({
    html: words.html('order-ask-quantity', {
      min: String(orderBounds.quantityAll.min),
      max: String(orderBounds.quantityAll.max),
    }),
    offers: offered.quantity.map((count) => ({ text: String(count), value: String(count) })),
    perRow: 4,
  }),
  read: (ctx, text) => String(readWhole(ctx, text, orderBounds.quantityAll)),
};

const quantityDayQuestion: Question = {
  name: 'quantityDay',
  ask: ({ visitor: { words } }, { quantity = '' }) => ({
    html: words.html('order-ask-day'),
    offers: [
      { text: words.text('button-no-limit'), value: '0' },
      ...offered.quantityDay
        .filter((count) => quantity === '' || count < Number(quantity))
        .map((count) => ({ text: String(count), value: String(count) })),
    ],
    perRow: 4,
  }),
  read: (ctx, text) => String(readWhole(ctx, text, { min: 0, max: orderBounds.quantityDay.max })),
};

const newForm: Form = {
  name: 'order-new',
  questions: [
    linkQuestion,
    typeQuestion,
    checkQuestion,
    tokenQuestion,
    nameQuestion,
    quantityQuestion,
    quantityDayQuestion,
    priceQuestion,
  ],
  backTo: () => ['orders'],
  finish: async (ctx, answers) => {
    const { link = '', type, token, name = '-', price = '', check } = answers;
    await writeDraft(ctx, {
      link: plainLink(link),
      adsType: types.find((known) => known === type) ?? 'channel',
      quantityAll: numberFrom(answers['quantity']),
      priceMicros: parseMoney(price),
      ...(name === '-' ? {} : { name }),
      ...(answers['quantityDay'] === '0' ? {} : { quantityDay: numberFrom(answers['quantityDay']) }),
      ...(token === undefined ? {} : { botToken: token, toBotMember: check === 'code' }),
    });
    return draftScreen(ctx);
  },
};

/** The price of a draft, once its targeting says which of the two applies. */
const draftPriceForm: Form = {
  name: 'draft-price',
  questions: [priceQuestion],
  backTo: () => ['draft'],
  finish: async (ctx, { price = '' }) => {
    const { order, change } = await openSubject(ctx, DRAFT);
    await change(priceChange(order, price));
    return draftScreen(ctx);
  },
};

const searchForm: Form = {
  name: 'order-search',
  questions: [
    {
      name: 'search',
      ask: ({ visitor: { words } }) => ({ html: words.html('order-search-ask') }),
      read: (_, text) => text.slice(0, 64),
    },
  ],
  backTo: () => ['orders'],
  finish: async (ctx, { search = '' }) => {
    await keepSearch(ctx, 'orders', search);
    return ordersScreen(ctx, { offset: 0, inArchive: false, search });
  },
};

/** A change of one field of an order that is there. */
function editForm(
  field: string,
  question: Question,
  toChange: (value: string, order: OrderInfo) => OrderChange,
): Form {
  return {
    name: `order-edit-${field}`,
    questions: [question],
    backTo: ({ orderId = '' }: Answers) => ['order-edit', orderId],
    finish: async (ctx, answers) => {
      const orderId = numberFrom(answers['orderId']);
      const value = answers[question.name] ?? '';
      const { words, accountId } = ctx.visitor;
      const { orders } = ctx.parts.service;
      const order = await orders.info(accountId, orderId);
      const { problems } = await orders.update(accountId, orderId, toChange(value, order));
      const said = [words.html('order-changed'), ...problemLines(problems, words)];
      return orderScreen(ctx, orderId, said.join('\n'));
    },
  };
}

/** By the field's name in buttons, in the order they stand in. */
export const editable = ['name', 'link', 'quantity', 'day', 'price', 'token'] as const;

const editForms: readonly Form[] = [
  editForm('name', nameQuestion, (name) => (name === '-' ? {} : { name })),
  editForm('link', linkQuestion, (link) => ({ link: plainLink(link) })),
  editForm('quantity', quantityQuestion, (count) => ({ quantityAll: Number(count) })),
  editForm('day', quantityDayQuestion, (count) => ({
    quantityDay: count === '0' ? orderBounds.quantityDay.max : Number(count),
  })),
  editForm('price', priceQuestion, (price, order) => priceChange(order, price)),
  editForm('token', { ...tokenQuestion, isAsked: () => true }, (botToken) => ({ botToken })),
];

export const orderForms: readonly Form[] = [
  newForm,
  draftPriceForm,
  searchForm,
  ...editForms,
  ...scheduleForms,
  findForm,
  excludeForm,
];
