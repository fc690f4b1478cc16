/**
 * The demo: an emulated platform with a cast of people, bots and channels, and the service running in the middle of it.
 * What can be done over chat and HTTP is done so, as people would; a second start finds everything as it was left.
 */
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { dataFolder, type Settings } from '../../core/config.js';
import type { Service } from '../../core/service.js';
import { PlatformClient } from '../../emulator/client.js';
import { openService } from '../compose.js';
import { type ProcessGroup, servicePlan } from '../processes.js';
import type { Stopping } from '../stopping.js';
import { cast } from './cast.js';
import { guide } from './guide.js';
import { followProgress } from './progress.js';
import { startNetwork } from './network.js';
import { contentOf, createPublisherBot } from './publisher-bot.js';
import { keyOf, seed } from './seed.js';
import { type Attempt, type DemoStage, populate } from './stage.js';

/** What `npm start -- --json` prints. Usernames come without @. */
export type DemoWorld = Awaited<ReturnType<typeof describeWorld>>;

/** How long the publishers' bots may take to confirm their last updates; the platform may be gone already. */
const BOTS_STOP_WITHIN_MS = 1_000;

type Report = (text: string) => void;

/** @param stopping ends what the demo does itself; the processes are stopped by their group */
export async function startDemo(
  group: ProcessGroup,
  settings: Settings,
  stopping: Stopping,
): Promise<DemoWorld> {
  const report: Report = (text) => {
    if (!stopping.hasBegun) process.stderr.write(`${text}\n`);
  };
  const attempt: Attempt = async (what, command) => {
    try {
      return await command();
    } catch (error) {
      report(`The demo could not ${what}: ${error instanceof Error ? error.message : String(error)}`);
      return null;
    }
  };
  const platform = await startPlatform(group, settings);
  const client = new PlatformClient(platform);
  const stage = await populate(client, attempt);
  const environment = { PLATFORM_API_ROOT: platform, PLATFORM_LINK_ROOT: `${platform}/t.me` };
  const api = await group.start(servicePlan('api', environment));
  const { api: apiUrl = '' } = api;
  const bot = await group.start(
    servicePlan('bot', { ...environment, PUBLIC_URL: settings.PUBLIC_URL ?? apiUrl }),
  );
  const metrics = { api: api['metrics'] ?? '', bot: bot['metrics'] ?? '' };

  const { service, close } = await openService({ ...settings, PLATFORM_API_ROOT: platform });
  const leaving = new AbortController();
  stopping.onStop(async () => {
    leaving.abort();
    client.close();
    await close();
  });
  const scene = { client, service, apiUrl, stage, attempt };
  await seed(scene);
  const network = await startNetwork(scene);
  stopping.onStop(() => network.close());
  const world = await describeWorld(service, { apiUrl, metrics, platform, stage, network });
  const newcomer = await findNewcomer(client, stage);
  await client.guide(guide(stage, newcomer));
  startPublisherBots(world, stopping, { report, callbackPrefix: settings.CALLBACK_PREFIX });
  followProgress(scene, newcomer.id, leaving.signal).catch((error: unknown) => {
    // Its process reports a platform that ended; a stop may reach the platform before us.
    const isGone =
      error instanceof Error && 'code' in error && /^(?:ECONN|UND_ERR_)/.test(String(error.code));
    if (!leaving.signal.aborted && !isGone) report(`The guide ticks off no more steps: ${String(error)}`);
  });
  return world;
}

async function startPlatform(group: ProcessGroup, settings: Settings): Promise<string> {
  const { platform = '' } = await group.start({
    name: 'platform',
    script: fileURLToPath(new URL('../../emulator/main.js', import.meta.url)),
    environment: {
      PLATFORM_PORT: String(settings.PLATFORM_PORT),
      PLATFORM_STATE: path.join(dataFolder(settings), 'platform.json'),
    },
  });
  return platform;
}

/** For step 2 somebody who has joined none of the channels, the newest of the cast first; else that one all the same. */
async function findNewcomer(
  client: PlatformClient,
  { channels }: DemoStage,
): Promise<{ id: number; first_name: string }> {
  const candidates = cast.endUsers.slice(1).toReversed();
  const members = await Promise.all(channels.map(({ id }) => client.membersOf(id)));
  const joined = new Set(members.flat().flatMap(({ user, status }) => (status === 'member' ? [user] : [])));
  return candidates.find(({ id }) => !joined.has(id)) ?? candidates[0] ?? cast.endUsers[0];
}

/** As the service has it now: whatever was changed since the demo was made shows, and what is gone is left out. */
async function describeWorld(
  service: Service,
  {
    apiUrl,
    metrics,
    platform,
    stage,
    network,
  }: {
    apiUrl: string;
    metrics: { api: string; bot: string };
    platform: string;
    stage: DemoStage;
    network: { url: string; key: string };
  },
) {
  const { publisher, advertiser } = cast;
  const keysOf = async (accountId: number) => ({
    user_id: accountId,
    access_key: await keyOf(service, accountId, 'access'),
    statistics_token: await keyOf(service, accountId, 'statistics'),
  });
  const bots = stage.publisherBots.map(async ({ id, token, username }) => {
    // Somebody else may hold it by now.
    const known = await service.bots.info(publisher.id, id).catch(() => null);
    return known === null ? [] : [{ bot_id: id, username, token, api_key: known.apiKey }];
  });
  const page = { search: '', inArchive: false, status: null, offset: 0, limit: 100 };
  const { orders } = await service.orders.list(advertiser.id, page);
  return {
    api: apiUrl,
    phone: `${platform}/`,
    platform,
    /** Status pages and figures, of the api and of the bot process. */
    metrics,
    operator_bot: stage.operatorBot.username,
    moderator_user_id: cast.moderator.id,
    publisher: { ...(await keysOf(publisher.id)), bots: (await Promise.all(bots)).flat() },
    advertiser: await keysOf(advertiser.id),
    /** Another network, whose key the second bot has. */
    network: { url: network.url, key: network.key },
    channels: stage.channels.map(({ id, username, link }) => ({ id, username, link })),
    // What waits for the moderator is for a person to find.
    orders: orders
      .filter(({ status }) => status !== 'Moderation')
      .map(({ orderId, link }) => ({ order_id: orderId, link }))
      .toSorted((a, b) => a.order_id - b.order_id),
    end_users: cast.endUsers.map((user) => user.id),
  };
}

function startPublisherBots(
  world: DemoWorld,
  stopping: Stopping,
  { report, callbackPrefix }: { report: Report; callbackPrefix: string },
): void {
  const bots = world.publisher.bots.map(({ token, api_key, username }) => {
    const bot = createPublisherBot({
      token,
      platformUrl: world.platform,
      serviceUrl: world.api,
      apiKey: api_key,
      callbackPrefix,
      report,
      content: contentOf(username),
    });
    bot.start({ allowed_updates: ['message', 'callback_query'] }).catch((error: unknown) => {
      report(`@${username} of the demo stopped: ${String(error)}`);
    });
    return bot;
  });
  stopping.onStop(async () => {
    // Their errors contain the token (in the address of the call), so none is printed.
    const botsStopped = Promise.allSettled(bots.map((bot) => bot.stop()));
    await Promise.race([botsStopped, setTimeout(BOTS_STOP_WITHIN_MS)]);
  });
}

/** What a bot of one's own has to know, but for its token and key. */
export const botEnvironment = ({ api, platform }: Pick<DemoWorld, 'api' | 'platform'>): string =>
  `export SERVICE_URL=${api} PLATFORM_API_ROOT=${platform}`;

/** The same for a person's eyes. */
export function describeDemo(world: DemoWorld): string {
  const [bot] = world.publisher.bots;
  return `
The demo runs. Begin with the phone page:

  phone page    ${world.phone}
  api           ${world.api}
  operator bot  @${world.operator_bot}
  status        ${world.metrics.api}/status and ${world.metrics.bot}/status

Demo keys, worth nothing elsewhere:

  publisher     Access Key ${world.publisher.access_key}
                Statistics token ${world.publisher.statistics_token}
                Bot Key of @${bot?.username ?? ''} ${bot?.api_key ?? ''}
  advertiser    Access Key ${world.advertiser.access_key}
                Statistics token ${world.advertiser.statistics_token}
  network       a service like this one, at ${world.network.url}, key ${world.network.key}

Try it:

  curl -s ${world.api}/get-sponsors -H 'Auth: ${bot?.api_key ?? ''}' \\
    -d '{"user_id": ${String(world.end_users[0])}, "chat_id": ${String(world.end_users[0])}, "get_links": 1}'

A bot of your own (docs/quickstart.md), with its token and key from the phone page:

  ${botEnvironment(world)}

Everything is kept in the folder of the database. Ctrl-C stops the demo.
Now open the phone page and write /start to @${world.operator_bot}`;
}
