/** What people do in the chat with the operator bot, for end-to-end tests: get their keys, approve orders. */
import type { Message } from 'grammy/types';
import type { PlatformClient } from '../../emulator/client.js';
import { ask } from './asking.js';

export function buttonsOf(message: Message) {
  return (message.reply_markup?.inline_keyboard ?? []).flat();
}

/** Whether a message has a button that sends this. */
export const hasButton = (data: string) => (message: Message) => sentBy(message, data) !== undefined;

/** What the button sends of this data; the client's gate puts the signed request behind a dot. */
export const sentBy = (message: Message, data: string) =>
  buttonsOf(message)
    .map((button) => ('callback_data' in button ? button.callback_data : ''))
    .find((sent) => sent === data || sent.startsWith(`${data}.`));

/** The bot gets this update as it is: for what nothing else of the emulated platform brings about. */
export async function bring(platform: PlatformClient, bot: string, update: object): Promise<void> {
  const body = JSON.stringify({ bot, update });
  const headers = { 'Content-Type': 'application/json' };
  const { http } = await ask(`${platform.url}/emulator/updates`, { method: 'POST', headers, body });
  if (http !== 200) throw new Error(`the update was refused: ${String(http)}`);
}

/**
 * Writes /start, goes to the profile where a newcomer is welcomed first, and presses what shows the keys, until both have
 * been seen in the chat.
 */
export async function keysFromChat(
  platform: PlatformClient,
  operatorBot: string,
  userId: number,
): Promise<{ access: string; statistics: string }> {
  const said = await platform.say(userId, operatorBot, '/start');
  const hasWay = (message: Message) => says(message, 'Access') || hasButton('home')(message);
  const screen = await platform.waitForMessage(userId, operatorBot, hasWay, { after: said });
  if (!says(screen, 'Access')) await platform.press(userId, operatorBot, screen.message_id, 'home');
  const profile = await platform.waitForChat(userId, operatorBot, (messages) =>
    messages.find((message) => message.message_id >= screen.message_id && says(message, 'Access')),
  );
  const reveal = async (word: string, pattern: RegExp): Promise<string> => {
    await pressIfThere(platform, operatorBot, userId, profile, word);
    return platform.waitForChat(userId, operatorBot, (messages) =>
      messages.map((message) => pattern.exec(message.text ?? '')?.[0]).find((key) => key !== undefined),
    );
  };
  return {
    access: await reveal('Access', /sg_access_[\w-]+/),
    statistics: await reveal('Statistics', /sg_stat_[\w-]+/),
  };
}

function says(message: Message, word: string): boolean {
  return buttonsOf(message).some((button) => button.text.includes(word));
}

/** Waits for the order's card in the moderator's chat and presses Approve; resolves when that was answered. */
export async function approve(
  platform: PlatformClient,
  operatorBot: string,
  moderatorId: number,
  orderId: number,
): Promise<void> {
  const isCard = (message: Message) =>
    new RegExp(`#${String(orderId)}\\b`).test(message.text ?? '') &&
    buttonsOf(message).some((button) => button.text.includes('Approve'));
  const card = await platform.waitForMessage(moderatorId, operatorBot, isCard);
  const query = await pressIfThere(platform, operatorBot, moderatorId, card, 'Approve');
  if (query === null) throw new Error('The card has no button to approve with.');
  await platform.waitForAnswer(moderatorId, operatorBot, query);
}

/** @returns the id of the callback query; null when no button says this word */
async function pressIfThere(
  platform: PlatformClient,
  operatorBot: string,
  userId: number,
  message: Message,
  word: string,
): Promise<string | null> {
  const button = buttonsOf(message).find((candidate) => candidate.text.includes(word));
  if (button === undefined || !('callback_data' in button)) return null;
  return platform.press(userId, operatorBot, message.message_id, button.callback_data);
}
