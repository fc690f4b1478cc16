/**
 * The networks of a bot, as its publisher set them: which, with which key, in which order, from which price. All of it is one
 * sealed text of the bot's row, so it goes with the bot's owner, and a key is never shown again.
 */
import { createHash } from 'node:crypto';
import { z } from 'zod';
import { ownBot, ownedBot } from '../accounts/index.js';
import { dayNumberOf } from '../days.js';
import { ServiceError } from '../errors.js';
import type { Ports } from '../ports.js';
import type { AsOf } from '../ports/as-of.js';
import type { Bot } from '../ports/bot-store.js';
import type { NetworkDay } from '../ports/network-store.js';
import { type NetworkAccess, networkKinds } from '../ports/networks.js';
import { takeTurn } from '../rate-limit.js';
import { createRemembered } from '../remembered.js';

export const NETWORKS_PURPOSE = 'bot-networks';

/** Each is asked for every list that has room. */
const NETWORKS_MAX = 8;
const KEY_MAX = 512;
const KEY_END = 4;
/** Of a key that has fewer characters its end would say too much. */
const KEY_SHORT = 12;
const RECENT_DAYS = 30;
/** What the operator's keys bring is counted for no bot, since it is theirs. */
const HOUSE = 0;
const HOUSE_ID_BYTES = 4;
const REMEMBERED_BOTS = 10_000;
/** Of a trial: so many offers are asked for. */
const TRIAL_LIMIT = 3;
/** A list whose place was taken meanwhile is made again this often. */
const SET_ATTEMPTS = 5;
/** A trial asks a network at once and is waited for: a person may have one in so long, over all processes. */
const TRIAL_EVERY_MS = 5_000;

/** What a network brought in the last thirty days, by its own word. */
type NetworkFigures = Pick<NetworkDay, 'listed' | 'done' | 'claimedMicros'>;

const sealedSetup = z.object({
  /** An offer whose known price is higher takes the place of a sponsor of ours. */
  outbids: z.boolean(),
  /** Keys of the operator fill free places while the bot has none of its own. */
  usesHouse: z.boolean().default(true),
  /** Lost with the secret, and with the owner: then figures and offers of the last days show what not to give again. */
  lastId: z.number(),
  /** In the order in which they are asked for what is free. */
  networks: z.array(
    z.object({
      /** Counts the bot's networks from 1; none is given twice. Below 0: the operator's. */
      networkId: z.number(),
      kind: z.enum(networkKinds),
      url: z.string(),
      key: z.string(),
      /** Offers that the network says pay less are left out. */
      minPriceMicros: z.string().transform(BigInt),
    }),
  ),
});
type SealedSetup = z.output<typeof sealedSetup>;
export type BotNetwork = SealedSetup['networks'][number];
/** One with the number of a network that is there is that one; it keeps its key unless another is given. */
export type WantedNetwork = Omit<BotNetwork, 'networkId' | 'key'> &
  Partial<Pick<BotNetwork, 'networkId' | 'key'>>;

const NONE: SealedSetup = { outbids: false, usesHouse: true, lastId: 0, networks: [] };

export type NetworkSetups = ReturnType<typeof createNetworkSetups>;

export function createNetworkSetups(ports: Ports) {
  const { store, vault, clock, log } = ports;
  const read = async (botId: number): Promise<SealedSetup> =>
    opened(botId, await store.bots.networksCipher(botId));
  const opened = (botId: number, cipher: string | null): SealedSetup => {
    if (cipher === null) return NONE;
    try {
      return sealedSetup.parse(JSON.parse(vault.open(cipher, NETWORKS_PURPOSE)));
    } catch {
      // The secret is lost: the bot keeps our sponsors, and its owner enters the keys again.
      log.error({ botId }, 'the networks of a bot cannot be read');
      return NONE;
    }
  };
  const house: Pick<SealedSetup, 'outbids' | 'networks'> = {
    outbids: false,
    networks: houseNetworksOf(ports.settings),
  };
  const houseNetworks = house.networks.map(networkName);
  const recentDays = (botId: number) => {
    const today = dayNumberOf(clock.now(), ports.settings.SERVICE_TIMEZONE);
    return store.networks.days(botId, today - RECENT_DAYS + 1, today);
  };
  /** As its owner sees it: of the key its end alone. `houseNetworks`: none where the operator has no keys. */
  const viewed = async (botId: number, { outbids, usesHouse, networks }: SealedSetup) => {
    const days = await recentDays(botId);
    const shown = networks.map(({ key, ...network }) => {
      const recent = sumOf(days.filter(({ networkId }) => networkId === network.networkId));
      return { ...network, keyEnd: key.length < KEY_SHORT ? '' : key.slice(-KEY_END), recent };
    });
    return { outbids, usesHouse, houseNetworks, networks: shown };
  };
  const remembered = createRemembered((asOf) => store.bots.version(asOf), read, REMEMBERED_BOTS);

  return {
    /** Whether the bot may have networks to ask: its own, or the operator's. */
    asks: ({ hasNetworks }: Pick<Bot, 'hasNetworks'>) => hasNetworks || house.networks.length > 0,
    /** Those that are asked for a bot: its own, else the operator's. Remembered while no bot changes. */
    of: async ({ botId, hasNetworks }: Pick<Bot, 'botId' | 'hasNetworks'>, asOf?: AsOf) => {
      const own = hasNetworks ? await remembered.get(botId, asOf) : NONE;
      return own.networks.length === 0 && own.usesHouse ? house : own;
    },
    /** The operator's own, with what they brought in all bots. */
    house: async () => {
      const days = await recentDays(HOUSE);
      return house.networks.map((network) => ({
        name: networkName(network),
        ...sumOf(days.filter(({ networkId }) => networkId === network.networkId)),
      }));
    },
    /** @throws ServiceError `forbidden` unless the bot is this account's */
    view: async (accountId: number, botId: number) => {
      await ownedBot(store, accountId, botId);
      return viewed(botId, await read(botId));
    },
    /**
     * Puts this list in the place of the bot's networks.
     * @throws ServiceError `invalid` naming the field; `forbidden` unless the bot is this account's
     */
    set: async (
      accountId: number,
      botId: number,
      wanted: { outbids: boolean; usesHouse?: boolean | undefined; networks: readonly WantedNetwork[] },
    ) => {
      const { outbids, usesHouse, networks } = wanted;
      await ownedBot(store, accountId, botId);
      if (networks.length > NETWORKS_MAX)
        throw new ServiceError('invalid', `networks: at most ${String(NETWORKS_MAX)} are possible.`, {
          topic: 'list_long',
          values: { max: NETWORKS_MAX },
        });
      for (let attempt = 0; attempt < SET_ATTEMPTS; attempt += 1) {
        const cipher = await store.bots.networksCipher(botId);
        const before = opened(botId, cipher);
        const lastId = Math.max(
          before.lastId,
          ...(await recentDays(botId)).map(({ networkId }) => networkId),
        );
        const known = { ...before, lastId, usesHouse: usesHouse ?? before.usesHouse };
        const after = merged(known, outbids, networks);
        for (const [index, { url }] of after.networks.entries()) await assertPublic(ports, index, url);
        // Kept also without a network: it holds the last number, which is not given twice.
        const sealed = { before: cipher, after: vault.seal(textOf(after), NETWORKS_PURPOSE) };
        const changed = await store.bots.setNetworks(botId, accountId, sealed, clock.now());
        if (changed === 'changed') continue;
        ownBot(changed, accountId, botId);
        return viewed(botId, after);
      }
      throw new ServiceError('unavailable', 'The networks keep changing; try again.', {
        retryAfterSeconds: 1,
      });
    },
    /**
     * Asks a network of the bot what it has for a user, and shows it to no user.
     * @param userId a person of the platform; the owner, say
     * @throws ServiceError `limited` when it comes too soon
     */
    test: async (accountId: number, botId: number, networkId: number, userId: number) => {
      await ownedBot(store, accountId, botId);
      const network = (await read(botId)).networks.find((one) => one.networkId === networkId);
      if (network === undefined)
        throw new ServiceError('invalid', `network_id: the bot has no network ${String(networkId)}.`, {
          topic: 'not_offered',
        });
      const once = { max: 1, windowMs: TRIAL_EVERY_MS };
      const say = (seconds: string) => `Try again in ${seconds} s.`;
      await takeTurn(ports, `network-test:${String(accountId)}`, once, say);
      return ports.networks.list(network, { userId, chatId: userId }, TRIAL_LIMIT);
    },
  };
}

/** Numbered below 0 by what they are, so that their order may change. Without a minimum price: the operator sees their figures. */
function houseNetworksOf({ HOUSE_NETWORKS }: Ports['settings']): BotNetwork[] {
  return HOUSE_NETWORKS.map((access) => {
    const { kind, url } = access;
    const hash = createHash('sha256').update(`${kind} ${url}`).digest();
    return { ...access, networkId: -1 - hash.readUIntBE(0, HOUSE_ID_BYTES), minPriceMicros: 0n };
  });
}

/** @throws ServiceError `invalid` naming the network by its place */
function merged(before: SealedSetup, outbids: boolean, wanted: readonly WantedNetwork[]): SealedSetup {
  const known = new Map(before.networks.map((network) => [network.networkId, network]));
  let { lastId } = before;
  const { usesHouse } = before;
  const networks = wanted.map(({ networkId, kind, url, key: given, minPriceMicros }, index) => {
    const field = `networks[${String(index)}]`;
    const there = networkId === undefined ? undefined : known.get(networkId);
    if (networkId !== undefined && there === undefined)
      throw new ServiceError('invalid', `${field}.network_id: the bot has no network ${String(networkId)}.`, {
        topic: 'not_offered',
      });
    known.delete(networkId ?? 0);
    const isElsewhere = there !== undefined && (there.kind !== kind || there.url !== url);
    // A key that was given to one network is not sent to another.
    const key = given ?? (isElsewhere ? undefined : there?.key);
    if (key === undefined || key === '' || key.length > KEY_MAX)
      throw new ServiceError('invalid', `${field}.key: give the key that the network gave you.`, {
        topic: 'required',
      });
    if (kind === 'sponsorgate' && url === '')
      throw new ServiceError('invalid', `${field}.url: give the address of the service.`, {
        topic: 'required',
      });
    if (minPriceMicros < 0n)
      throw new ServiceError('invalid', `${field}.min_price: must be at least 0.`, {
        topic: 'least',
        values: { min: 0 },
      });
    return { networkId: networkId ?? ++lastId, kind, url, key, minPriceMicros };
  });
  return { outbids, usesHouse, lastId, networks };
}

async function assertPublic({ webhookSender }: Ports, index: number, url: string): Promise<void> {
  const fault = url === '' ? null : await webhookSender.fault(url);
  if (fault === null) return;
  throw new ServiceError('invalid', `networks[${String(index)}].url: must be a public https address.`, {
    topic: `address_${fault}`,
  });
}

function textOf({ networks, ...others }: SealedSetup): string {
  const written = networks.map((network) => ({ ...network, minPriceMicros: String(network.minPriceMicros) }));
  return JSON.stringify({ ...others, networks: written });
}

function sumOf(days: readonly NetworkDay[]): NetworkFigures {
  return {
    listed: days.reduce((sum, { listed }) => sum + listed, 0),
    done: days.reduce((sum, { done }) => sum + done, 0),
    claimedMicros: days.reduce((sum, { claimedMicros }) => sum + claimedMicros, 0n),
  };
}

/** How answers name a network: by its kind, or, of a service of this interface, by its host. */
export function networkName({ kind, url }: Pick<NetworkAccess, 'kind' | 'url'>): string {
  return kind === 'sponsorgate' && URL.canParse(url) ? new URL(url).host : kind;
}
