/**
 * The demo: an emulated platform with a cast of people, bots and channels, and the service running in the middle of it.
 * What can be done over chat and HTTP is done so, as people would; a second start finds everything as it was left.
 */
import { setTimeout } from 'node:timers/promises';
import type { Settings } from '../../core/config.js';
import type { Service } from '../../core/service.js';
import { PlatformClient } from '../../test/platform/client.js';
import { openService } from '../compose.js';
import { inDataFolder } from '../paths.js';
import type { ProcessGroup } from '../processes.js';
import { servicePlan } from '../service-plan.js';
import type { Stopping } from '../stopping.js';
import { cast } from './cast.js';
import { guide } from './guide.js';
import { createPublisherBot } from './publisher-bot.js';
import { seed } from './seed.js';
import { populate, type DemoChannel } from './stage.js';

/** What `npm start -- --json` prints. Usernames come without @. */
export interface DemoWorld {
  api: string;
  phone: string;
  platform: string;
  /** Status pages and figures, of the api and of the bot process. */
  metrics: { api: string; bot: string };
  operator_bot: string;
  moderator_user_id: number;
  publisher: {
    user_id: number;
    access_key: string;
    statistics_token: string;
    bots: { bot_id: number; username: string; token: string; api_key: string }[];
  };
  advertiser: { user_id: number; access_key: string; statistics_token: string };
  channels: { id: number; username: string; link: string }[];
  orders: { order_id: number; link: string }[];
  end_users: number[];
}

export interface Demo {
  world: DemoWorld;
}

/** How long the publishers' bots may take to tell the platform what they have seen; it may be gone already. */
const BOTS_STOP_WITHIN_MS = 1_000;

/** @param stopping ends the publishers' bots; the processes are stopped by their group */
export async function startDemo(group: ProcessGroup, settings: Settings, stopping: Stopping): Promise<Demo> {
  const platform = await startPlatform(group, settings);
  const client = new PlatformClient(platform);
  const channels = await populate(client);
  const environment = { PLATFORM_API_ROOT: platform };
  const api = await group.start(servicePlan('api', environment));
  const apiUrl = api.announced['api'] ?? '';
  const bot = await group.start(
    servicePlan('bot', { ...environment, PUBLIC_URL: settings.PUBLIC_URL ?? apiUrl }),
  );
  const metrics = { api: api.announced['metrics'] ?? '', bot: bot.announced['metrics'] ?? '' };

  const { service, close } = await openService({ ...settings, PLATFORM_API_ROOT: platform });
  try {
    await seed(client, service, { apiUrl, channels });
    const world = await describeWorld(service, { apiUrl, metrics, platform, channels });
    await client.guide(guide(world));
    startPublisherBots(world, stopping);
    return { world };
  } finally {
    client.close();
    await close();
  }
}

async function startPlatform(group: ProcessGroup, settings: Settings): Promise<string> {
  const { announced } = await group.start({
    name: 'platform',
    script: new URL('../../test/platform/main.js', import.meta.url).pathname,
    environment: {
      PLATFORM_PORT: String(settings.PLATFORM_PORT),
      PLATFORM_STATE: inDataFolder(settings, 'platform.json'),
    },
  });
  return announced['platform'] ?? '';
}

/** As the service has it now: whatever was changed since the demo was made shows. */
async function describeWorld(
  service: Service,
  {
    apiUrl,
    metrics,
    platform,
    channels,
  }: { apiUrl: string; metrics: DemoWorld['metrics']; platform: string; channels: DemoChannel[] },
): Promise<DemoWorld> {
  const { publisher, advertiser } = cast;
  const keysOf = async (accountId: number) => ({
    user_id: accountId,
    access_key: await service.accounts.revealKey(accountId, 'access'),
    statistics_token: await service.accounts.revealKey(accountId, 'statistics'),
  });
  const bots = cast.publisherBots.map(async ({ token, username }) => {
    const botId = Number(token.split(':')[0]);
    const { apiKey } = await service.bots.info(publisher.id, botId);
    return { bot_id: botId, username, token, api_key: apiKey };
  });
  const { orders } = await service.orders.list(advertiser.id, {
    search: '',
    inArchive: false,
    status: null,
    offset: 0,
    limit: 100,
  });
  return {
    api: apiUrl,
    phone: `${platform}/`,
    platform,
    metrics,
    operator_bot: cast.operatorBot.username,
    moderator_user_id: cast.moderator.id,
    publisher: { ...(await keysOf(publisher.id)), bots: await Promise.all(bots) },
    advertiser: await keysOf(advertiser.id),
    channels,
    orders: orders
      .map(({ orderId, link }) => ({ order_id: orderId, link }))
      .toSorted((a, b) => a.order_id - b.order_id),
    end_users: cast.endUsers.map((user) => user.id),
  };
}

function startPublisherBots(world: DemoWorld, stopping: Stopping): void {
  const tell = (text: string) => {
    if (!stopping.hasBegun) process.stderr.write(`${text}\n`);
  };
  const bots = world.publisher.bots.map(({ token, api_key, username }) => {
    const bot = createPublisherBot({
      token,
      platformUrl: world.platform,
      serviceUrl: world.api,
      apiKey: api_key,
      tell,
      content: `Here is what @${username} has for you today. Enjoy!`,
    });
    bot.start({ allowed_updates: ['message', 'callback_query'] }).catch((error: unknown) => {
      tell(`@${username} of the demo stopped: ${String(error)}`);
    });
    return bot;
  });
  stopping.onStop(async () => {
    // Their errors hold the address of the call, and that the token: nobody is told.
    const told = Promise.allSettled(bots.map((bot) => bot.stop()));
    await Promise.race([told, setTimeout(BOTS_STOP_WITHIN_MS)]);
  });
}

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

Try it:

  curl -s ${world.api}/get-sponsors -H 'Auth: ${bot?.api_key ?? ''}' \\
    -d '{"user_id": ${String(world.end_users[0])}, "chat_id": ${String(world.end_users[0])}, "get_links": 1}'

Everything is kept in the folder of the database. Ctrl-C stops the demo.
Now open the phone page and write /start to @${world.operator_bot}`;
}
