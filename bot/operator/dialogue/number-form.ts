/** Asks for a number: of a bot, an account, a user or an order, since names change or are unknown. */
import type { OperatorContext } from '../context.js';
import { numberFrom } from '../press.js';
import type { Screen } from '../screen.js';
import { type Answers, type Form, readWhole } from './form.js';

/**
 * @param take is given the number at once; where it throws, the question stays
 * @param show the screen of what has this number. @throws ServiceError whatever `show` throws
 */
export function numberForm(
  { name, field, asks }: { name: string; field: string; asks: string },
  show: (ctx: OperatorContext, id: number, answers: Answers) => Promise<Screen>,
  take?: (ctx: OperatorContext, id: number, answers: Answers) => Promise<unknown>,
): Form {
  return {
    name,
    questions: [
      {
        name: field,
        ask: ({ words }) => ({ html: words.html(asks) }),
        read: async (ctx, text, answers) => {
          const id = readWhole(ctx, text, { min: 1, max: Number.MAX_SAFE_INTEGER });
          await take?.(ctx, id, answers);
          return String(id);
        },
      },
    ],
    finish: (ctx, answers) => show(ctx, numberFrom(answers[field]), answers),
  };
}
