/** Buttons and what they do. A press is answered once, and changes the message that the button stands under. */
import { type Composer, type Context, GrammyError } from 'grammy';
import type { Settings } from '../../core/config.js';
import type { Keep } from '../../core/kept-answers.js';
import { cut } from '../../core/names.js';
import { type ActionName, actions, type FieldsOf } from './actions.js';
import { decode, StaleButton } from './callback-data.js';
import type { OperatorContext } from './context.js';
import { changeScreen, type Screen, sendScreen } from './screen.js';

export { StaleButton } from './callback-data.js';

/** Brings the button to rest. A note that the platform refuses as too late is written into the chat. */
export async function answerPress(
  ctx: Context,
  { note, isAlert = false }: Pick<Answer, 'note' | 'isAlert'> = {},
): Promise<void> {
  try {
    await ctx.answerCallbackQuery(note === undefined ? {} : { text: cut(note, 200), show_alert: isAlert });
  } catch (error) {
    if (note !== undefined && error instanceof GrammyError && error.error_code === 400) await ctx.reply(note);
  }
}

/**
 * Makes something once for a button that is pressed twice. A second press before the message changes is answered as the first.
 * @returns null for one that comes after: the message has other buttons by then, and shows what was made
 */
export async function makeOnce<Made>(
  ctx: OperatorContext,
  make: (keep: Keep<Made>) => Promise<Made>,
): Promise<Made | null> {
  const { message, data = '' } = ctx.callbackQuery ?? {};
  // The platform does not say how old the message is, or what buttons it has.
  if (message === undefined || message.date === 0) return make(() => undefined);
  const buttons = message.reply_markup?.inline_keyboard.flat() ?? [];
  if (!buttons.some((shown) => 'callback_data' in shown && shown.callback_data === data)) return null;
  const key = `${String(message.message_id)}:${String(message.edit_date ?? message.date)}:${data}`;
  const call = { accountId: ctx.accountId, name: 'press', key, parameters: null };
  return (await ctx.service.keptAnswers.once(call, make)).answer;
}

/** What a press leads to: another screen, a short note, or both. */
export interface Answer extends Partial<Screen> {
  /** A line that appears for a moment; `isAlert` makes it stay until it is read. */
  note?: string;
  isAlert?: boolean;
}

/** The names of all buttons that a bot of this process knows: what a test must try as a stranger. */
export const pressNames = new Set<string>();

/** Handles the buttons of an action. What is none of them, or of another version, is refused as a stale button. */
export function onPress<Name extends ActionName>(
  composer: Composer<OperatorContext>,
  name: Name,
  press: (ctx: OperatorContext, fields: FieldsOf<Name>) => Promise<Answer> | Answer,
): void {
  pressNames.add(name);
  composer.callbackQuery(new RegExp(`^${name}(?::|$)`), async (ctx) => {
    const fields = decode(name, actions[name], ctx.callbackQuery.data) as FieldsOf<Name>;
    const answer = await press(ctx, fields);
    const message = ctx.callbackQuery.message;
    // The screen first: a person who sees the button come to rest finds what it led to.
    if (isScreen(answer) && message !== undefined) {
      await changeScreen(ctx.api, message.chat.id, message.message_id, answer);
    }
    await answerPress(ctx, answer);
  });
}

/** Refuses these presses of others at once, as core would in the end. @throws ServiceError `forbidden` */
export function onlyFor(
  assertDuty: (settings: Settings, accountId: number) => void,
  composer: Composer<OperatorContext>,
  names: RegExp,
): void {
  composer.callbackQuery(names, async ({ service, accountId }, next) => {
    assertDuty(service.settings, accountId);
    await next();
  });
}

/** Answers a command with a screen. */
export function onCommand(
  composer: Composer<OperatorContext>,
  names: string | string[],
  show: (ctx: OperatorContext) => Promise<Screen> | Screen,
): void {
  composer.command(names, async (ctx) => {
    await sendScreen(ctx.api, ctx.accountId, await show(ctx));
  });
}

const isScreen = (answer: Answer): answer is Answer & Screen => answer.html !== undefined;

/** A whole number that a dialogue was begun with or was answered. @throws StaleButton for anything else */
export function numberFrom(text: string | undefined): number {
  const number = Number(text);
  if (text === undefined || text === '' || !Number.isSafeInteger(number)) throw new StaleButton();
  return number;
}
