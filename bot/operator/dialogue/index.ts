/**
 * Dialogues: a few questions that are answered by writing, or by pressing one of the answers offered. Each is one
 * conversation of the same kind over a form; it is stored after every step, sealed, and goes on after a restart.
 * Whatever is not an answer (a command, another button) ends it.
 */
import { createConversation, type Conversation } from '@grammyjs/conversations';
import { Composer, type Context } from 'grammy';
import type { Message } from 'grammy/types';
import { actions } from '../actions.js';
import type { CallbackData } from '../callback-data.js';
import { answerPress } from '../press.js';
import type { OperatorContext, OperatorParts } from '../context.js';
import { explain } from '../failures.js';
import { escapeHtml } from '../../../core/html-text.js';
import { cleanName, cleanText } from '../../../core/names.js';
import { button, buttonOf, inRows, removeMessage, type Screen, changeScreen, sendScreen } from '../screen.js';
import { type Answers, AskAgain, type Form, NotUnderstood, type Question, TOKEN } from './form.js';
import { formattedHtml } from './formatting.js';
import { hideKeyboard } from './keyboard.js';
import { keepDialogues, shapeOf } from './stored.js';

export type { Answers, Form, Question } from './form.js';

const NAME = 'dialogue';
/** Data of a button that answers the question asked. */
const ANSWER = 'say:';

/** Runs the dialogues over these forms; stands before everything else that reads messages. */
export function createDialogues(parts: OperatorParts, forms: readonly Form[]): Composer<OperatorContext> {
  const byName = new Map(forms.map((form) => [form.name, form]));
  const shapes = new Map(forms.map((form) => [form.name, shapeOf(form, ENGINE)]));
  const composer = new Composer<OperatorContext>();
  composer.use(keepDialogues(parts, shapes));
  composer.use(async (ctx, next) => {
    const { message, accountId, words } = ctx;
    if (message?.text?.startsWith('/') === true && TOKEN.test(message.text)) {
      await removeMessage(ctx.api, accountId, message.message_id);
      await ctx.reply(words.text('error-token-here'));
      return;
    }
    if (!isAnswer(ctx) && isUnderWay(ctx)) {
      await ctx.conversation.exitAll();
      await hideKeyboard(ctx);
    }
    if (ctx.dropped !== undefined && isAnswer(ctx)) await sayDropped(ctx, byName.get(ctx.dropped.form));
    else await next();
  });
  const run = (conversation: Talk, _: Context, name: string, back: CallbackData, answers: Answers) => {
    const form = byName.get(name);
    return form === undefined ? Promise.resolve() : converse(conversation, form, back, answers);
  };
  composer.use(createConversation<OperatorContext, Context>(run, NAME));
  // An offered answer whose dialogue has ended, or asks another question by now.
  composer.callbackQuery(new RegExp(`^${ANSWER}`), (ctx) => {
    const key = isUnderWay(ctx) ? 'error-question-closed' : 'error-stale';
    return answerPress(ctx, { note: ctx.words.text(key) });
  });
  composer.use((ctx, next) => {
    ctx.begin = async (name, back, answers) => {
      const shape = shapes.get(name);
      if (shape === undefined) throw new RangeError(`There is no form ${name}.`);
      ctx.held = { form: name, shape, back };
      await ctx.conversation.enter(NAME, name, back, answers);
    };
    return next();
  });
  return composer;
}

/** The form was changed since it asked: what is answered now could be taken for something else. */
async function sayDropped(ctx: OperatorContext, form: Form | undefined): Promise<void> {
  const { message, accountId, words } = ctx;
  await hideKeyboard(ctx);
  const isSecret = form?.questions.some((question) => question.isSecret === true) ?? false;
  if (message?.text !== undefined && (isSecret || TOKEN.test(message.text)))
    await removeMessage(ctx.api, accountId, message.message_id);
  const { back = null } = ctx.dropped ?? {};
  const again = back !== null && buttonOf(words.text('button-back'), back);
  const rows = [[again, button(words.text('button-home'), 'home')]];
  await putScreen(ctx, { html: words.html('dialogue-dropped'), rows }, null);
}

/**
 * Begins a dialogue; what is asked first takes the place of the screen it was begun from.
 * @param back data of the button that leaves it
 * @param about stands among the answers
 */
export async function begin(
  ctx: OperatorContext,
  form: string,
  back: CallbackData,
  about: Readonly<Record<string, string | number>> = {},
): Promise<Record<string, never>> {
  const answers = Object.entries(about).map(([name, value]) => [name, String(value)] as const);
  await ctx.begin(form, back, Object.fromEntries(answers));
  return {};
}

type Talk = Conversation<OperatorContext>;

async function converse(talk: Talk, form: Form, back: CallbackData, about: Answers): Promise<void> {
  const answers: Answers = { ...about };
  // The first question stands where the button was; the next ones follow what was written.
  let place: number | null = null;
  for (const [index, question] of form.questions.entries()) {
    const isAsked = await talk.external((ctx) => question.isAsked?.(ctx, answers) ?? true);
    if (!isAsked) continue;
    let complaint: string | null = null;
    for (;;) {
      place = await talk.external((ctx) => ask(ctx, { question, index, answers, back, complaint, place }));
      const asked = place;
      const given = await nextAnswer(talk, { index, place: asked });
      const heard: Heard = await talk.external((ctx) => hear(ctx, question, answers, { given, asked }));
      place = heard.place;
      if (heard.kind === 'understood') {
        answers[question.name] = heard.value;
        break;
      }
      complaint = heard.complaint;
    }
  }
  await talk.external((ctx) => finish(ctx, form, { answers, back }, place));
}

/** What leads through the questions: a dialogue that it began it must also end, since it is replayed from its answers. */
const ENGINE = [converse, nextAnswer, offeredAnswer].map(String).join('\n');

/** What was sent, or an offered answer that was pressed. */
type Given = Message | string;

/** Which question of the form waits for its answer, and the message it stands in. */
interface Open {
  index: number;
  place: number;
}

async function nextAnswer(talk: Talk, open: Open): Promise<Given> {
  for (;;) {
    const ctx = await talk.wait();
    const given = offeredAnswer(ctx, open) ?? ctx.message;
    if (given !== undefined) return given;
    await talk.skip({ next: true });
  }
}

/** What was pressed; null for what another question offered, such as a second press after the first was heard. */
function offeredAnswer({ callbackQuery: query }: Context, { index, place }: Open): string | null {
  if (query?.data?.startsWith(ANSWER) !== true || query.message?.message_id !== place) return null;
  const [answer = '', question = ''] = query.data.slice(ANSWER.length).split(':');
  return actions.say.question.parse(question) === index ? (actions.say.answer.parse(answer) ?? null) : null;
}

interface Asking {
  question: Question;
  index: number;
  answers: Answers;
  back: CallbackData;
  complaint: string | null;
  place: number | null;
}

/** Shows the question; answers the message it stands in. */
async function ask(
  ctx: OperatorContext,
  { question, index, answers, back, complaint, place }: Asking,
): Promise<number> {
  const asked = await question.ask(ctx, answers);
  const offers = inRows(
    (asked.offers ?? []).map(({ text, value }) => button(text, 'say', { answer: value, question: index })),
    asked.perRow ?? 3,
  );
  const cancel = buttonOf(ctx.words.text('button-cancel'), back);
  const html = complaint === null ? asked.html : `⚠️ ${escapeHtml(complaint)}\n\n${asked.html}`;
  return putScreen(ctx, { html, rows: [...offers, [cancel]] }, place);
}

/** In the place of the message it follows from, or at the bottom of the chat. */
async function putScreen(ctx: OperatorContext, screen: Screen, place: number | null): Promise<number> {
  const chatId = ctx.accountId;
  const messageId = place ?? ctx.callbackQuery?.message?.message_id ?? null;
  if (messageId === null) return sendScreen(ctx.api, chatId, screen);
  const shownIn = await changeScreen(ctx.api, chatId, messageId, screen);
  // Brings the button of an offered answer to rest; other buttons do so themselves.
  if (ctx.callbackQuery?.data?.startsWith(ANSWER) === true) await answerPress(ctx);
  return shownIn;
}

type Heard =
  | { kind: 'understood'; value: string; place: number | null }
  | { kind: 'not'; complaint: string | null; place: number | null };

async function hear(
  ctx: OperatorContext,
  question: Question,
  answers: Answers,
  { given, asked }: { given: Given; asked: number },
): Promise<Heard> {
  await hideKeyboard(ctx);
  const isPressed = typeof given === 'string';
  const text = isPressed ? given : (given.text ?? '');
  const isStrayToken = question.isSecret !== true && TOKEN.test(cleanName(text));
  if (!isPressed) {
    // What was written stands below the question: the next one goes to the bottom.
    if (question.isSecret === true || isStrayToken)
      await removeMessage(ctx.api, ctx.accountId, given.message_id);
    await removeMessage(ctx.api, ctx.accountId, asked);
  }
  const place = isPressed ? asked : null;
  // People who paste a token have another question in mind; it must neither stay in the chat nor be kept as a name.
  if (isStrayToken) return { kind: 'not', complaint: ctx.words.text('error-token-here'), place };
  try {
    return { kind: 'understood', value: await read(ctx, question, given, answers), place };
  } catch (error) {
    if (error instanceof AskAgain) return { kind: 'not', complaint: null, place };
    return { kind: 'not', complaint: explain(error, ctx.words, ctx.log), place };
  }
}

/** @throws AskAgain for what this question cannot be answered with */
async function read(
  ctx: OperatorContext,
  question: Question,
  given: Given,
  answers: Answers,
): Promise<string> {
  if (typeof given === 'string') return question.read(ctx, written(ctx, question, given), answers);
  const { chat_shared: shared, photo, text, entities } = given;
  // Named by the platform: people cannot write or press a chat that is not theirs.
  if (shared !== undefined && question.readShared !== undefined) return question.readShared(ctx, shared);
  // The largest size stands last.
  if (photo !== undefined && question.readPhoto !== undefined)
    return question.readPhoto(ctx, photo.at(-1)?.file_id ?? '', answers);
  // Something else, such as a voice message.
  if (text === undefined) throw new AskAgain();
  const said = question.keepsFormatting === true ? (formattedHtml(text, entities) ?? text) : text;
  return question.read(ctx, written(ctx, question, said), answers);
}

/** What was written, without anything that the person who reads it later would not see. */
function written(ctx: OperatorContext, { keepsLines = false }: Question, text: string): string {
  const cleaned = keepsLines ? cleanText(text).trim() : cleanName(text);
  if (cleaned === '') throw new NotUnderstood(ctx.words.text('error-nothing-written'));
  return cleaned;
}

async function finish(
  ctx: OperatorContext,
  form: Form,
  { answers, back }: { answers: Answers; back: CallbackData },
  place: number | null,
): Promise<void> {
  const { words } = ctx;
  try {
    await putScreen(ctx, await form.finish(ctx, answers), place);
  } catch (error) {
    const html = `⚠️ ${escapeHtml(explain(error, words, ctx.log))}`;
    const rows = [[buttonOf(words.text('button-back'), back)]];
    await putScreen(ctx, { html, rows }, place);
  }
}

function isUnderWay(ctx: OperatorContext): boolean {
  return Object.keys(ctx.conversation.active()).length > 0;
}

function isAnswer(ctx: OperatorContext): boolean {
  const { message, callbackQuery } = ctx;
  if (callbackQuery !== undefined) return callbackQuery.data?.startsWith(ANSWER) ?? false;
  return message !== undefined && message.text?.startsWith('/') !== true;
}
