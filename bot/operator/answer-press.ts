/** How a press ends: once, and within seconds. After that the platform shows nothing of an answer. */
import { type Context, GrammyError } from 'grammy';

/** A line that the person's app shows for a moment; an alert stays until it is read. */
export interface PressNote {
  text: string;
  isAlert: boolean;
}

/** Brings the button to rest. A note that the platform refuses as too late is written into the chat. */
export async function answerPress(ctx: Context, note: PressNote | null = null): Promise<void> {
  const shown = note === null ? {} : { text: note.text.slice(0, 200), show_alert: note.isAlert };
  try {
    await ctx.answerCallbackQuery(shown);
  } catch (error) {
    if (note !== null && error instanceof GrammyError && error.error_code === 400) await ctx.reply(note.text);
  }
}
