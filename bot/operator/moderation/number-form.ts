/** Asks a moderator for a number: of a bot, a user or an order, since names change or are unknown. */
import type { OperatorContext } from '../context.js';
import { type Form } from '../dialogue/index.js';
import { readWhole } from '../dialogue/form.js';
import { numberFrom } from '../press.js';
import type { Screen } from '../screen.js';

/** @param show the screen of what has this number. @throws ServiceError whatever `show` throws */
export function numberForm(
  { name, field, asks }: { name: string; field: string; asks: string },
  show: (ctx: OperatorContext, id: number) => Promise<Screen>,
): Form {
  return {
    name,
    questions: [
      {
        name: field,
        ask: ({ words }) => ({ html: words.html(asks) }),
        read: (ctx, text) => String(readWhole(ctx, text, { min: 1, max: Number.MAX_SAFE_INTEGER })),
      },
    ],
    finish: (ctx, answers) => show(ctx, numberFrom(answers[field])),
  };
}
