/**
 * How a dialogue lies in the store between its steps: sealed, with the form it is of and that form's shape. People who
 * come back after an upgrade that changed the form would be heard wrongly: their dialogue ends, with a message.
 */
import { createHash } from 'node:crypto';
import { conversations, type ConversationData, type VersionedState } from '@grammyjs/conversations';
import type { Context, MiddlewareFn } from 'grammy';
import type { CallbackData } from '../callback-data.js';
import type { OperatorContext, OperatorParts } from '../context.js';
import type { Form, Question } from './form.js';

const SEAL_PURPOSE = 'dialogue';

/** The dialogue that a person is in, as the store has it. */
export interface Held {
  form: string;
  /** Of the form, when the dialogue began. */
  shape: string;
  /** Data of the button that leads to where it was begun; null where an older version did not say. */
  back: CallbackData | null;
}

interface Stored extends Held {
  state: VersionedState<ConversationData>;
}

/**
 * What an answer's meaning hangs on: the questions in their order, and the code that asks, reads and uses them. So no
 * version has to be raised by hand. What that code calls is not seen.
 * @param engine the code that leads through the questions
 */
export function shapeOf({ questions, finish }: Form, engine: string): string {
  const parts = questions.map((question: Question) => {
    const { name, ask, read, readShared = '', readPhoto = '', isAsked = '' } = question;
    const { isSecret = false, keepsFormatting = false } = question;
    return [name, ask, read, readShared, readPhoto, isAsked, isSecret, keepsFormatting].map(String);
  });
  const text = JSON.stringify([engine, parts, String(finish)]);
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}

/**
 * Keeps dialogues in the store. One of another shape, or of a form that there is no more, is dropped, and stands in
 * `ctx.dropped` then.
 * @param shapes by the names of forms
 */
export function keepDialogues(
  parts: OperatorParts,
  shapes: ReadonlyMap<string, string>,
): MiddlewareFn<OperatorContext> {
  const { sessions } = parts.service;
  const keyOf = (ctx: OperatorContext) => `dialogue:${String(ctx.accountId)}`;
  return conversations<OperatorContext, Context>({
    storage: {
      type: 'context',
      adapter: {
        read: async (ctx) => {
          const sealed = await sessions.read(keyOf(ctx));
          if (sealed === null) return undefined;
          const { form = '', shape = '', back = null, state } = opened(parts, sealed);
          if (state !== undefined && shapes.get(form) === shape) {
            ctx.held = { form, shape, back };
            return state;
          }
          ctx.dropped = { form, shape, back };
          await sessions.delete(keyOf(ctx));
          return undefined;
        },
        write: async (ctx, state) => {
          if (ctx.held === undefined) throw new TypeError('a dialogue that never began');
          const text = JSON.stringify({ ...ctx.held, state } satisfies Stored);
          await sessions.write(keyOf(ctx), parts.vault.seal(text, SEAL_PURPOSE), parts.nowMs());
        },
        delete: (ctx) => sessions.delete(keyOf(ctx)),
      },
    },
  });
}

/** Sealed and written above alone, though maybe by an older version, or under a key that SECRETS_KEY holds no more. */
function opened({ vault }: OperatorParts, sealed: string): Partial<Stored> {
  try {
    return JSON.parse(vault.open(sealed, SEAL_PURPOSE)) as Partial<Stored>;
  } catch {
    return {};
  }
}
