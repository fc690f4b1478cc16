/** Buttons of a message as the Bot API takes them; the adapter and the operator bot both send such. */
import type { MessageButton } from './platform.js';

export type KeyboardButton = { style?: 'primary' | 'success' | 'danger' } & (
  | { text: string; url: string }
  | { text: string; callback_data: string }
  | { text: string; web_app: { url: string } }
  | { text: string; copy_text: { text: string } }
);

/** The emulated messenger opens pages of this machine. */
const LOOPBACK = /^(127\.\d+\.\d+\.\d+|localhost)$/;

/** Whether the messenger opens this page inside itself: it takes no plain http, and refuses a message with such a button. */
export function opensInside(address: string): boolean {
  const { protocol, hostname } = new URL(address);
  return protocol === 'https:' || LOOPBACK.test(hostname);
}

/** A button copies at most so many characters. */
export const COPIED_LENGTH_MAX = 256;

export function keyboardOf(rows: MessageButton[][]): { inline_keyboard: KeyboardButton[][] } {
  return { inline_keyboard: rows.map((row) => row.map(toButton)) };
}

function toButton(button: MessageButton): KeyboardButton {
  const { text, style } = button;
  const styled = style === undefined ? {} : { style };
  if (button.kind === 'url') return { text, url: button.url, ...styled };
  if (button.kind === 'callback') return { text, callback_data: button.data, ...styled };
  if (button.kind === 'copy') return { text, copy_text: { text: button.copied }, ...styled };
  return { text, web_app: { url: button.url }, ...styled };
}

/**
 * The same rows for a platform that knows neither styles nor copy buttons: what a button would copy must stand in the
 * text, too. Null when there is nothing to leave out.
 */
export function plainRows(rows: MessageButton[][]): MessageButton[][] | null {
  if (!rows.flat().some(({ kind, style }) => kind === 'copy' || style !== undefined)) return null;
  return rows
    .map((row) => row.filter(({ kind }) => kind !== 'copy').map(({ style: _, ...button }) => button))
    .filter((row) => row.length > 0);
}

/** Whether the platform refused the message for its buttons, as it words that. */
export function refusesButtons(description: string): boolean {
  return /button|keyboard|reply markup/i.test(description);
}
