/** What an order pays for a subscriber: of its two prices the one that applies, for everybody or for premium users only. */
import { parseMoney, toDecimal } from '../../../core/money.js';
import { orderBounds, type OrderInfo } from '../../../core/orders/index.js';
import { type OrderChange } from '../../../core/terms/index.js';
import type { OperatorContext } from '../context.js';
import { type Answers, type Question, readMoney } from '../dialogue/form.js';
import { money } from '../figures.js';
import { openSubject, subjectKeyIn } from './subject.js';

export const priceQuestion: Question = {
  name: 'price',
  ask: async (ctx, answers) => {
    const { words } = ctx;
    const { isPremium, min, standard } = await boundsFor(ctx, answers);
    const said = (amount: string) => money(ctx, parseMoney(amount));
    return {
      html: words.html(isPremium ? 'order-ask-price-premium' : 'order-ask-price', { min: said(min) }),
      offers: [{ text: words.text('button-standard-price', { price: said(standard) }), value: standard }],
    };
  },
  read: async (ctx, text, answers) => {
    const { min } = await boundsFor(ctx, answers);
    const bounds = { minMicros: parseMoney(min), maxMicros: parseMoney(orderBounds.price.max) };
    return toDecimal(readMoney(ctx, text, bounds));
  },
};

/** The change of the price that applies to this order. */
export function priceChange({ targeting }: OrderInfo, price: string): OrderChange {
  const micros = parseMoney(price);
  return targeting.onlyPremium === 1 ? { pricePremiumMicros: micros } : { priceMicros: micros };
}

/** Of an order that is there, or of the draft; a new one has no targeting yet. */
async function boundsFor(ctx: OperatorContext, answers: Answers) {
  const { PRICE_MIN, PRICE_MIN_PREMIUM, PRICE_STANDARD, PRICE_STANDARD_PREMIUM } = ctx.service.settings;
  const isNew = answers['key'] === undefined;
  const subject = isNew ? null : await openSubject(ctx, subjectKeyIn(answers));
  const isPremium = subject?.order.targeting.onlyPremium === 1;
  return isPremium
    ? { isPremium, min: PRICE_MIN_PREMIUM, standard: PRICE_STANDARD_PREMIUM }
    : { isPremium, min: PRICE_MIN, standard: PRICE_STANDARD };
}
