/**
 * The gate: holds a user back until they have done what sponsors ask, and then gives them what they had asked for.
 *
 *     const gate = createGate({ networks: [sponsorgate({ url, key })], call: platformApi(token), unavailable: 'pass' });
 *     for (const update of await gate.take(incoming)) await handle(update);
 */
import { memoryState, type StateStore, timedState } from '../memory.js';
import { createBreaker } from '../../../networks/breaker.js';
import { namesIn, type Order, type Source } from './collect.js';
import { createMemo, type Memo } from './memo.js';
import { createKeeper, type Keeper, type Known, type Passed } from './keeper.js';
import type { Asked, Network, State, User } from '../../../networks/network.js';
import { sharedTurns, type Turns, turns } from './turns.js';
import { blockOf, isFreshAt, missingText, type Wall } from './wall.js';
import { type Call, readUpdate, type Seen, type Update } from './update.js';
import { createVerdicts, type Verdicts } from './verdict.js';
import { said, type Said, type Words, wordsFor } from './words.js';

export interface GateOptions {
  /** One or several; the first is asked first, unless `order` says otherwise. */
  networks: readonly (Network | { network: Network; share: number })[];
  /** What becomes of users while no network can say anything: they pass, or are held until one can. */
  unavailable: 'pass' | 'hold';
  /** Calls a method of the platform with the bot's token. */
  call: Call;
  order?: Order;
  /**
   * So many sponsors at most are asked for at once. Default 4; of `sponsorgate` alone, as many as the bot's setting
   * `max_sponsors` says.
   */
  max?: number;
  /** Where the gate remembers. Default in memory. */
  state?: StateStore;
  /**
   * Signs what buttons keep of the request that is held, where the state is in memory: then it outlives a restart. The bot's token,
   * say; `guard` takes it by itself.
   */
  secret?: string;
  /** How long a network, or a call of the state, may take at most. Default 1,500. */
  timeoutMs?: number;
  /** Presses within this time get what is known already. Default 2,000. */
  debounceMs?: number;
  /**
   * How long no network is asked about a user who passed, by the state they passed with. Default ten minutes after `done` and
   * `held`, and one after `none` and `gone`.
   */
  restMs?: Partial<Record<Passed, number>>;
  /** Users who are asked for nothing, such as those who pay. */
  exempt?: (user: User) => boolean | Promise<boolean>;
  /** What buttons of the gate begin with; the service's CALLBACK_PREFIX. Default `subgram`. */
  prefix?: string;
  /** Words of your own, by language; `ask` stands above sponsors in place of what the network says. */
  words?: (language: string | undefined) => Partial<Words>;
  /** Receives failures of networks and of the platform; no user waits for it. Default: ignored. */
  onError?: (error: unknown, where: string) => unknown;
}

export interface Gate {
  /**
   * Decides about one update, and shows the user what is left to do.
   * On `pending` the user waits; on `unavailable` as the options say; on all others they pass.
   */
  check(user: User, update: Update): Promise<State>;
  /**
   * The updates to handle now, oldest first: none while the user is held; the one given, or, once they are done, the one they had
   * begun with. Updates without a user come back unchanged.
   */
  take(update: Update): Promise<Update[]>;
  /** Asks the networks for more than is on the user's list; resolves to the number of offers that came. */
  topUp(user: User, chatId?: number): Promise<number>;
}

const REST_MS = { none: 60_000, done: 600_000, gone: 60_000, held: 600_000 };

interface Parts extends Required<
  Pick<GateOptions, 'call' | 'debounceMs' | 'prefix' | 'unavailable' | 'exempt'>
> {
  keeper: Keeper;
  /** One after the other among the processes that share the state. */
  together: Turns;
  verdicts: Verdicts;
  memo: Memo | undefined;
  words: (user: User) => Said;
  onError: (error: unknown, where: string) => void;
}

/** One who has asked, and what their button says where nothing else is known. */
interface Asker extends Seen {
  /** Names the user in the chat. */
  owner: string;
  kept?: { first: Update[] | undefined } | null | undefined;
  /** Nothing is known of what was pressed. */
  isForgotten?: boolean;
}

interface Outcome {
  state: State;
  handle: Update[];
}

export function createGate(options: GateOptions): Gate {
  const parts = partsOf(options);
  const { prefix, keeper, together, verdicts } = parts;
  const inTurn = turns();
  /** What was let through is not asked about again, when it comes by another way. */
  const passed = new WeakSet<Update>();

  const decide = (user: User, update: Update): Promise<Outcome> => {
    const seen = readUpdate(update, prefix);
    if (seen === null || passed.has(update)) return Promise.resolve({ state: 'none', handle: [update] });
    const asker = { ...seen, user, owner: ownerOf(seen.chatId, user) };
    return inTurn(asker.owner, async () => {
      try {
        return await decideTogether(parts, asker, update);
      } catch (error) {
        // What the bot keeps cannot be read, say: that is as if no network could.
        parts.onError(error, 'gate');
        if (seen.press === undefined && parts.unavailable === 'pass')
          return { state: 'unavailable', handle: [update] };
        await answerLater(parts, asker);
        return { state: 'unavailable', handle: [] };
      }
    });
  };
  return {
    check: async (user, update) => (await decide(user, update)).state,
    take: async (update) => {
      const user = readUpdate(update, prefix)?.user;
      if (user === undefined) return [update];
      const { handle } = await decide(user, update);
      for (const one of handle) passed.add(one);
      return handle;
    },
    topUp: (user, chatId = user.id) => {
      const owner = ownerOf(chatId, user);
      const add = async () => {
        const wall = await keeper.wall(owner);
        if (wall === null) return 0;
        const added = await verdicts.topUp(wall, { user, chatId });
        const seen = { user, owner, chatId, isPrivate: chatId > 0, topic: wall.topic ?? {}, text: '' };
        if (added > 0) await show(parts, seen, wall, true);
        await keeper.keep(owner, wall);
        return added;
      };
      return inTurn(owner, () => together(owner, add));
    },
  };
}

function partsOf(options: GateOptions): Parts {
  const { networks, unavailable, call, order = 'order', timeoutMs = 1_500 } = options;
  const { state, secret, debounceMs = 2_000, prefix = 'subgram', words } = options;
  const onError = reporting(options.onError);
  const { restMs, exempt = () => false } = options;
  // Callers without types must choose, too.
  if ((unavailable as string) !== 'pass' && (unavailable as string) !== 'hold')
    throw new TypeError('unavailable: say "pass" or "hold", for when no network can answer.');
  const sources = networks.map((one): Source => {
    const breaker = createBreaker({ timeoutMs, slowMs: timeoutMs / 4, restMs: [1_000, 30_000] });
    return 'network' in one ? { ...one, breaker } : { network: one, share: 1, breaker };
  });
  const kept = state === undefined ? memoryState() : timedState(state, timeoutMs);
  return {
    call,
    debounceMs,
    prefix,
    unavailable,
    exempt,
    onError,
    verdicts: createVerdicts({ sources, order, max: options.max ?? maxOf(sources), onError }),
    memo: state === undefined && secret !== undefined ? createMemo(secret) : undefined,
    together: sharedTurns(kept, 2 * timeoutMs),
    keeper: createKeeper(kept, { ...REST_MS, ...restMs }),
    words: ({ language_code: language }) => said(wordsFor(language), words?.(language)),
  };
}

/** Its own failure is printed: thrown on, it would hold a user, and one that comes later would end the process. */
function reporting(listen: GateOptions['onError']): Parts['onError'] {
  // oxlint-disable-next-line no-console -- a bot without its log has no other place
  return (error, where) => void (async () => await listen?.(error, where))().catch(console.error);
}

/** One network may have a number of its own; several share one. */
function maxOf([first, ...others]: readonly Source[]): number {
  return others.length === 0 && first?.network.hasOwnLimit === true ? Infinity : 4;
}

/** Who passes without a question waits for no other process. */
async function decideTogether(parts: Parts, who: Asker, update: Update): Promise<Outcome> {
  const { keeper, exempt, together } = parts;
  const isExempt = await exempt(who.user);
  const read = async () => ({ isExempt, ...(await keeper.known(who.owner, who.user.id)) });
  if (who.press === undefined) {
    const known = await read();
    if ((isExempt || known.rested !== null) && known.wall === null)
      return decideOne(parts, who, update, known);
  }
  return together(who.owner, async () => decideOne(parts, who, update, await read()));
}

type Standing = Known & { isExempt: boolean };

async function decideOne(parts: Parts, who: Asker, update: Update, standing: Standing): Promise<Outcome> {
  const { isExempt, rested, wall } = standing;
  const { keeper, verdicts, debounceMs } = parts;
  const { user, chatId, press, owner } = who;
  const asked: Omit<Asked, 'limit'> = { user, chatId, given: press?.given, isConfirming: isConfirming(who) };
  const isUnknown = press !== undefined && wall === null;
  const kept = isUnknown ? await parts.memo?.read(owner, press.memo, update) : undefined;
  const seen: Asker = { ...who, kept, isForgotten: isUnknown && rested === null };
  if (isExempt) return pass(parts, seen, update, { state: 'none', wall, isRested: true });
  if (press !== undefined && !(await keeper.isFirst(`press:${owner}:${seen.text}`, debounceMs))) {
    await answer(parts, seen, wall === null ? undefined : missingText(wall, parts.words(user)));
    return { state: wall === null ? (rested ?? 'none') : 'pending', handle: [] };
  }
  if (rested !== null && wall === null)
    return pass(parts, seen, update, { state: rested, wall, isRested: true });

  const isFresh = wall !== null && press === undefined && isFreshAt(wall.checkedAtMs);
  const { state, wall: now } = isFresh
    ? { state: wall.isDark === true ? ('unavailable' as const) : ('pending' as const), wall }
    : await verdicts.of(wall, asked, await keeper.met(user.id));
  if (kept?.first !== undefined) now.first ??= kept.first;
  else now.isForgotten ??= seen.isForgotten;
  if (state === 'pending' || (state === 'unavailable' && parts.unavailable === 'hold')) {
    if (press === undefined) remember(now, seen, update);
    if (await hold(parts, seen, now)) return { state, handle: [] };
    // A user who sees no block passes.
    return { ...(await pass(parts, seen, update, { state: 'unavailable', wall: now })), state: 'none' };
  }
  return pass(parts, seen, update, { state, wall: now });
}

const ownerOf = (chatId: number, { id }: User) => `${String(chatId)}:${String(id)}`;

/** Keeps what the user begins with: one update, or the parts of one album, each once. */
function remember(wall: Wall, { text, album }: Seen, update: Update): void {
  const { first } = wall;
  if (first === undefined) Object.assign(wall, { first: [update], firstText: text, album });
  else if (album !== undefined && album === wall.album)
    wall.first = [...without(first, update), update].sort((a, b) => a.update_id - b.update_id);
}

const without = (updates: readonly Update[], { update_id: id }: Update) =>
  updates.filter((one) => one.update_id !== id);

const isConfirming = ({ press }: Seen) => press !== undefined && press.given === undefined;

/**
 * Shows what is left, keeps it, and answers a press with what is missing.
 * @returns whether the user sees it
 */
async function hold(parts: Parts, seen: Asker, wall: Wall): Promise<boolean> {
  const isPress = seen.press !== undefined;
  const said = isConfirming(seen) ? missingText(wall, parts.words(seen.user)) : undefined;
  const showing = show(parts, seen, wall, isPress);
  // What is not held is its handler's to answer.
  const isHeld = isPress || (await showing);
  if (isHeld) await answer(parts, seen, said);
  await showing;
  await parts.keeper.keep(seen.owner, { ...wall, topic: seen.topic });
  return isHeld;
}

interface Passing {
  state: State;
  wall: Wall | null;
  isRested?: boolean;
}

/** Takes the block away, and answers what is to be handled now. */
async function pass(parts: Parts, seen: Asker, update: Update, passing: Passing): Promise<Outcome> {
  const { keeper } = parts;
  const { user, press } = seen;
  const { state, wall } = passing;
  const handle: Update[] = press === undefined ? [update] : [];
  const first = wall?.first ?? seen.kept?.first;
  const block = wall?.block ?? pressed(seen);
  // Who asks for the same again gets it once.
  const isAnother = press !== undefined || wall?.firstText !== seen.text;
  if (first !== undefined && (await keeper.isFirst(endOf(parts, wall, block), REPLAY_MS)) && isAnother)
    handle.unshift(...(press === undefined ? without(first, update) : first));
  // What is claimed is handled, though the memory fails now.
  await settle(parts, seen, passing).catch((error: unknown) => parts.onError(error, 'gate'));
  const isLost = (wall ?? seen).isForgotten === true && first === undefined;
  const { later, repeat } = parts.words(user);
  await Promise.all([
    press === undefined
      ? undefined
      : answer(parts, seen, isLost ? (state === 'unavailable' ? later : repeat) : undefined),
    state === 'unavailable' ? undefined : remove(parts, block),
  ]);
  return { state, handle };
}

/** Remembers that the user has passed. */
async function settle({ keeper }: Parts, { user, owner }: Asker, passing: Passing): Promise<void> {
  const { state, wall, isRested } = passing;
  if (wall === null) {
    if (state !== 'unavailable' && isRested !== true) await keeper.rest(user.id, state as Passed);
  } else if (state === 'unavailable') {
    // No network has confirmed it: the next update asks again.
    delete wall.first;
    if (wall.bricks.length > 0) await keeper.keep(owner, wall);
  } else {
    const done = wall.bricks.filter((brick) => brick.state === 'done' || brick.state === 'held');
    await keeper.end(owner, user.id, state as Passed, namesIn(done));
  }
}

/** Names the end of a wall. A button that outlives the wall in memory knows its block, and nothing else. */
function endOf({ memo }: Parts, wall: Wall | null, block: Wall['block']): string {
  if (wall !== null && (memo === undefined || block === undefined))
    return `end:${wall.id}:${String(wall.first?.[0]?.update_id ?? 0)}`;
  return `end:${String(block?.chatId)}:${String(block?.messageId)}`;
}

/** How long the first update of a list is handled only once. */
const REPLAY_MS = 86_400_000;
const MUTE_MS = 3_600_000;

/** @returns whether it stands in the chat */
async function show(parts: Parts, seen: Asker, wall: Wall, isEdit: boolean): Promise<boolean> {
  const { call, prefix, words, onError, keeper } = parts;
  const longest = wall.question === undefined ? '-op' : '_gender_female';
  const memo = (await parts.memo?.write(seen.owner, wall.first?.[0], prefix + longest)) ?? '';
  const { isPrivate } = seen;
  const block = blockOf(wall, words(seen.user), { prefix, memo, isPrivate });
  if (block === null) return true;
  const says = JSON.stringify(block);
  const { block: before } = wall;
  const target = before ?? pressed(seen);
  try {
    if (target !== undefined && isEdit) {
      // An edit that fails is made again by the next press.
      wall.block = { ...target, says: '' };
      if (before?.says !== says)
        await call('editMessageText', { ...placeOf(target), ...block }).catch(isMade);
      wall.block.says = says;
      return true;
    }
    // Its answer has only just been sent.
    if (before?.says === says && isFreshAt(before.atMs)) return true;
    await remove(parts, before);
    delete wall.block;
    const sent = (await call('sendMessage', { chat_id: seen.chatId, ...seen.topic, ...block })) as {
      message_id: number;
    };
    wall.block = { chatId: seen.chatId, messageId: sent.message_id, atMs: Date.now(), says };
    return true;
  } catch (error) {
    // A chat where the bot may not write is reported once in a while.
    if (isEdit || (await keeper.isFirst(`mute:${String(seen.chatId)}`, MUTE_MS))) onError(error, 'platform');
    // Too many messages say nothing of whether the user can see one. Telegraf says `code`, all others `error_code`.
    const { error_code, code = error_code } = error as { error_code?: unknown; code?: unknown };
    return code === 429;
  }
}

/** @throws what the platform said, unless it is that the message says so already */
function isMade(error: unknown): void {
  if (!String(error).includes('is not modified')) throw error;
}

/** A block that is not remembered is the user's own in a private chat, or where it says so; in a group it may be another's. */
const pressed = ({ press, isPrivate, kept, chatId, messageId = 0 }: Asker): Wall['block'] =>
  press !== undefined && (isPrivate || kept != null)
    ? { chatId, messageId, atMs: Date.now(), says: '' }
    : undefined;

async function remove(parts: Parts, block: Wall['block']): Promise<void> {
  if (block !== undefined) await say(parts, 'deleteMessage', placeOf(block));
}

const placeOf = ({ chatId: chat_id, messageId: message_id }: NonNullable<Wall['block']>) => ({
  chat_id,
  message_id,
});

/** Ends the waiting of a pressed button; with words, in a window. */
async function answer(parts: Parts, { queryId }: Seen, text: string | undefined): Promise<void> {
  const alert = text === undefined ? {} : { text, show_alert: true };
  if (queryId !== undefined)
    await say(parts, 'answerCallbackQuery', { callback_query_id: queryId, ...alert });
}

/** To one whose state cannot be read; in a group each message would be answered by another one. */
async function answerLater(parts: Parts, seen: Seen): Promise<void> {
  const { later: text } = parts.words(seen.user);
  const { queryId, chatId, topic, isPrivate } = seen;
  if (queryId !== undefined) await answer(parts, seen, text);
  else if (isPrivate) await say(parts, 'sendMessage', { chat_id: chatId, ...topic, text });
}

/** A refusal of the platform, such as for a late answer, holds no user. */
const say = ({ call, onError }: Parts, ...[method, parameters]: Parameters<Call>) =>
  call(method, parameters).catch((error: unknown) => onError(error, 'platform'));
