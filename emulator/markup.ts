/** Keyboards that bots attach to messages: what the platform accepts, and how it words what it refuses. */
import type {
  ForceReply,
  InlineKeyboardButton,
  InlineKeyboardMarkup,
  ReplyKeyboardMarkup,
} from 'grammy/types';
import { badRequest } from './failure.js';

export type Markup =
  | { kind: 'none' }
  | { kind: 'inline'; inline: InlineKeyboardMarkup }
  | { kind: 'reply'; keyboard: ReplyKeyboardMarkup | ForceReply }
  | { kind: 'remove' };

type Loose = Record<string, unknown>;

const mostButtons = 100;
const isLoose = (value: unknown): value is Loose =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Checks a `reply_markup`.
 * @param place web apps open only in private chats; a pay button stands only under an invoice
 */
export function readMarkup(value: unknown, place: { isPrivate: boolean; isInvoice?: boolean }): Markup {
  if (value === undefined || value === null || value === '') return { kind: 'none' };
  if (!isLoose(value)) throw badRequest("can't parse reply keyboard markup JSON object");
  if ('inline_keyboard' in value) {
    const rows = buttonRows(value['inline_keyboard'], 'inline keyboard');
    rows.flat().forEach((button, index) => {
      checkInlineButton(button, index, place);
    });
    const inline = rows.filter((row) => row.length > 0) as unknown as InlineKeyboardButton[][];
    return inline.length === 0 ? { kind: 'none' } : { kind: 'inline', inline: { inline_keyboard: inline } };
  }
  if ('keyboard' in value) {
    const rows = buttonRows(value['keyboard'], 'keyboard');
    return { kind: 'reply', keyboard: { ...value, keyboard: rows } as unknown as ReplyKeyboardMarkup };
  }
  if (value['remove_keyboard'] === true) return { kind: 'remove' };
  if (value['force_reply'] === true) return { kind: 'reply', keyboard: value as unknown as ForceReply };
  return { kind: 'none' };
}

function buttonRows(value: unknown, kind: 'inline keyboard' | 'keyboard'): Loose[][] {
  if (!Array.isArray(value)) throw badRequest(`object expected as reply markup`);
  const rows = value.map((row: unknown) => {
    if (!Array.isArray(row))
      throw badRequest(`field "${kind.replace(' ', '_')}" must be of type Array of Arrays`);
    return row.map((button: unknown) => readButton(button, kind));
  });
  if (rows.flat().length > mostButtons) throw badRequest('reply markup is too long');
  return rows;
}

function readButton(button: unknown, kind: string): Loose {
  if (typeof button === 'string' && kind === 'keyboard') return { text: button };
  if (!isLoose(button)) throw badRequest(`can't parse ${kind} button: KeyboardButton must be an Object`);
  if (typeof button['text'] !== 'string')
    throw badRequest(`can't parse ${kind} button: Can't find field "text"`);
  if (button['text'].trim() === '') throw badRequest(`${kind} button text must be non-empty`);
  return button;
}

const inlineActions = [
  'callback_data',
  'url',
  'web_app',
  'pay',
  'login_url',
  'switch_inline_query',
  'switch_inline_query_current_chat',
  'switch_inline_query_chosen_chat',
  'copy_text',
  'callback_game',
  'disabled',
];

function checkInlineButton(
  button: Loose,
  index: number,
  place: { isPrivate: boolean; isInvoice?: boolean },
): void {
  const text = String(button['text']);
  if (!inlineActions.some((action) => action in button)) {
    throw badRequest("can't parse inline keyboard button: Text buttons are unallowed in the inline keyboard");
  }
  if ('callback_data' in button) {
    const data = button['callback_data'];
    const bytes = typeof data === 'string' ? Buffer.byteLength(data) : 0;
    if (bytes < 1 || bytes > 64) throw badRequest('BUTTON_DATA_INVALID');
  }
  if ('url' in button)
    checkUrl(
      String(button['url']),
      (reason) => `inline keyboard button URL '${button['url'] as string}' is invalid: ${reason}`,
    );
  if ('web_app' in button) checkWebApp(button, text, place.isPrivate);
  if ('copy_text' in button) {
    const copied = isLoose(button['copy_text']) ? button['copy_text']['text'] : undefined;
    if (typeof copied !== 'string' || copied.length < 1 || copied.length > 256)
      throw badRequest('BUTTON_COPY_TEXT_INVALID');
  }
  if ('style' in button && !['primary', 'success', 'danger'].includes(String(button['style'])))
    throw badRequest("can't parse inline keyboard button: Unknown button style specified");
  if ('pay' in button && !(place.isInvoice === true && index === 0)) throw badRequest('BUTTON_TYPE_INVALID');
}

/** tg: links go anywhere; others must be http(s) with a host that can exist. The demo's loopback hosts count. */
function checkUrl(address: string, words: (reason: string) => string): void {
  const full =
    /^[a-z][a-z\d+.-]*:/i.test(address) && !/^[\w.-]+:\d/.test(address) ? address : `http://${address}`;
  if (address.trim() === '' || !URL.canParse(full)) throw badRequest(words('Wrong HTTP URL'));
  const url = new URL(full);
  if (url.protocol === 'tg:' || url.protocol === 'ton:') return;
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw badRequest(words('Unsupported URL protocol'));
  if (url.hostname === '') throw badRequest(words('URL host is empty'));
  if (!url.hostname.includes('.') && !isLoopback(url.hostname)) throw badRequest(words('Wrong HTTP URL'));
}

function checkWebApp(button: Loose, text: string, isPrivate: boolean): void {
  const app = button['web_app'];
  const address = isLoose(app) && typeof app['url'] === 'string' ? app['url'] : '';
  const refuse = (reason: string): Error => {
    return badRequest(`inline keyboard button Web App URL '${address}' is invalid: ${reason}`);
  };
  if (!isPrivate) throw badRequest('BUTTON_TYPE_INVALID');
  if (!URL.canParse(address)) throw refuse(`Wrong HTTP URL of the button "${text}"`);
  const url = new URL(address);
  // The platform wants https; the demo's own pages are on this machine.
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLoopback(url.hostname))) {
    throw refuse('Only HTTPS links are allowed');
  }
}

/** Whether a host name is this machine. */
export function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname);
}
