/** Buttons and what they do. A press is answered once, and changes the message that the button stands under. */
import { type Composer } from 'grammy';
import type { OperatorContext } from './context.js';
import { changeScreen, type Screen } from './screen.js';

/** What a press leads to: another screen, a short note, or both. */
export interface Answer {
  screen?: Screen;
  /** A line that appears for a moment; `isAlert` makes it stay until it is read. */
  note?: string;
  isAlert?: boolean;
}

export type Press = (ctx: OperatorContext, ...args: (string | undefined)[]) => Promise<Screen | Answer>;

/** The names of all buttons that a bot of this process knows: what a test must try as a stranger. */
export const pressNames = new Set<string>();

/** Handles the buttons whose data begins with `name`; what follows, between colons, are the arguments. */
export function onPress(composer: Composer<OperatorContext>, name: string, press: Press): void {
  pressNames.add(name);
  composer.callbackQuery(new RegExp(`^${name}(?::|$)`), async (ctx) => {
    const args = ctx.callbackQuery.data.split(':').slice(name.split(':').length);
    const answer = toAnswer(await press(ctx, ...args));
    const note = answer.note === undefined ? {} : { text: answer.note, show_alert: answer.isAlert ?? false };
    const message = ctx.callbackQuery.message;
    // The screen first: a person who sees the button come to rest finds what it led to.
    if (answer.screen !== undefined && message !== undefined) {
      await changeScreen(ctx.api, message.chat.id, message.message_id, answer.screen);
    }
    // A query that has become too old to be answered is no harm.
    await ctx.answerCallbackQuery(note).catch(() => undefined);
  });
}

function toAnswer(answer: Screen | Answer): Answer {
  return 'html' in answer ? { screen: answer } : answer;
}

/** A whole number from a button; NaN never gets further than here. */
export function numberFrom(text: string | undefined): number {
  const number = Number(text);
  if (text === undefined || text === '' || !Number.isSafeInteger(number)) throw new StaleButton();
  return number;
}

/** The button is of an older version, or was never ours. */
export class StaleButton extends Error {
  override readonly name = 'StaleButton';
}
