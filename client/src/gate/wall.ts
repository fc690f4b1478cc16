/** What the gate remembers of a user who is held, and the one message that says so. */
import type { Offer, Question } from './network.js';
import type { Topic, Update } from './update.js';
import { agesIn, type Words } from './words.js';

/** An offer, and the network that made it. */
export type Brick = Offer & { network: string };

/** Stored as JSON. The list stays as it is until it is done. */
export interface Wall {
  v: 1;
  /** Names this list, so that what ends it is done once. */
  id: string;
  bricks: Brick[];
  /** Comes before sponsors. */
  question?: (Question & { network: string }) | undefined;
  /** The network that shows its block by itself. */
  shownBy?: string | undefined;
  /** In the user's language, from the network. */
  message?: string | undefined;
  /** Nobody could say, and the bot holds. */
  isDark?: boolean | undefined;
  checkedAtMs: number;
  /** How often a list that ran out was made anew. */
  renewals: number;
  /** What the user had asked for at first. */
  first?: Update | undefined;
  /** By which the first one is known. */
  firstText?: string | undefined;
  /** The part of the chat where the user asked. */
  topic?: Topic | undefined;
  /** Where the block stands, and what it says. */
  block?: { chatId: number; messageId: number; atMs: number; says: string } | undefined;
}

/** A button of the platform. */
type Button = { text: string } & ({ url: string } | { callback_data: string } | { web_app: { url: string } });

export interface Block {
  text: string;
  reply_markup: { inline_keyboard: Button[][] };
}

export const pendingIn = (wall: Wall) => wall.bricks.filter(({ state }) => state === 'pending');

/** How the gate's buttons are written. */
export interface Buttons {
  prefix: string;
  /** Stands behind what each sends. */
  memo: string;
  isPrivate: boolean;
}

/** @returns null where there is nothing to show: the network has shown it */
export function blockOf(wall: Wall, words: Words, buttons: Buttons): Block | null {
  const { prefix, memo } = buttons;
  const { question, message } = wall;
  if (wall.shownBy !== undefined) return null;
  const confirm = (text: string): Button[] => [{ text, callback_data: `${prefix}-op${memo}` }];
  if (question !== undefined) return questionBlock(question, message, words, buttons);
  const rows: Button[][] = pendingIn(wall).map(({ title, link }) => [{ text: title, url: link }]);
  if (rows.length > 0)
    return {
      text: message ?? words.ask,
      reply_markup: { inline_keyboard: [...rows, confirm(words.confirm)] },
    };
  if (wall.isDark === true)
    return { text: words.later, reply_markup: { inline_keyboard: [confirm(words.again)] } };
  return null;
}

function questionBlock(
  question: Question,
  message: string | undefined,
  words: Words,
  { prefix, memo, isPrivate }: Buttons,
): Block {
  const choice = (text: string, data: string): Button => ({
    text,
    callback_data: `${prefix}_${data}${memo}`,
  });
  const text = message ?? words.ask;
  if (question.kind === 'gender') {
    const row = [choice(words.male, 'gender_male'), choice(words.female, 'gender_female')];
    return { text, reply_markup: { inline_keyboard: [row] } };
  }
  if (question.kind === 'age') {
    const choices = agesIn(words).map((age, index) => choice(age, `age_c${String(index + 1)}`));
    const rows = [choices.slice(0, 2), choices.slice(2, 4), choices.slice(4)];
    return { text, reply_markup: { inline_keyboard: rows } };
  }
  // Only private chats have pages inside the messenger.
  const page = isPrivate ? { web_app: { url: question.url } } : { url: question.url };
  const rows = [
    [{ text: words.openForm, ...page }],
    [{ text: words.goOn, callback_data: `${prefix}-op${memo}` }],
  ];
  return { text, reply_markup: { inline_keyboard: rows } };
}

/** The platform shows no more letters in an alert. */
const ALERT_LENGTH_MAX = 200;

/** Says to one who pressed too early what is missing. */
export function missingText(wall: Wall, words: Words): string {
  if (wall.isDark === true) return words.later;
  const names = pendingIn(wall).map(({ title }) => `• ${title}`);
  return [...[wall.message ?? words.ask, ...names].join('\n')].slice(0, ALERT_LENGTH_MAX).join('');
}
