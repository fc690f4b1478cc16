/** Reading what tools send to the control interface: what is wrong is named, with what to send instead. */
import { z } from 'zod';
import { ControlFailure } from '../failure.js';
import type { Parts } from '../parts.js';
import type { BotRecord, ChatRecord, UserRecord } from '../world.js';

export interface ControlRoute {
  method: 'GET' | 'POST' | 'DELETE';
  path: string;
  /** What to send, as shown in errors and in `GET /emulator`. */
  usage: string;
  run: (parts: Parts, input: Record<string, unknown>) => unknown;
}

/** A route whose input is held to a schema; `usage` stands in every error. */
export function route<S extends z.ZodType>(
  line: `${ControlRoute['method']} /emulator/${string}`,
  usage: string,
  schema: S,
  handle: (parts: Parts, input: z.output<S>) => unknown,
): ControlRoute {
  const [method, path] = line.split(' ') as [ControlRoute['method'], string];
  const run: ControlRoute['run'] = (parts, input) => {
    const parsed = schema.safeParse(input);
    if (parsed.success) return handle(parts, parsed.data);
    const faults = parsed.error.issues.map((issue) => `${issue.path.join('.') || 'body'}: ${issue.message}`);
    throw new ControlFailure(400, `${faults.join('; ')}. Send ${usage}`);
  };
  return { method, path, usage, run };
}

const blankToAbsent = (value: unknown): unknown => (value === '' || value === null ? undefined : value);

/** A whole number, or one in a string, as query strings carry them. */
export const id = z.union(
  [
    z.int(),
    z
      .string()
      .regex(/^-?\d+$/)
      .transform(Number),
  ],
  { error: 'must be a whole number' },
);
/** An id or a name. */
export const reference = z.union([z.int(), z.string().trim().min(1)], {
  error: "must be an id or '@username'",
});
export const count = z.union([z.int().min(0), z.string().regex(/^\d+$/).transform(Number)], {
  error: 'must be a whole number of at least 0',
});
export const flag = z
  .union([z.boolean(), z.literal(0), z.literal(1)], { error: 'must be true or false' })
  .transform(Boolean);
export const words = z.string('must be text').min(1, 'must not be empty');
/** Absent, null and "" are the same. */
export const maybe = <S extends z.ZodType>(schema: S) => z.preprocess(blankToAbsent, schema.optional());

export function userOf(parts: Parts, userId: number): UserRecord {
  const user = parts.world.users.get(userId);
  if (!user) throw new ControlFailure(404, `there is no user ${userId}; add them with POST /emulator/users`);
  return user;
}

/** A user who does something: a deleted account cannot. */
export function actorOf(parts: Parts, userId: number): UserRecord {
  const user = userOf(parts, userId);
  if (user.is_deleted !== true) return user;
  throw new ControlFailure(409, `the account of user ${userId} is deleted`);
}

/** By '@username', 'username' or id. */
export function botOf(parts: Parts, bot: string | number): BotRecord {
  const text = String(bot);
  const named = /^\d+$/.test(text) ? undefined : parts.world.named(text);
  const found = named?.kind === 'bot' ? named.record : parts.world.bots.get(text);
  if (!found) {
    const known = [...parts.world.bots.values()].map(({ username }) => `@${username}`).slice(0, 10);
    const list = known.length === 0 ? 'none yet; add one with POST /emulator/bots' : known.join(', ');
    throw new ControlFailure(404, `there is no bot ${hideToken(text)}; bots: ${list}`);
  }
  return found;
}

/** By id, '@username', or any link to it. */
export function chatOf(parts: Parts, chat: string | number): ChatRecord {
  const text = String(chat).replace(/^(?:https?:\/\/)?t\.me\/(?=\w)/, '@');
  if (/^-?\d+$/.test(text)) {
    const found = parts.world.chats.get(text);
    if (found) return found;
  } else {
    const named = parts.world.named(text);
    if (named?.kind === 'chat') return named.record;
    const link = parts.links.find(text);
    const found = link && parts.world.chats.get(link.chat_id);
    if (found) return found;
  }
  throw new ControlFailure(404, `there is no chat ${text}; make one with POST /emulator/chats`);
}

function hideToken(text: string): string {
  return text.replace(/:[\w-]{5,}/, ':[token]');
}
