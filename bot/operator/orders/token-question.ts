/** How the subscribers of a bot are checked: with its token, or by the membership service where one is set up. */
import type { OperatorContext } from '../context.js';
import { type Answers, NotUnderstood, type Question } from '../dialogue/form.js';
import { numberFrom } from '../press.js';
import { TOKEN } from '../token.js';
import { isChosen } from './link-question.js';

const CODE_LENGTH_MAX = 256;

const isForBot = ({ type, link = '' }: Answers) => type === 'bot' && !isChosen(link);

export const checkQuestion: Question = {
  name: 'check',
  isAsked: ({ parts }, answers) => isForBot(answers) && parts.service.settings.BOT_MEMBER_URL !== undefined,
  ask: ({ visitor: { words } }) => ({
    html: words.html('order-ask-check'),
    offers: [
      { text: words.text('button-check-token'), value: 'token' },
      { text: words.text('button-check-code'), value: 'code' },
    ],
    perRow: 1,
  }),
  read: ({ visitor: { words } }, text) => {
    if (text === 'token' || text === 'code') return text;
    throw new NotUnderstood(words.text('error-choose'));
  },
};

export const tokenQuestion: Question = {
  name: 'token',
  isSecret: true,
  isAsked: (_, answers) => isForBot(answers),
  ask: async (ctx, answers) => ({
    html: ctx.visitor.words.html((await wantsCode(ctx, answers)) ? 'order-ask-code' : 'order-ask-token'),
  }),
  read: async (ctx, text, answers) => {
    const { words } = ctx.visitor;
    if (await wantsCode(ctx, answers)) {
      if (text !== '' && text.length <= CODE_LENGTH_MAX) return text;
      throw new NotUnderstood(words.text('error-text', { max: String(CODE_LENGTH_MAX) }));
    }
    const token = TOKEN.exec(text)?.[0];
    if (token === undefined) throw new NotUnderstood(words.text('error-token'));
    return token;
  },
};

/** What was chosen just now, or what the order that is there has. */
async function wantsCode(ctx: OperatorContext, { check, orderId }: Answers): Promise<boolean> {
  if (orderId === undefined) return check === 'code';
  const order = await ctx.parts.service.orders.info(ctx.visitor.accountId, numberFrom(orderId));
  return order.toBotMember;
}
