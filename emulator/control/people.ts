/** The control interface's users and bots. */
import { z } from 'zod';
import { ControlFailure } from '../failure.js';
import { defined } from '../omit.js';
import type { Parts } from '../parts.js';
import type { BotRecord, UserRecord } from '../world.js';
import { botOf, count, flag, id, maybe, reference, route, userOf, words } from './input.js';

export const username = z
  .string('must be text')
  .transform((name) => name.replace(/^@/, ''))
  .pipe(
    z.string().regex(/^[a-z]\w{2,31}$/i, 'must be 3 to 32 letters, digits and _, beginning with a letter'),
  );
/** null clears, absent keeps. */
export const clearable = <S extends z.ZodType>(schema: S) => schema.nullable().optional();

const userUsage =
  '{id, first_name, last_name?, username?, language_code?, is_premium?, bio?, photos? (how many, or base64 pictures), gifts? (how many), rating? (level), hides_language? (from answers about members), is_deleted? (the account is)}; absent keeps what was, null clears';
const userSchema = z.object({
  id: id.refine((value) => value > 0, 'must be over 0'),
  first_name: words,
  last_name: clearable(z.string()),
  username: clearable(username.or(z.literal(''))),
  language_code: clearable(z.string()),
  is_premium: clearable(flag),
  bio: clearable(z.string()),
  photos: clearable(
    z.union([z.int().min(0).max(100), z.array(z.string())], {
      error: 'must be a number or a list of base64 pictures',
    }),
  ),
  gifts: clearable(
    z.union([count, z.array(z.unknown()).transform((list) => list.length)], { error: 'must be a number' }),
  ),
  rating: clearable(z.number('must be a number')),
  hides_language: clearable(flag),
  is_deleted: clearable(flag),
});

const botUsage = '{token: "<id>:<secret>", username, first_name, owner_id? (a user)}';
const botSchema = z.object({
  token: z.string('must be text').regex(/^\d+:[\w-]{3,}$/, 'must look like 123456:secret'),
  username,
  first_name: words,
  owner_id: maybe(id),
});

export const peopleRoutes = [
  route('POST /emulator/users', userUsage, userSchema, saveUser),
  route('GET /emulator/users', 'nothing', z.object({}), (parts) => ({
    users: [...parts.world.users.values()].map(shownUser),
  })),
  route('POST /emulator/bots', botUsage, botSchema, saveBot),
  route('GET /emulator/bots', 'nothing', z.object({}), (parts) => ({
    bots: [...parts.world.bots.values()].map(shownBot),
  })),
  // Not in the list of the contract: the token stops working, as when its owner revokes it.
  route('POST /emulator/revoke', '{bot: "@bot"}', z.object({ bot: reference }), (parts, input) => {
    const bot = botOf(parts, input.bot);
    parts.world.saveBot({ ...bot, token: `${bot.id}:revoked-${parts.world.nowMs()}` });
    return { ok: true, ...shownBot(bot) };
  }),
  route(
    'POST /emulator/block',
    '{user: id, bot: "@bot", blocked: true|false}',
    z.object({ user: id, bot: reference, blocked: flag }),
    (parts, input) => {
      const changed = parts.dialogs.setBlocked(
        botOf(parts, input.bot),
        userOf(parts, input.user),
        input.blocked,
      );
      return { ok: true, blocked: input.blocked, changed };
    },
  ),
  route('GET /emulator/user', '?id=', z.object({ id: maybe(id) }), (parts, input) =>
    shownUser(userOf(parts, input.id ?? 0)),
  ),
];

function saveUser(parts: Parts, input: z.output<typeof userSchema>): object {
  const before = parts.world.users.get(input.id);
  if (parts.world.bots.get(input.id)) throw new ControlFailure(409, `${input.id} is a bot's id`);
  checkFree(parts, 'user', input.id, input.username ?? undefined);
  const user: UserRecord = defined({
    id: input.id,
    first_name: input.first_name,
    photos:
      input.photos === undefined ? (before?.photos ?? []) : keepPhotos(parts, input.id, input.photos ?? 0),
    gifts: input.gifts === undefined ? (before?.gifts ?? 0) : (input.gifts ?? 0),
    rating: input.rating === undefined ? (before?.rating ?? null) : input.rating,
    last_name: textAfter(input.last_name, before?.last_name),
    username: textAfter(input.username, before?.username),
    language_code: textAfter(input.language_code, before?.language_code),
    bio: textAfter(input.bio, before?.bio),
    is_premium: flagAfter(input.is_premium, before?.is_premium),
    hides_language: flagAfter(input.hides_language, before?.hides_language),
    is_deleted: flagAfter(input.is_deleted, before?.is_deleted),
  });
  parts.world.saveUser(user);
  parts.events.emit({ type: 'user', id: user.id });
  return shownUser(user);
}

/** Absent keeps what was; null and '' clear. */
function textAfter(given: string | null | undefined, before: string | undefined): string | undefined {
  if (given === undefined) return before;
  return given === null || given === '' ? undefined : given;
}

function flagAfter(given: boolean | null | undefined, before: true | undefined): true | undefined {
  if (given === undefined) return before;
  return given === true ? true : undefined;
}

function keepPhotos(parts: Parts, userId: number, photos: number | string[]): string[] {
  try {
    return parts.files.keepProfile(userId, photos);
  } catch (error) {
    throw new ControlFailure(400, `photos: ${error instanceof Error ? error.message : 'cannot be read'}`);
  }
}

/** Adds a bot, or changes the one with the id that stands in the token. */
export function saveBot(parts: Parts, { owner_id: owner, ...input }: z.output<typeof botSchema>): object {
  const botId = Number(input.token.split(':')[0]);
  if (parts.world.users.get(botId)) throw new ControlFailure(409, `${botId} is a user's id`);
  checkFree(parts, 'bot', botId, input.username);
  const fresh: Omit<BotRecord, 'token' | 'username' | 'first_name'> = {
    id: botId,
    allowed_updates: null,
    webhook: null,
    commands: {},
    menu_buttons: {},
    texts: {},
  };
  const owned = owner === undefined ? {} : { owner_id: owner };
  const bot = parts.world.saveBot({ ...fresh, ...parts.world.bots.get(botId), ...input, ...owned });
  parts.events.emit({ type: 'bot', id: bot.id });
  return shownBot(bot);
}

/** Usernames are one namespace on the platform. */
export function checkFree(parts: Parts, kind: string, ownId: number, name: string | undefined): void {
  const owner = name === undefined ? undefined : parts.world.named(name);
  if (owner && (owner.kind !== kind || owner.record.id !== ownId)) {
    throw new ControlFailure(409, `username: @${name ?? ''} belongs to ${owner.kind} ${owner.record.id}`);
  }
}

/** A user with what the platform shows only on request; photos and gifts as numbers. */
export function shownUser(user: UserRecord): object {
  const [photo] = user.photos;
  return {
    ...user,
    is_bot: false,
    photos: user.photos.length,
    ...(photo === undefined ? {} : { photo: `/emulator/files/${photo}` }),
  };
}

/** Never with its token. */
export function shownBot(bot: BotRecord): Pick<BotRecord, 'id' | 'username' | 'first_name' | 'owner_id'> {
  const { id, username, first_name, owner_id } = bot;
  return defined({ id, username, first_name, owner_id });
}
