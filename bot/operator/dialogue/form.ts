/** What a dialogue asks, and what it does in the end. */
import { parseMoney } from '../../../core/money.js';
import type { ChatShared } from 'grammy/types';
import type { OperatorContext } from '../context.js';
import { money } from '../figures.js';
import type { Screen } from '../screen.js';

/** Answers by the name of their question; what the dialogue was begun with stands among them. */
export type Answers = Record<string, string>;

export interface Question {
  name: string;
  /** The question as HTML, with answers to press; they may also be written. */
  ask(ctx: OperatorContext, answers: Answers): Promise<Asked> | Asked;
  /** The answer as it is kept. Throws ServiceError `invalid`, or anything that `explain` has words for. */
  read(ctx: OperatorContext, text: string, answers: Answers): Promise<string> | string;
  /** The same for a chat that was chosen with the platform's own button. Absent: no chat is an answer. */
  readShared?(ctx: OperatorContext, chat: ChatShared): Promise<string>;
  /** The same for a photo: the file id of its largest size. Absent: no photo is an answer. */
  readPhoto?(ctx: OperatorContext, fileId: string, answers: Answers): Promise<string>;
  /** Whether it is asked at all, after what has been answered. Absent: always. */
  isAsked?(ctx: OperatorContext, answers: Answers): boolean | Promise<boolean>;
  /** What is written is taken out of the chat at once. */
  isSecret?: boolean;
  /** The answer is a text of several lines. Absent: it is read as one line, as a name is (`core/names.ts`). */
  keepsLines?: boolean;
  /** Formatting of the message's own is read as tags. */
  keepsFormatting?: boolean;
}

export interface Asked {
  html: string;
  offers?: { text: string; value: string }[];
  perRow?: number;
}

export interface Form {
  /** Under which it is begun; stored while the dialogue lasts. */
  name: string;
  questions: readonly Question[];
  finish(ctx: OperatorContext, answers: Answers): Promise<Screen>;
}

/** What was written cannot be taken; the words are plain text in the person's language. */
export class NotUnderstood extends Error {
  override readonly name = 'NotUnderstood';
}

/** No answer yet, and nothing to complain of: the question stays. */
export class AskAgain extends Error {
  override readonly name = 'AskAgain';
}

/** A whole number within bounds. */
export function readWhole(ctx: OperatorContext, text: string, bounds: { min: number; max: number }): number {
  const digits = text.replace(/[\s_]/g, '');
  const number = Number(digits);
  if (!/^\d{1,15}$/.test(digits) || number < bounds.min || number > bounds.max) {
    throw new NotUnderstood(
      ctx.words.text('error-whole', { min: String(bounds.min), max: String(bounds.max) }),
    );
  }
  return number;
}

/** An amount within bounds, with a point or a comma, or as the bot writes it; in micro-units. */
export function readMoney(
  ctx: OperatorContext,
  text: string,
  { minMicros, maxMicros }: { minMicros: bigint; maxMicros: bigint },
): bigint {
  const sign = money(ctx, 0n).replace(/[\d.,\s]/g, '');
  // A comma groups thousands where a point follows them; else it is the decimal one.
  const grouped = /,(?=(?:\d{3},)*\d{3}\.)/g;
  const digits = text.replaceAll(sign, '').replace(/[\s_]/g, '').replace(grouped, '').replace(',', '.');
  const micros = /^\d{1,10}(\.\d{1,6})?$/.test(digits) ? parseMoney(digits) : -1n;
  if (micros >= minMicros && micros <= maxMicros) return micros;
  const [min, max] = [money(ctx, minMicros), money(ctx, maxMicros)];
  throw new NotUnderstood(ctx.words.text('error-amount', { min, max }));
}

/** One of the answers that are offered. */
export function readOneOf({ words }: OperatorContext, text: string, offered: readonly string[]) {
  if (offered.includes(text)) return text;
  throw new NotUnderstood(words.text('error-choose'));
}

/** The one answer that a confirmation takes. */
export const readYes = (ctx: OperatorContext, text: string) => readOneOf(ctx, text, ['yes']);

/** A text of at most so many characters. */
export function readText({ words }: OperatorContext, text: string, max: number): string {
  if (text.length <= max) return text;
  throw new NotUnderstood(words.text('error-text', { max }));
}

/** How a bot token looks, also in the middle of the message that the bot-creation bot sends. */
export const TOKEN = /\b\d{3,20}:[\w-]{20,}/;

export function readToken({ words }: OperatorContext, text: string): string {
  const token = TOKEN.exec(text)?.[0];
  if (token === undefined) throw new NotUnderstood(words.text('error-token'));
  return token;
}
