/**
 * The keyboard under the chat, for what only it can ask: choosing a chat. It comes with a message of its own, and goes
 * with it, also when the dialogue is left in between.
 */
import type { KeyboardButton } from 'grammy/types';
import type { OperatorContext } from '../context.js';
import { removeMessage } from '../screen.js';

const keyOf = ({ accountId }: OperatorContext): string => `keyboard:${String(accountId)}`;

export async function showKeyboard(
  ctx: OperatorContext,
  text: string,
  buttons: KeyboardButton[][],
): Promise<void> {
  const { message_id: messageId } = await ctx.api.sendMessage(ctx.accountId, text, {
    reply_markup: { keyboard: buttons, resize_keyboard: true, one_time_keyboard: true },
  });
  await ctx.service.sessions.write(keyOf(ctx), String(messageId), ctx.nowMs());
}

/** Takes the keyboard away, if one is shown. */
export async function hideKeyboard(ctx: OperatorContext): Promise<void> {
  const { sessions } = ctx.service;
  const { accountId } = ctx;
  const shown = await sessions.read(keyOf(ctx));
  if (shown === null) return;
  await sessions.delete(keyOf(ctx));
  await removeMessage(ctx.api, accountId, Number(shown));
  // Deleting the message does not take the keyboard away; only another message can.
  const { message_id: messageId } = await ctx.api.sendMessage(accountId, '⌨️', {
    reply_markup: { remove_keyboard: true },
  });
  await removeMessage(ctx.api, accountId, messageId);
}
