/**
 * A screen: one message of the operator bot with its buttons. Pressing a button changes the message it stands under;
 * only what is written calls for a new one.
 */
import { type Api, GrammyError } from 'grammy';
import type { MessageButton } from '../../core/platform.js';
import { COPIED_LENGTH_MAX, keyboardOf, plainRows, refusesButtons } from '../../core/keyboard.js';
import { type ActionName, callbackData, type FieldsGiven } from './actions.js';
import type { CallbackData } from './callback-data.js';
import type { Words } from '../words.js';

/** Buttons side by side; `false` stands for one that is left out. */
export type Row = (MessageButton | false)[];

export interface Screen {
  html: string;
  /** One with no button is left out. */
  rows: Row[];
  /** What is to be done once it stands in this message. */
  shown?(messageId: number): Promise<void>;
}

/** A button of ours: what it does, and with what. */
export function button<Name extends ActionName>(
  text: string,
  action: Name,
  ...fields: FieldsGiven<Name>
): MessageButton {
  return buttonOf(text, callbackData(action, ...fields));
}

/** The same with data that was made before. */
export function buttonOf(text: string, data: CallbackData): MessageButton {
  return { kind: 'callback', text, data };
}

export function link(text: string, url: string): MessageButton {
  return { kind: 'url', text, url };
}

/** A screen with its buttons below each other. */
export const columnScreen = (html: string, ...buttons: MessageButton[]): Screen => ({
  html,
  rows: buttons.map((each) => [each]),
});

/** The screen with something said above it. */
export const withHead = (html: string, screen: Screen): Screen => ({
  ...screen,
  html: `${html}\n\n${screen.html}`,
});

/** Lines of HTML below each other; `false` stands for one that is left out. */
export const inLines = (lines: readonly (string | false)[]): string =>
  lines.filter((line) => line !== false).join('\n');

/** What a message is given of them. */
export function shownRows({ rows }: Screen): MessageButton[][] {
  return rows.map((row) => row.filter((each) => each !== false)).filter((row) => row.length > 0);
}

/** Buttons side by side, so many in a row. */
export function inRows(buttons: MessageButton[], perRow: number): MessageButton[][] {
  const rows: MessageButton[][] = [];
  for (let index = 0; index < buttons.length; index += perRow)
    rows.push(buttons.slice(index, index + perRow));
  return rows;
}

/** Buttons that turn the pages of a list; none where all is on one page. */
export function turnRow(
  { offset, size, total }: { offset: number; size: number; total: number },
  dataAt: (offset: number) => CallbackData,
): Row {
  return [
    offset > 0 && buttonOf('◀️', dataAt(Math.max(0, offset - size))),
    offset + size < total && buttonOf('▶️', dataAt(offset + size)),
  ];
}

/**
 * A page of a list that goes on before an entry, latest first, with the buttons that turn it.
 * @param found one entry more than is shown: so it is known whether there is another page
 */
export function pageBefore<Entry>(
  words: Words,
  action: 'history' | 'withdrawals' | 'mod:log',
  { found, size, before }: { found: readonly Entry[]; size: number; before: number | null },
  idOf: (entry: Entry) => number,
): { shown: Entry[]; turns: Row } {
  const shown = found.slice(0, size);
  const last = shown.at(-1);
  const turns = [
    before !== null && button(words.text('button-latest'), action),
    last !== undefined &&
      found.length > size &&
      button(words.text('button-older'), action, { before: idOf(last) }),
  ];
  return { shown, turns };
}

const styled =
  (style: 'success' | 'danger') =>
  <Name extends ActionName>(text: string, action: Name, ...fields: FieldsGiven<Name>): MessageButton => ({
    ...button(text, action, ...fields),
    style,
  });

/** The same in green: what most people come to this screen for. */
export const mainButton = styled('success');

/** The same in red: what cannot be taken back. */
export const dangerButton = styled('danger');

/** Copies a text of at most 256 characters, which must also stand on the screen: not every platform has such buttons. */
export function copyButton(text: string, copied: string): MessageButton {
  if (copied.length > COPIED_LENGTH_MAX) throw new RangeError(`The text to copy is too long: ${text}.`);
  return { kind: 'copy', text, copied };
}

/** Sends a screen as a new message; answers its id. */
export async function sendScreen(api: Api, chatId: number, screen: Screen): Promise<number> {
  const message = await orPlain(screen, ({ html, ...how }) => api.sendMessage(chatId, html, how));
  await screen.shown?.(message.message_id);
  return message.message_id;
}

const isPastEditing = /can't be edited|to edit not found|no text in the message|message_id_invalid/i;

/** Changes a message; one that says the same already is changed. @returns false where it cannot be changed any more */
export async function wasChanged(edit: () => Promise<unknown>): Promise<boolean> {
  try {
    await edit();
    return true;
  } catch (error) {
    if (!(error instanceof GrammyError)) throw error;
    if (/message is not modified/i.test(error.description)) return true;
    if (isPastEditing.test(error.description)) return false;
    throw error;
  }
}

/**
 * Puts a screen in the place of another. A message that cannot be changed any more is followed by a new one.
 * @returns the id of the message it stands in
 */
export async function changeScreen(
  api: Api,
  chatId: number,
  messageId: number,
  screen: Screen,
): Promise<number> {
  const isThere = await wasChanged(() =>
    orPlain(screen, ({ html, ...how }) => api.editMessageText(chatId, messageId, html, how)),
  );
  if (!isThere) return sendScreen(api, chatId, screen);
  await screen.shown?.(messageId);
  return messageId;
}

/** Takes a message away. @returns false where it is left: one that is gone already, or too old for the platform */
export async function removeMessage(api: Api, chatId: number, messageId: number): Promise<boolean> {
  return api.deleteMessage(chatId, messageId).catch((error: unknown) => {
    if (!(error instanceof GrammyError)) throw error;
    return false;
  });
}

type Shape = ReturnType<typeof shape>;

/** Once more with plain buttons, where the platform does not take those of today. */
async function orPlain<T>(screen: Screen, show: (shape: Shape) => Promise<T>): Promise<T> {
  try {
    return await show(shape(screen));
  } catch (error) {
    const rows = plainRows(shownRows(screen));
    if (rows === null || !(error instanceof GrammyError) || !refusesButtons(error.description)) throw error;
    return show(shape({ ...screen, rows }));
  }
}

function shape(screen: Screen) {
  return {
    html: screen.html,
    parse_mode: 'HTML',
    reply_markup: keyboardOf(shownRows(screen)),
    link_preview_options: { is_disabled: true },
  } as const;
}
