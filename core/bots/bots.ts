/** A publisher's bots (`interface.md`, POST /bots; `decisions.md`, Bots). */
import {
  assertModerator,
  type KeyRing,
  knownBot,
  type Operator,
  ownBot,
  ownedBot,
  TERMINAL_ID,
} from '../accounts/index.js';
import type { Checkers } from '../checkers/index.js';
import { botNotification } from '../notifications.js';
import { BOT_TOKEN_SHAPE, isBotToken } from '../bot-token.js';
import { adThemes } from '../data/index.js';
import { type PlainTopic, ServiceError } from '../errors.js';
import type { PlatformBot } from '../platform.js';
import { differing } from '../collections.js';
import { keptAs } from '../kept-answers.js';
import type { Ports } from '../ports.js';
import type { Keeping } from '../ports/answer-store.js';
import type { KeyOwner, SealedKey } from '../ports/account-store.js';
import type { Bot, BotPatch, BotWord, NewBot } from '../ports/bot-store.js';
import { type BotSettings, defaultBotSettings } from '../terms/index.js';
import { withArchive } from '../pages.js';
import { accountIsFull, assertNotOurs, takeOne } from './admission.js';
import { keptSecrets } from './pictures.js';

/** How long adding or changing a bot waits for the platform to say whose a token is. */
const TOKEN_CHECK_MS = 5_000;

/** What a bot is sealed for; a token moved to another column does not open. */
export const BOT_TOKEN_PURPOSE = 'bot-token';

export interface BotInput {
  token?: string;
  botId?: number;
  name?: string;
  nickname?: string;
  /** Default true. */
  isOn?: boolean;
  settings: Partial<BotSettings>;
}

export interface BotChange extends Omit<BotInput, 'botId'> {
  inArchive?: boolean;
}

export interface BotWithKey {
  bot: Bot;
  apiKey: string;
}

export function createBots(ports: Ports & { checkers: Checkers }, keys: KeyRing) {
  const { store, clock, settings } = ports;
  const botsMax = settings.BOTS_MAX;
  const keyOwner = (bot: Bot): KeyOwner => ({ kind: 'bot', accountId: bot.accountId, botId: bot.botId });
  const withKey = async (bot: Bot): Promise<BotWithKey> => ({
    bot,
    apiKey: await keys.show(keyOwner(bot)),
  });

  const change = async (bot: Bot, patch: BotPatch, keeping?: Keeping<Bot>): Promise<Bot> => {
    const { botId, accountId } = bot;
    const changed = await store.bots.update(botId, patch, clock.now(), keeping, accountId);
    return ownBot(changed, accountId, botId);
  };

  /** The bot id is there already: whose is it, and may this account have it? */
  const resolveTaken = async (
    wanted: NewBot,
    given: Partial<BotSettings>,
    there: Bot,
    key: { raw: string; sealed: SealedKey },
    keeping: Keeping<BotWithKey> | undefined,
  ): Promise<BotWithKey> => {
    const proves = wanted.tokenCipher !== null;
    if (there.accountId === wanted.accountId) {
      if (!there.inArchive)
        throw conflict(
          'bot_added_already',
          `You have already added bot ${String(there.botId)} (@${there.nickname}). Change it, or give it another token, by /bots update.`,
        );
      const back = keyedBy(await keys.show(keyOwner(there)));
      return back(await change(there, restoring(wanted, given), keptAs(keeping, back)));
    }
    const refusedCipher = proves ? await refusedCipherOf(ports, there) : null;
    if (there.hasToken ? refusedCipher === null : !proves) throw heldElsewhere(there);
    await takeOne(ports, wanted.accountId);
    const taken = keyedBy(key.raw);
    const kept = keptAs(keeping, taken);
    const addition = await store.bots.takeOver(wanted, key.sealed, clock.now(), botsMax, refusedCipher, kept);
    if (addition.kind === 'full') throw accountIsFull(botsMax);
    return taken(addition.bot);
  };

  return {
    /**
     * Adds a bot by its token, or by id, name and nickname. An archived bot of the same account is restored.
     * @throws ServiceError `conflict` for our own bot and for those that are there, `limited` for more than an account may
     *   have, or add within an hour
     */
    add: async (accountId: number, input: BotInput, keeping?: Keeping<BotWithKey>) => {
      assertKnownThemes(input.settings);
      assertLeastPrice(input.settings);
      await assertPublicPictures(ports, input.settings);
      const wanted = await describe(ports, accountId, input);
      // The name of a bot with a token comes from the platform.
      await assertNotOurs(ports, {
        botId: wanted.botId,
        nickname: input.token === undefined ? wanted.nickname : undefined,
      });
      const key = keys.make('bot');
      // What is refused, and what comes back from the archive, is no bot more.
      const there = await store.bots.find(wanted.botId);
      if (there !== null) return resolveTaken(wanted, input.settings, there, key, keeping);
      await takeOne(ports, accountId);
      const added = keyedBy(key.raw);
      const kept = keptAs(keeping, added);
      const addition = await store.bots.add(wanted, key.sealed, clock.now(), botsMax, kept);
      if (addition.kind === 'full') throw accountIsFull(botsMax);
      if (addition.kind === 'added') return added(addition.bot);
      return resolveTaken(wanted, input.settings, addition.bot, key, keeping);
    },
    /** Changes only what is given; a token must be this very bot's. */
    update: async (accountId: number, botId: number, given: BotChange) => {
      const bot = await ownedBot(store, accountId, botId);
      const wanted = realChange(bot, given);
      assertKnownThemes(wanted.settings);
      assertLeastPrice(wanted.settings);
      await assertPublicPictures(ports, wanted.settings);
      const identity = wanted.token === undefined ? null : await identify(ports, wanted.token);
      await assertNotOurs(ports, { ...identity, nickname: wanted.nickname });
      if (identity !== null && identity.botId !== botId) {
        throw new ServiceError(
          'invalid',
          `bot_token: this token belongs to another bot (${String(identity.botId)}).`,
          { topic: 'token_of_other_bot' },
        );
      }
      const patch = toPatch(ports, wanted, identity);
      if (changesNothing(patch)) return withKey(bot);
      const changed = await withKey(await change(bot, patch));
      const kept = keptSecrets(changed.bot, settings);
      if (keptSecrets(bot, settings).join() !== kept.join()) await store.pictures.keep(botId, kept);
      return changed;
    },
    info: async (accountId: number, botId: number) => withKey(await ownedBot(store, accountId, botId)),
    /** `inArchive` null: the archived ones too, after the others. */
    list: async (
      accountId: number,
      page: { search: string; inArchive: boolean | null; offset: number; limit: number },
    ) => {
      // Usernames are kept without the @ that people write before them.
      const search = page.search.replace(/^@/, '');
      const { items: bots, total } = await withArchive(page, async (inArchive, part) => {
        const found = await store.bots.list(accountId, { ...page, ...part, search, inArchive });
        return { items: found.bots, total: found.total };
      });
      return { bots, total };
    },
    /** Null when it was never used; exact to the hour. */
    keyLastUsedAtMs: async (accountId: number, botId: number) =>
      store.keys.lastUsedAtMs(keyOwner(await ownedBot(store, accountId, botId))),
    /** A new Bot Key; the old one is dead in every process once this resolves. */
    changeKey: async (accountId: number, botId: number, keeping?: Keeping<string>) =>
      keys.replace(keyOwner(await ownedBot(store, accountId, botId)), keeping),
    /**
     * Waits for the bot's first request: once it is answered the owner learns it, in the message that says so.
     * @param messageId null: in a message of its own
     * @throws ServiceError `forbidden`
     */
    awaitFirstRequest: async (accountId: number, botId: number, messageId: number | null) => {
      await ownedBot(store, accountId, botId);
      await store.awaitedBots.wait({ botId, accountId, messageId }, clock.now());
    },
    /** What only the operator may change. */
    moderate: async (moderator: Operator, botId: number, wanted: Omit<BotWord, 'trust'>) => {
      assertModerator(ports.settings, moderator);
      const moderatorId = moderator ?? TERMINAL_ID;
      const made = {
        moderatorId,
        notifications: (moderated: Bot) => [
          botNotification(moderated, moderated.isBlocked ? 'bot_blocked' : 'bot_unblocked', clock.now()),
        ],
      };
      return (await store.bots.moderate(botId, wanted, made, clock.now())) ?? knownBot(store, botId);
    },
  };
}

const keyedBy =
  (apiKey: string) =>
  (bot: Bot): BotWithKey => ({ bot, apiKey });

/** @throws ServiceError `invalid` when a subscriber is to bring less than nothing */
function assertLeastPrice({ minPriceMicros = 0n }: Partial<BotSettings>): void {
  const about = { topic: 'least', values: { min: 0 } } as const;
  if (minPriceMicros < 0n) throw new ServiceError('invalid', 'min_price: must be at least 0.', about);
}

/** @throws ServiceError `invalid` naming each code that /filters does not show */
function assertKnownThemes({ forbiddenThemes = [] }: Partial<BotSettings>): void {
  const faults = forbiddenThemes.flatMap((code, index) =>
    adThemes.some((theme) => theme.code === code) ? [] : [`forbidden_themes[${String(index)}]`],
  );
  if (faults.length === 0) return;
  throw new ServiceError(
    'invalid',
    `${faults.join(', ')}: is not among filters.bots.forbidden_themes of /filters.`,
    { faults: faults.map((field) => ({ topic: 'not_offered', field })) },
  );
}

/**
 * A picture is fetched by the server of the platform, perhaps on our network: its address must not lead inside.
 * @throws ServiceError `invalid` saying what is wrong with the address
 */
async function assertPublicPictures(
  { webhookSender }: Ports,
  { image, imageB }: Partial<BotSettings>,
): Promise<void> {
  const pictures = { image_op: image ?? null, image_b: imageB ?? null };
  for (const [field, address] of Object.entries(pictures)) {
    const fault = address === null ? null : await webhookSender.pictureFault(address);
    if (fault === null) continue;
    throw fault === 'not_allowed'
      ? new ServiceError('invalid', `${field}: it leads to a private, local or reserved address.`, {
          topic: 'image_inside',
        })
      : new ServiceError('invalid', `${field}: must be an http or https URL without a user name.`, {
          topic: 'image_address',
        });
  }
}

/** Who the new bot is: what the platform says of its token, or what the caller says. */
async function describe(ports: Ports, accountId: number, input: BotInput): Promise<NewBot> {
  const settings = { ...defaultBotSettings, ...input.settings };
  const { isOn = true } = input;
  if (input.token !== undefined) {
    const { botId, name, username } = await identify(ports, input.token);
    const tokenCipher = ports.vault.seal(input.token, BOT_TOKEN_PURPOSE);
    return { botId, accountId, name, nickname: username, tokenCipher, isOn, settings };
  }
  const { botId, name, nickname } = input;
  if (botId === undefined || name === undefined || nickname === undefined) {
    throw new ServiceError('invalid', 'Give bot_token, or all of bot_id, bot_name and bot_nickname.');
  }
  return { botId, accountId, name, nickname, tokenCipher: null, isOn, settings };
}

/**
 * The encrypted token by which another account holds the bot, if the platform refuses it by now: then somebody who can
 * make tokens for this bot has made a new one, and the account that brings that one is its owner. Null otherwise.
 */
async function refusedCipherOf(
  { store, vault, platform, clock }: Ports,
  { botId }: Bot,
): Promise<string | null> {
  const cipher = await store.bots.tokenCipher(botId);
  if (cipher === null) return null;
  const deadlineMs = clock.now() + TOKEN_CHECK_MS;
  const answer = await platform.me(vault.open(cipher, BOT_TOKEN_PURPOSE), { deadlineMs });
  return !answer.ok && answer.failure.kind === 'token_refused' ? cipher : null;
}

/** Says how its owner gets the bot. */
function heldElsewhere({ botId, nickname, hasToken }: Bot): ServiceError {
  const bot = `Bot ${String(botId)} (@${nickname})`;
  return conflict(
    hasToken ? 'bot_held_with_token' : 'bot_of_other_account',
    hasToken
      ? `${bot} is held by another account, which gave its token. If the bot is yours: have its token revoked by the bot that made it, and add it here with the new token; the other account loses it then.`
      : `${bot} has been added by another account without a token. If it is yours, add it with bot_token, and you have it.`,
  );
}

async function identify(ports: Ports, token: string): Promise<PlatformBot> {
  if (!isBotToken(token)) throw new ServiceError('invalid', BOT_TOKEN_SHAPE, { topic: 'token_refused' });
  const answer = await ports.platform.me(token, { deadlineMs: ports.clock.now() + TOKEN_CHECK_MS });
  if (answer.ok) return answer.value;
  const { kind } = answer.failure;
  if (kind === 'token_refused' || kind === 'bad_request') {
    throw new ServiceError(
      'invalid',
      'bot_token: the platform refuses this token. Copy it again from the bot that made it.',
      { topic: 'token_refused' },
    );
  }
  const message = 'The platform did not answer whose this token is. Try again in a moment.';
  throw new ServiceError('unavailable', message, { retryAfterSeconds: 5 });
}

/** Without what stays as it is: a record that is sent back as `info` gave it changes nothing, and breaks no rule. */
function realChange(bot: Bot, { settings, ...identity }: BotChange): BotChange {
  return { ...differing(bot, identity), settings: differing(bot.settings, settings) };
}

function changesNothing({ settings = {}, ...others }: BotPatch): boolean {
  return Object.keys(others).length + Object.keys(settings).length === 0;
}

function toPatch(ports: Ports, wanted: BotChange, identity: PlatformBot | null): BotPatch {
  const { token, settings, ...others } = wanted;
  return {
    ...others,
    ...(token === undefined || identity === null
      ? {}
      : {
          tokenCipher: ports.vault.seal(token, BOT_TOKEN_PURPOSE),
          isTokenInvalid: false,
          name: identity.name,
          nickname: identity.username,
        }),
    settings,
  };
}

/** An archived bot comes back with the settings it had, save those given now. */
function restoring(wanted: NewBot, settings: Partial<BotSettings>): BotPatch {
  const { name, nickname, tokenCipher, isOn = true } = wanted;
  const token = tokenCipher === null ? {} : { tokenCipher, isTokenInvalid: false };
  return { inArchive: false, isOn, name, nickname, settings, ...token };
}

function conflict(topic: PlainTopic, message: string): ServiceError {
  return new ServiceError('conflict', message, { topic });
}
