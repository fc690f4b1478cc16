/**
 * The platform as the service meets it through its port: slow, limited, out of order, and now and then an answer is lost
 * after the command was done. It keeps what the port promises (`core/platform.ts`): a call ends at its deadline, and
 * only for `send` may it be open whether it happened. A membership check may hang for good: no deadline is given to be
 * trusted there.
 */
import type { CallOptions, Platform, PlatformAnswer, PlatformFailureKind } from '../../core/platform.js';
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

/** Told of what the service learnt, as far as it lived to hear it. */
export interface Witness {
  /** Says that this person is, or is not, a member of this: by this platform's answer. */
  answered(userId: number, resourceId: string, state: 'in' | 'out', atMs: number): void;
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
    act: (isHeard: boolean, askedAtMs: number) => PlatformAnswer<T>,
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
      if (fate === 'lost') act(false, askedAtMs);
      await pause(Math.max(0, deadlineMs - time.now()));
      return refused('unavailable');
    } else if (fate !== 'fine') return refused(fate);
    if (parts.isGone()) return forever();
    return act(true, askedAtMs);
  };

  const channelOf = (chat: number | string): Channel | undefined =>
    typeof chat === 'number' ? world.channels.get(chat) : world.usernames.get(chat.slice(1));

  const inChannel = <T>(
    chat: number | string,
    needsRights: boolean,
    read: (channel: Channel) => T,
  ): PlatformAnswer<T> => {
    const channel = channelOf(chat);
    if (channel === undefined || channel.isGone) return refused('chat_gone');
    if (needsRights && !channel.hasRights) return refused('rights_lost');
    return { ok: true, value: read(channel) };
  };

  const asBot = <T>(token: string, act: () => PlatformAnswer<T>): PlatformAnswer<T> =>
    world.revokedTokens.has(botIdOf(token)) ? refused('token_refused') : act();

  /** An answer is as old as its question. */
  const report = (
    userId: number,
    resourceId: string,
    isIn: boolean,
    askedAtMs: number,
  ): PlatformAnswer<boolean> => {
    witness.answered(userId, resourceId, isIn ? 'in' : 'out', askedAtMs);
    return { ok: true, value: isIn };
  };

  /** The answer tells it, whether or not somebody lives to hear it. */
  const arrived = (botId: number, userId: number): void => {
    world.noteDelivered(botId, userId, time.now());
    witness.saidOfContact(botId, userId, 'yes');
  };

  const blocked = (botId: number, userId: number): PlatformAnswer<never> => {
    witness.saidOfContact(botId, userId, 'no');
    return refused('blocked');
  };

  /** Of a publisher's bot: whether this person uses it. */
  const useOf = (token: string, userId: number): PlatformAnswer<boolean> => {
    const botId = botIdOf(token);
    if (world.revokedTokens.has(botId)) {
      witness.saidOfContact(botId, userId, 'no');
      return refused('token_refused');
    }
    const isUsed = world.uses(botId, userId);
    witness.saidOfContact(botId, userId, isUsed ? 'yes' : 'no');
    return { ok: true, value: isUsed };
  };

  const send: Platform['send'] = async (token, chatId, content) => {
    const fate = fateOf(sendFates);
    if (fate === 'hang') {
      await pause(DEFAULT_DEADLINE_MS);
      return refused('uncertain');
    }
    if (fate === 'limited' || fate === 'unavailable') return refused(fate);
    if (fate === 'late') await pause(weather().draw.whole(1, 400));
    return asBot(token, () => {
      const isLost = fate === 'lost';
      if (token === operatorToken) {
        world.told.set(chatId, (world.told.get(chatId) ?? 0) + 1);
        return isLost ? refused('uncertain') : { ok: true, value: world.nextMessageId() };
      }
      const botId = botIdOf(token);
      if (!world.uses(botId, chatId)) return isLost ? refused('uncertain') : blocked(botId, chatId);
      const screen = world.screen(botId, chatId);
      const messageId = world.nextMessageId();
      screen.messages.set(messageId, { html: content.html, isLost });
      screen.sentSinceAsked += 1;
      world.busy.add(screen);
      if (isLost || parts.isGone()) screen.lost += 1;
      if (!isLost) arrived(botId, chatId);
      return isLost ? refused('uncertain') : { ok: true, value: messageId };
    });
  };

  return {
    me: (token, options) =>
      call(options, () =>
        asBot(token, () => {
          const botId = botIdOf(token);
          return {
            ok: true,
            value: { botId, name: `Bot ${String(botId)}`, username: `bot${String(botId)}_bot` },
          };
        }),
      ),
    chat: (_, chat, options) =>
      call(options, () =>
        inChannel(chat, false, ({ chatId, username, takesJoinRequests }) => ({
          chatId,
          type: 'channel' as const,
          title: username,
          firstName: '',
          lastName: '',
          username,
          bio: '',
          photoFileId: '',
          takesJoinRequests,
          inviteLink: '',
          rating: null,
        })),
      ),
    memberCount: (_, chat, options) =>
      call(options, () => inChannel(chat, false, ({ members }) => members.size)),
    isMember: (_, chat, userId, options) =>
      call(
        options,
        (_isHeard, askedAtMs) => {
          const answer = inChannel(chat, true, ({ members }) => members.get(userId) === 'in');
          return answer.ok ? report(userId, String(chat), answer.value, askedAtMs) : answer;
        },
        { mayHang: true },
      ),
    // Bots of the simulation say who their users are; nobody has to be asked.
    user: (_, __, options) => call(options, () => refused('chat_gone')),
    isAdministrator: (_, chat, options) =>
      call(options, () => inChannel(chat, false, ({ hasRights }) => hasRights)),
    hasStarted: (token, userId, options) =>
      world.publishers.has(botIdOf(token))
        ? call(options, () => useOf(token, userId))
        : call(
            options,
            (_isHeard, askedAtMs) =>
              asBot(token, () => {
                const botId = botIdOf(token);
                return report(
                  userId,
                  String(botId),
                  world.started.get(botId)?.has(userId) === true,
                  askedAtMs,
                );
              }),
            { mayHang: true },
          ),
    send,
    edit: (token, chatId, messageId, content, options) =>
      call(
        options,
        (isHeard) =>
          asBot(token, () => {
            const botId = botIdOf(token);
            if (!world.uses(botId, chatId)) return isHeard ? blocked(botId, chatId) : refused('blocked');
            const message = world.screen(botId, chatId).messages.get(messageId);
            if (message === undefined) return refused('bad_request');
            message.html = content.html;
            if (isHeard) arrived(botId, chatId);
            return { ok: true, value: undefined };
          }),
        { fates: screenFates },
      ),
    remove: (token, chatId, messageId, options) =>
      call(
        options,
        () =>
          asBot(token, () => {
            world.screen(botIdOf(token), chatId).messages.delete(messageId);
            return { ok: true, value: undefined };
          }),
        { fates: screenFates },
      ),
    photos: (_, __, options) => call(options, () => ({ ok: true, value: { count: 0, fileId: '' } })),
    starTransactions: (_, __, options) =>
      call(options, () => ({ ok: true, value: { count: 0, payments: [] } })),
    refundStars: (_, __, chargeId, options) =>
      call(
        options,
        () => {
          const isDone = witness.isGivenBack(chargeId) || !weather().draw.chance(0.2);
          witness.refunded(chargeId, isDone);
          return isDone ? { ok: true, value: undefined } : refused('bad_request');
        },
        { fates: screenFates },
      ),
    // Our bot may invite nowhere here: who comes by which bot's own link is not played.
    createInviteLink: (_, __, ___, options) => call(options, () => refused('rights_lost')),
    inviteLinkWorks: (_, __, ___, options) => call(options, () => refused('rights_lost')),
    revokeInviteLink: (_, __, ___, options) => call(options, () => refused('rights_lost')),
    giftCount: (_, __, options) => call(options, () => ({ ok: true, value: 0 })),
    file: (_, __, ___, options) => call(options, () => ({ ok: true, value: new Uint8Array() })),
  };
}
