/** What the gate remembers of a user who is held, and the one message that says so. */
import type { Offer, Question } from '../../../networks/network.js';
import type { Topic, Update } from './update.js';
import { agesIn, type Said } from './words.js';

/** An offer, and the network that made it. */
export type Brick = Offer & { network: string };

/** Stored as JSON. The list stays as it is until it is done. */
export interface Wall {
  v: 2;
  /** Names this list, so that what ends it is done once. */
  id: string;
  bricks: Brick[];
  /** Comes before sponsors. */
  question?: (Question & { network: string }) | undefined;
  /** The network that shows its block by itself. */
  shownBy?: string | undefined;
  /** In the user's language, from the network. */
  message?: string | undefined;
  /** No network answered, and the bot holds. */
  isDark?: boolean | undefined;
  /** No network could say whether the list is done. */
  isSilent?: boolean | undefined;
  checkedAtMs: number;
  /** How often this expired list was renewed. */
  renewals: number;
  /** What the user had asked for at first: one update, or the parts of one album. */
  first?: Update[] | undefined;
  /** By which the first one is known. */
  firstText?: string | undefined;
  album?: string | undefined;
  /** A press began it of which nothing is known: what the user had asked for is lost, until they ask again. */
  isForgotten?: boolean | undefined;
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

/** A message this close behind another gets no new block. */
const FRESH_MS = 3_000;
/** What lies ahead was kept before the clock was set back. */
export const isFreshAt = (atMs: number) => Math.abs(Date.now() - atMs) < FRESH_MS;

export const pendingIn = ({ bricks }: Pick<Wall, 'bricks'>) =>
  bricks.filter(({ state }) => state === 'pending');

/** How the gate's buttons are written. */
export interface Buttons {
  prefix: string;
  /** Stands behind what each sends. */
  memo: string;
  isPrivate: boolean;
}

/** @returns null where there is nothing to show: the network has shown it */
export function blockOf(wall: Wall, words: Said, buttons: Buttons): Block | null {
  const rows = wall.shownBy === undefined ? rowsOf(wall, words, buttons) : [];
  return rows.length === 0 ? null : { text: textOf(wall, words), reply_markup: { inline_keyboard: rows } };
}

/** Who asks a question words it. */
function textOf({ isDark, message, question }: Wall, { later, ask, own }: Said): string {
  if (isDark === true) return later;
  return (question === undefined ? own : undefined) ?? message ?? ask;
}

function rowsOf(wall: Wall, words: Said, { prefix, memo, isPrivate }: Buttons): Button[][] {
  const button = (text: string, data = '-op'): Button => ({
    text,
    callback_data: `${prefix}${data}${memo}`,
  });
  const { question } = wall;
  if (question?.kind === 'gender')
    return [[button(words.male, '_gender_male'), button(words.female, '_gender_female')]];
  if (question?.kind === 'age') {
    const choices = agesIn(words).map((age, index) => button(age, `_age_c${String(index + 1)}`));
    return [choices.slice(0, 2), choices.slice(2, 4), choices.slice(4)];
  }
  if (question !== undefined) {
    const { url } = question;
    // Only private chats have pages inside the messenger.
    const page = isPrivate ? { web_app: { url } } : { url };
    return [[{ text: words.openForm, ...page }], [button(words.goOn)]];
  }
  const rows: Button[][] = pendingIn(wall).map(({ title, link }) => [{ text: title, url: link }]);
  if (rows.length > 0) return [...rows, [button(words.confirm)]];
  return wall.isDark === true ? [[button(words.again)]] : [];
}

/** The platform shows no more letters in an alert. */
const ALERT_LENGTH_MAX = 200;

/** Says to one who pressed too early what is missing, where that is known. */
export function missingText(wall: Wall, words: Said): string {
  if (wall.isSilent) return words.later;
  const names = pendingIn(wall).map(({ title }) => `• ${title}`);
  return [...[textOf(wall, words), ...names].join('\n')].slice(0, ALERT_LENGTH_MAX).join('');
}
