/**
 * What the pickers change: an order that is there, or the draft of one. A draft is kept in the store, sealed, until it
 * is sent to the moderators or dropped; each person has one.
 */
import type { Composer } from 'grammy';
import type { OrderInfo } from '../../../core/orders/index.js';
import type { OrderChange, OrderInput } from '../../../core/terms/index.js';
import { type ActionName, actions, callbackData, DRAFT, type FieldsOf, type SubjectKey } from '../actions.js';
import type { CallbackData } from '../callback-data.js';
import type { OperatorContext } from '../context.js';
import type { Answers } from '../dialogue/form.js';
import { type Answer, onPress, StaleButton } from '../press.js';

const SEAL_PURPOSE = 'order-draft';
/** A draft written by an older version is dropped. */
const VERSION = 1;

export interface Subject {
  key: SubjectKey;
  order: OrderInfo;
  /** Applies what was picked; returns the subject as it is after that. */
  change(change: OrderChange): Promise<Subject>;
  /** Data of the button that leads back to it. */
  back: CallbackData;
}

export async function openSubject(ctx: OperatorContext, key: SubjectKey): Promise<Subject> {
  const { accountId } = ctx;
  const { orders } = ctx.service;
  if (key === DRAFT) {
    const input = await readDraft(ctx);
    return {
      key,
      order: await orders.quote(accountId, input),
      change: async (change) => {
        await writeDraft(ctx, merged(input, change));
        return openSubject(ctx, key);
      },
      back: callbackData('draft'),
    };
  }
  return {
    key,
    order: await orders.info(accountId, key),
    change: async (change) => {
      await orders.update(accountId, key, change);
      return openSubject(ctx, key);
    },
    back: callbackData('order', { orderId: key }),
  };
}

/** The actions that are about an order that is there or the draft. */
type SubjectAction = {
  [Name in ActionName]: (typeof actions)[Name] extends typeof actions.tg ? Name : never;
}[ActionName];

/** Handles the buttons of such an action, once its subject is open. */
export function onSubject<Name extends SubjectAction>(
  composer: Composer<OperatorContext>,
  name: Name,
  press: (ctx: OperatorContext, subject: Subject, fields: FieldsOf<Name>) => Promise<Answer> | Answer,
): void {
  onPress(composer, name, async (ctx, fields) =>
    press(ctx, await openSubject(ctx, (fields as FieldsOf<'tg'>).key), fields),
  );
}

/** What a dialogue was begun about. @throws StaleButton where it was begun without */
export function subjectKeyIn({ key = '' }: Answers): SubjectKey {
  const subjectKey = actions.tg.key.parse(key);
  if (subjectKey === undefined) throw new StaleButton();
  return subjectKey;
}

/** @throws StaleButton where none waits */
export async function readDraft(ctx: OperatorContext): Promise<OrderInput> {
  const { service, vault } = ctx;
  const sealed = await service.sessions.read(keyOf(ctx));
  if (sealed === null) throw new StaleButton();
  // Sealed and written below alone.
  const stored = JSON.parse(vault.open(sealed, SEAL_PURPOSE), revive) as {
    version: number;
    input: OrderInput;
  };
  if (stored.version !== VERSION) throw new StaleButton();
  return stored.input;
}

/** What the draft is called, or null where none waits; one that can be read no more is none. */
export async function draftName(ctx: OperatorContext): Promise<string | null> {
  const input = await readDraft(ctx).catch(() => null);
  return input === null ? null : (input.name ?? input.link);
}

export async function writeDraft(ctx: OperatorContext, input: OrderInput): Promise<void> {
  const { service, vault, nowMs } = ctx;
  const text = JSON.stringify({ version: VERSION, input }, (_, value: unknown) =>
    typeof value === 'bigint' ? { micros: value.toString() } : value,
  );
  await service.sessions.write(keyOf(ctx), vault.seal(text, SEAL_PURPOSE), nowMs());
}

export async function dropDraft(ctx: OperatorContext): Promise<void> {
  await ctx.service.sessions.delete(keyOf(ctx));
}

function keyOf({ accountId }: OperatorContext): string {
  return `draft:${String(accountId)}`;
}

function revive(_: string, value: unknown): unknown {
  const isMoney = typeof value === 'object' && value !== null && 'micros' in value;
  return isMoney ? BigInt(String(value.micros)) : value;
}

function merged(input: OrderInput, change: OrderChange): OrderInput {
  const { inArchive: _, ...rest } = change;
  return {
    ...input,
    ...(rest as Partial<OrderInput>),
    targeting: { ...input.targeting, ...change.targeting },
    schedule: { ...input.schedule, ...change.schedule },
  };
}
