/**
 * Whether this build can read an update: the fields that memberships, payments and moved groups rely on. Everything else
 * may be missing, new or of any type. Statuses are listed: one that is new means neither that a user is in nor that they left.
 */
import type { Update } from 'grammy/types';
import { z } from 'zod';

const whole = z.int();
const text = z.string();
const user = z.object({
  id: whole,
  is_bot: z.boolean(),
  first_name: text,
  last_name: text.optional(),
  username: text.optional(),
  language_code: text.optional(),
  is_premium: z.boolean().optional(),
});
const chat = z.object({ id: whole, type: text, title: text.optional(), username: text.optional() });
const member = z
  .object({
    user,
    status: z.enum(['creator', 'administrator', 'member', 'restricted', 'left', 'kicked']),
    is_member: z.boolean().optional(),
    can_invite_users: z.boolean().optional(),
  })
  .refine(({ status, is_member }) => status !== 'restricted' || is_member !== undefined, {
    path: ['is_member'],
  });
const request = z.object({
  chat,
  from: user,
  date: whole,
  invite_link: z.object({ invite_link: text }).optional(),
});
const rights = request.extend({ new_chat_member: member });
const changes = z.object({
  my_chat_member: rights.optional(),
  chat_member: rights.extend({ old_chat_member: member }).optional(),
  chat_join_request: request.optional(),
});

const refund = z.object({ currency: text, telegram_payment_charge_id: text });
const payment = refund.extend({ invoice_payload: text, total_amount: whole });
const ofMessage = (fields: z.ZodRawShape) =>
  z.object({ message: z.object({ chat, from: user.optional(), ...fields }) });
const messages = Object.entries({
  successful_payment: ofMessage({ from: user, successful_payment: payment }),
  refunded_payment: ofMessage({ refunded_payment: refund }),
  migrate_to_chat_id: ofMessage({ migrate_to_chat_id: whole }),
  migrate_from_chat_id: ofMessage({ migrate_from_chat_id: whole }),
});

/**
 * What cannot be read of it, each as its path and type, such as `chat_member.chat.id: string`. Without values: they are
 * personal.
 */
export function unreadableIn(update: Update): string[] {
  const schemas = messages.flatMap(([name, schema]) =>
    at(update, ['message', name]) === undefined ? [] : [schema],
  );
  const issues = [changes, ...schemas].flatMap((schema) => schema.safeParse(update).error?.issues ?? []);
  return issues.map(({ path }) => `${path.join('.')}: ${typeOf(at(update, path))}`);
}

function at(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce((part, key) => (part as Record<PropertyKey, unknown> | null | undefined)?.[key], value);
}

function typeOf(value: unknown): string {
  if (value === undefined) return 'missing';
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}
