/** How the subscribers of a bot are checked: with its token, or by the membership service where one is set up. */
import { hasField, kindNames, type AdsType } from '../../../core/kinds/index.js';
import type { OperatorContext } from '../context.js';
import { type Answers, type Question, readOneOf, readText, readToken } from '../dialogue/form.js';
import { targetIn } from './link-question.js';
import { openSubject, subjectKeyIn } from './subject.js';

const CODE_LENGTH_MAX = 256;

/** The answer of a bot's advertiser who keeps its token. */
export const WITHOUT_TOKEN = 'none';

/** The kind that was chosen, or that the link shows. */
export function adsTypeIn(answers: Answers): AdsType {
  const { type } = answers;
  return kindNames.find((name) => name === type) ?? targetIn(answers).kind ?? 'channel';
}

const isForBot = (answers: Answers) => hasField({ adsType: adsTypeIn(answers) }, 'botToken');

export const checkQuestion: Question = {
  name: 'check',
  isAsked: ({ service }, answers) => isForBot(answers) && service.settings.BOT_MEMBER_URL !== undefined,
  ask: ({ words }) => ({
    html: words.html('order-ask-check'),
    offers: [
      { text: words.text('button-check-token'), value: 'token' },
      { text: words.text('button-check-code'), value: 'code' },
    ],
    perRow: 1,
  }),
  read: (ctx, text) => readOneOf(ctx, text, ['token', 'code']),
};

export const tokenQuestion: Question = {
  name: 'token',
  isSecret: true,
  isAsked: (_, answers) => isForBot(answers),
  ask: async (ctx, answers) => {
    const { words } = ctx;
    return {
      html: words.html((await wantsCode(ctx, answers)) ? 'order-ask-code' : 'order-ask-token'),
      // One that is there stays what it is.
      offers:
        answers['key'] === undefined
          ? [{ text: words.text('button-without-check'), value: WITHOUT_TOKEN }]
          : [],
    };
  },
  read: async (ctx, text, answers) => {
    if (text === WITHOUT_TOKEN && answers['key'] === undefined) return text;
    return (await wantsCode(ctx, answers)) ? readText(ctx, text, CODE_LENGTH_MAX) : readToken(ctx, text);
  },
};

/** What was chosen just now, or what the order that is there has. */
async function wantsCode(ctx: OperatorContext, answers: Answers): Promise<boolean> {
  if (answers['key'] === undefined) return answers['check'] === 'code';
  const { order } = await openSubject(ctx, subjectKeyIn(answers));
  return order.toBotMember;
}
