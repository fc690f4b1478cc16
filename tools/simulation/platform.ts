/**
 * The platform as the service meets it through its port: the emulated one answers through the real adapter, and on the
 * way it is slow, limited, out of order, and now and then an answer is lost after the command was done. It keeps what the
 * port promises (`core/platform.ts`): a call ends at its deadline, and only for `send` may it be open whether it happened.
 * A membership check may hang for good: no deadline is given to be trusted there.
 */
import type {
  CallOptions,
  Platform,
  PlatformAnswer,
  PlatformFailureKind,
  Presence,
} from '../../core/platform.js';
import type { Draw } from '../../test/core/choosing-world.js';
import type { Channel, World } from './people.js';
import type { VirtualTime } from './virtual-time.js';

/** How the platform feels during one step; every call asks. */
export interface Weather {
  /** The share of calls that go wrong in some way. */
  faults: number;
  /** It answers nothing at all. */
  isAway?: boolean;
  draw: Draw;
}

/** Receives what the service learnt, if its process lived to hear it. */
export interface Witness {
  /** Says how this person stands with this: by this platform's answer. */
  answered(userId: number, resourceId: string, presence: Presence, atMs: number): void;
  /** Says that this person uses this publisher's bot, or does not. */
  saidOfContact(botId: number, userId: number, state: 'yes' | 'no'): void;
  /** A payment in stars was given back, or will not be; whether or not the answer arrives. */
  refunded(chargeId: string, isDone: boolean): void;
  isGivenBack(chargeId: string): boolean;
}

export interface PlatformParts {
  world: World;
  time: Pick<VirtualTime, 'now'>;
  weather: () => Weather;
  witness: Witness;
  operatorToken: string;
  /** Whether the process that asks is still there. */
  isGone: () => boolean;
}

const DEFAULT_DEADLINE_MS = 8_000;

type Fate = 'fine' | 'late' | 'hang' | 'lost' | PlatformFailureKind;
const readFates: readonly Fate[] = ['late', 'late', 'late', 'hang', 'limited', 'unavailable', 'unavailable'];
/** Editing and deleting do no harm when they are done twice, so one that was lost counts as not done. */
const screenFates: readonly Fate[] = ['late', 'late', 'lost', 'limited', 'unavailable', 'hang'];
const sendFates: readonly Fate[] = ['late', 'lost', 'lost', 'limited', 'limited', 'unavailable', 'hang'];

export const tokenOf = (botId: number) => `${String(botId)}:token-of-a-bot`;
export const botIdOf = (token: string) => Number(token.split(':')[0]);

export function createSimPlatform(parts: PlatformParts): Platform {
  const { world, time, weather, witness, operatorToken } = parts;
  const { emulated } = world;
  const { port } = emulated;

  const pause = (durationMs: number) =>
    new Promise<void>((resolve) => {
      setTimeout(resolve, durationMs);
    });
  const forever = <T>() => new Promise<T>(() => undefined);

  const fateOf = (fates: readonly Fate[]): Fate => {
    const { faults, draw, isAway = false } = weather();
    if (isAway) return 'unavailable';
    return faults > 0 && draw.chance(faults) ? draw.one(fates) : 'fine';
  };

  const refused = (kind: PlatformFailureKind): PlatformAnswer<never> => {
    const retryAfterMs = kind === 'limited' ? weather().draw.whole(1, 20) * 1_000 : null;
    return { ok: false, failure: { kind, description: `the platform says ${kind}`, retryAfterMs } };
  };

  /** A call that does no harm when it is made twice. */
  const call = async <T>(
    options: CallOptions | undefined,
    act: (isHeard: boolean, askedAtMs: number) => Promise<PlatformAnswer<T>>,
    { mayHang = false, fates = readFates } = {},
  ): Promise<PlatformAnswer<T>> => {
    const askedAtMs = time.now();
    const fate = fateOf(fates);
    const deadlineMs = options?.deadlineMs ?? time.now() + DEFAULT_DEADLINE_MS;
    if (fate === 'hang' && mayHang) return forever();
    if (fate === 'late') {
      const takesMs = weather().draw.whole(1, 3_000);
      const remainingMs = Math.max(0, deadlineMs - time.now());
      await pause(Math.min(takesMs, remainingMs));
      if (takesMs > remainingMs) return refused('unavailable');
    } else if (fate === 'hang' || fate === 'lost') {
      if (fate === 'lost') await act(false, askedAtMs);
      await pause(Math.max(0, deadlineMs - time.now()));
      return refused('unavailable');
    } else if (fate !== 'fine') return refused(fate);
    if (parts.isGone()) return forever();
    const answer = await act(true, askedAtMs);
    return parts.isGone() ? forever() : answer;
  };

  const channelOf = (chat: number | string): Channel | undefined =>
    typeof chat === 'number' ? world.channels.get(chat) : world.usernames.get(chat.slice(1));

  /** Brings in the bot with this token, as the platform takes it now. */
  const bringBot = (token: string): number => {
    const botId = botIdOf(token);
    emulated.bot(world.revokedTokens.has(botId) ? `${String(botId)}:another` : token);
    return botId;
  };

  const bringChat = (chat: number | string): void => {
    const channel = channelOf(chat);
    if (channel !== undefined) world.bring(channel);
  };

  /** Brings in whether this person uses this publisher's bot. */
  const bringUse = (token: string, userId: number): void => {
    const botId = bringBot(token);
    const isUsed = token === operatorToken || world.uses(botId, userId);
    emulated.dialog(botId, userId, isUsed ? 'started' : 'blocked');
  };

  /** Counts with the answer, even if no process lives to hear it. */
  const arrived = (botId: number, userId: number): void => {
    world.noteDelivered(botId, userId, time.now());
    witness.saidOfContact(botId, userId, 'yes');
  };

  const blocked = (botId: number, userId: number): void => {
    witness.saidOfContact(botId, userId, 'no');
  };

  /** Of a publisher's bot: whether this person uses it. */
  const useOf: Platform['hasStarted'] = async (token, userId) => {
    bringUse(token, userId);
    const answer = await port.hasStarted(token, userId);
    witness.saidOfContact(botIdOf(token), userId, answer.ok && answer.value ? 'yes' : 'no');
    return answer;
  };

  /** An answer is as old as its question. */
  const report = <T extends boolean | Presence>(
    answer: PlatformAnswer<T>,
    userId: number,
    resourceId: string,
    askedAtMs: number,
  ): PlatformAnswer<T> => {
    if (answer.ok) witness.answered(userId, resourceId, presenceOf(answer.value), askedAtMs);
    return answer;
  };

  const send: Platform['send'] = async (token, chatId, content) => {
    const fate = fateOf(sendFates);
    if (fate === 'hang') {
      await pause(DEFAULT_DEADLINE_MS);
      return refused('uncertain');
    }
    if (fate === 'limited' || fate === 'unavailable') return refused(fate);
    if (fate === 'late') await pause(weather().draw.whole(1, 400));
    bringUse(token, chatId);
    const isLost = fate === 'lost';
    const answer = await port.send(token, chatId, content);
    if (token === operatorToken) world.told.set(chatId, (world.told.get(chatId) ?? 0) + 1);
    else if (answer.ok) {
      const screen = world.screen(botIdOf(token), chatId);
      screen.messages.set(answer.value, { html: content.html, isLost });
      screen.sentSinceAsked += 1;
      world.busy.add(screen);
      if (isLost || parts.isGone()) screen.lost += 1;
      if (!isLost) arrived(botIdOf(token), chatId);
    } else if (answer.failure.kind === 'blocked' && !isLost) blocked(botIdOf(token), chatId);
    return isLost ? refused('uncertain') : answer;
  };

  return {
    // What is not played here is asked as it is.
    ...port,
    me: (token, options) =>
      call(options, () => {
        bringBot(token);
        return port.me(token);
      }),
    chat: (token, chat, options) =>
      call(options, () => {
        bringChat(chat);
        return port.chat(token, chat);
      }),
    memberCount: (_, chat, options) =>
      call(options, () => Promise.resolve({ ok: true, value: channelOf(chat)?.members.size ?? 0 })),
    presence: (token, chat, userId, options) =>
      call(
        options,
        async (_isHeard, askedAtMs) => {
          bringChat(chat);
          emulated.user(userId);
          return report(await port.presence(token, chat, userId), userId, String(chat), askedAtMs);
        },
        { mayHang: true },
      ),
    // Bots of the simulation send profiles of their users; the platform is never asked.
    user: (_, __, options) => call(options, () => Promise.resolve(refused('chat_gone'))),
    isAdministrator: (token, chat, options) =>
      call(options, () => {
        bringChat(chat);
        return port.isAdministrator(token, chat);
      }),
    hasStarted: (token, userId, options) =>
      world.publishers.has(botIdOf(token))
        ? call(options, () => useOf(token, userId))
        : call(
            options,
            async (_isHeard, askedAtMs) => {
              const botId = bringBot(token);
              const isStarted = world.started.get(botId)?.has(userId) === true;
              emulated.dialog(botId, userId, isStarted ? 'started' : 'unknown');
              return report(await port.hasStarted(token, userId), userId, String(botId), askedAtMs);
            },
            { mayHang: true },
          ),
    send,
    edit: (token, chatId, messageId, content) =>
      call(
        undefined,
        async (isHeard) => {
          const botId = botIdOf(token);
          bringUse(token, chatId);
          const answer = await port.edit(token, chatId, messageId, content);
          const message = world.screen(botId, chatId).messages.get(messageId);
          if (answer.ok && message !== undefined) message.html = content.html;
          if (isHeard && answer.ok) arrived(botId, chatId);
          if (isHeard && !answer.ok && answer.failure.kind === 'blocked') blocked(botId, chatId);
          return answer;
        },
        { fates: screenFates },
      ),
    remove: (token, chatId, messageId) =>
      call(
        undefined,
        async () => {
          bringUse(token, chatId);
          const answer = await port.remove(token, chatId, messageId);
          if (answer.ok) world.screen(botIdOf(token), chatId).messages.delete(messageId);
          return answer;
        },
        { fates: screenFates },
      ),
    photos: (_, __, options) =>
      call(options, () => Promise.resolve({ ok: true, value: { count: 0, fileId: '' } })),
    starTransactions: () =>
      call(undefined, () => Promise.resolve({ ok: true, value: { count: 0, payments: [] } })),
    refundStars: (_, __, chargeId) =>
      call(
        undefined,
        () => {
          const isDone = witness.isGivenBack(chargeId) || !weather().draw.chance(0.2);
          witness.refunded(chargeId, isDone);
          return Promise.resolve(isDone ? { ok: true, value: undefined } : refused('bad_request'));
        },
        { fates: screenFates },
      ),
    // Our bot may invite nowhere here: who comes by which bot's own link is not played.
    createInviteLink: (_, __, ___, options) => call(options, () => Promise.resolve(refused('rights_lost'))),
    inviteLinkWorks: (_, __, ___, options) => call(options, () => Promise.resolve(refused('rights_lost'))),
    revokeInviteLink: (_, __, ___, options) => call(options, () => Promise.resolve(refused('rights_lost'))),
    giftCount: (_, __, options) => call(options, () => Promise.resolve({ ok: true, value: 0 })),
    file: (_, __, ___, options) =>
      call(options, () => Promise.resolve({ ok: true, value: new Uint8Array() })),
  };
}

/** Of a bot or a page, which bans no one, it is known whether they use it. */
function presenceOf(value: boolean | Presence): Presence {
  if (typeof value !== 'boolean') return value;
  return value ? 'in' : 'out';
}
