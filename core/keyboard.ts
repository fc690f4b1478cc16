/** Buttons of a message as the Bot API takes them; the adapter and the operator bot both send such. */
import type { MessageButton } from './ports.js';

export type KeyboardButton =
  | { text: string; url: string }
  | { text: string; callback_data: string }
  | { text: string; web_app: { url: string } };

export function keyboardOf(rows: MessageButton[][]): { inline_keyboard: KeyboardButton[][] } {
  return { inline_keyboard: rows.map((row) => row.map(toButton)) };
}

function toButton(button: MessageButton): KeyboardButton {
  const { text } = button;
  if (button.kind === 'url') return { text, url: button.url };
  if (button.kind === 'callback') return { text, callback_data: button.data };
  return { text, web_app: { url: button.url } };
}
