/** What is written about orders: a new one step by step, changes of one field, searches. */
import { type AdsType, hasField, isKindField, kindNames, linkNeeded } from '../../../core/kinds/index.js';
import { parseMoney } from '../../../core/money.js';
import { cut } from '../../../core/names.js';
import { orderBounds, type OrderInfo, parseLink } from '../../../core/orders/index.js';
import { optionNames, type OrderChange, type OrderInput } from '../../../core/terms/index.js';
import type { Words } from '../../words.js';
import { DRAFT, type FieldsOf } from '../actions.js';
import { type Answers, type Form, NotUnderstood, type Question, readWhole } from '../dialogue/form.js';
import type { OperatorContext } from '../context.js';
import { errorKey } from '../failures.js';
import { numberFrom } from '../press.js';
import { button, type Screen } from '../screen.js';
import { searchForm } from '../own-list.js';
import { orderScreen } from './card.js';
import { draftScreen } from './draft.js';
import { chatQuestion, linkQuestion, targetIn } from './link-question.js';
import { ownOrders } from './list.js';
import { scheduleForms } from './schedule.js';
import { priceChange, priceQuestion } from './price-question.js';
import { openSubject, readDraft, subjectKeyIn, writeDraft } from './subject.js';
import { adsTypeIn, checkQuestion, tokenQuestion, WITHOUT_TOKEN } from './token-question.js';
import { findForm } from './targeting.js';
import { excludeForm } from './exclusions.js';

const nameOf = (adsType: AdsType, words: Words) => words.text(`kind-${adsType}`);

const offered = {
  quantity: [100, 500, 1_000, 5_000],
  quantityDay: [50, 100, 500],
};

const typeQuestion: Question = {
  name: 'type',
  ask: ({ words }) => ({
    html: words.html('order-ask-type'),
    offers: kindNames.map((type) => ({ text: nameOf(type, words), value: type })),
  }),
  read: ({ words }, text, answers) => {
    const type = kindNames.find(
      (known) => known === text || nameOf(known, words).toLowerCase() === text.toLowerCase(),
    );
    if (type === undefined) throw new NotUnderstood(words.text('error-choose'));
    const needed = linkNeeded({ adsType: type }, parseLink(targetIn(answers).link).kind);
    if (needed !== null) throw new NotUnderstood(words.text(errorKey(needed.topic)));
    return type;
  },
};

const nameQuestion: Question = {
  name: 'name',
  ask: ({ words }) => ({
    html: words.html('order-ask-name', { max: String(orderBounds.nameLength.max) }),
    offers: [{ text: words.text('button-skip'), value: '-' }],
  }),
  read: (_, text) => cut(text, orderBounds.nameLength.max),
};

const quantityQuestion: Question = {
  name: 'quantity',
  ask: ({ words }) => ({
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
  ask: ({ words }, { quantity = '' }) => ({
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
    // Mostly the link shows it.
    { ...typeQuestion, isAsked: (_, answers) => targetIn(answers).kind === null },
    checkQuestion,
    tokenQuestion,
    { ...nameQuestion, isAsked: (_, answers) => targetIn(answers).name === '' },
    quantityQuestion,
    quantityDayQuestion,
    priceQuestion,
  ],
  finish: async (ctx, answers) => {
    const { price = '' } = answers;
    const target = targetIn(answers);
    const { name = target.name } = answers;
    await writeDraft(ctx, {
      link: target.link,
      ...kindIn(answers),
      quantityAll: numberFrom(answers['quantity']),
      priceMicros: parseMoney(price),
      ...(name === '-' ? {} : { name: cut(name, orderBounds.nameLength.max) }),
      ...(answers['quantityDay'] === '0' ? {} : { quantityDay: numberFrom(answers['quantityDay']) }),
    });
    return draftScreen(ctx);
  },
};

/** The kind of a draft, with the token that it needs. */
const draftTypeForm: Form = {
  name: 'draft-type',
  questions: [typeQuestion, checkQuestion, tokenQuestion],
  finish: async (ctx, answers) => {
    const kind = kindIn(answers);
    const { botToken: _, toBotMember: __, ...rest } = await readDraft(ctx);
    await writeDraft(ctx, { ...rest, ...optionsOfOthers(kind), ...kind });
    return draftScreen(ctx);
  },
};

/** The options that orders of this kind do not have, as not chosen. */
function optionsOfOthers(kind: Pick<OrderInput, 'adsType'>): Record<string, undefined> {
  const others = optionNames.filter((name) => isKindField(name) && !hasField(kind, name));
  return Object.fromEntries(others.map((name) => [name, undefined]));
}

/** Which kind of order it becomes: a bot without its token is a place to be opened. */
function kindIn(answers: Answers): Pick<OrderInput, 'adsType' | 'botToken' | 'toBotMember'> {
  const { token } = answers;
  if (token === WITHOUT_TOKEN) return { adsType: 'resource' };
  const adsType = adsTypeIn(answers);
  return token === undefined
    ? { adsType }
    : { adsType, botToken: token, toBotMember: answers['check'] === 'code' };
}

/** The chat behind an invite link: of an order, or of one that is to be made in the cabinet. */
const chatForm: Form = {
  name: 'order-chat',
  questions: [chatQuestion],
  finish: async (ctx, { orderId, chat = '' }) => {
    const { words, accountId } = ctx;
    const { privateChats } = ctx.service;
    if (orderId === undefined) return chosenScreen(ctx, await privateChats.linkInto(chat));
    await privateChats.choose(accountId, numberFrom(orderId), chat);
    return orderScreen(ctx, numberFrom(orderId), words.html('order-changed'));
  },
};

function chosenScreen({ words }: OperatorContext, link: string | null): Screen {
  const html = link === null ? words.html('error-chat-rights') : words.html('chat-chosen', { link });
  return { html, rows: [[button(words.text('button-back'), 'orders')]] };
}

/** A change of one field, of an order that is there or of the draft. */
function editForm(
  field: NonNullable<FieldsOf<'order-edit'>['field']>,
  question: Question,
  toChange: (value: string, order: OrderInfo) => OrderChange,
): Form {
  return {
    name: `order-edit-${field}`,
    questions: [question],
    finish: async (ctx, answers) => {
      const { key, order, change } = await openSubject(ctx, subjectKeyIn(answers));
      await change(toChange(answers[question.name] ?? '', order));
      // What is in its way by now stands on the card.
      return key === DRAFT ? draftScreen(ctx) : orderScreen(ctx, key, ctx.words.html('order-changed'));
    },
  };
}

const editForms: readonly Form[] = [
  editForm('name', nameQuestion, (name) => (name === '-' ? {} : { name })),
  editForm('link', linkQuestion, (link) => ({ link: targetIn({ link }).link })),
  editForm('quantity', quantityQuestion, (count) => ({ quantityAll: Number(count) })),
  editForm('day', quantityDayQuestion, (count) => ({
    quantityDay: count === '0' ? orderBounds.quantityDay.max : Number(count),
  })),
  editForm('price', priceQuestion, (price, order) => priceChange(order, price)),
  editForm('token', { ...tokenQuestion, isAsked: () => true }, (botToken) => ({ botToken })),
];

export const orderForms: readonly Form[] = [
  newForm,
  draftTypeForm,
  chatForm,
  searchForm('orders', ownOrders),
  ...editForms,
  ...scheduleForms,
  findForm,
  excludeForm,
];
