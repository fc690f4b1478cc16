/**
 * Those who are at work in a storm: stores of their own over one server, as so many machines have, in real time. What they
 * do is truly under way at once.
 */
import pg from 'pg';
import type { Platform } from '../../core/platform.js';
import type { Ports, Store } from '../../core/ports.js';
import type { WebhookSender } from '../../core/ports/outgoing.js';
import { createService, type Service } from '../../core/service.js';
import { createVault } from '../../core/vault.js';
import { migrate, openStore } from '../../db/index.js';
import { type Draw, drawFrom, seededRandom } from '../../test/core/choosing-world.js';
import { createSpreadDatabase, startCluster, urlsOf } from '../../test/support/citus-cluster.js';
import { isSpread, sqlOver } from '../../test/support/database.js';
import { type PostgresServer, startPostgres } from '../../test/support/postgres-server.js';
import { idlePorts } from './idle-ports.js';
import { World } from './people.js';
import { createSimPlatform } from './platform.js';
import { settingsOf } from './settings.js';

/** Events have no receiver here. */
const nobody: WebhookSender = {
  fault: () => Promise.resolve(null),
  pictureFault: () => Promise.resolve(null),
  post: () => Promise.reject(new Error('nobody listens')),
};

export interface Member {
  name: string;
  store: Store;
  service: Service;
}

export interface Crew {
  url: string;
  /** Those that answer requests, and those that hear of updates and do what waits. */
  apis: readonly Member[];
  bots: readonly Member[];
  world: World;
  /** Errors that the service logged. */
  errors: string[];
  /** Breaks some connection in the middle of whatever it is used for; answers whose. */
  cut(draw: Draw): Promise<string | null>;
  /** Once whatever is gathered is written. The server goes with it only at `end`. */
  close(): Promise<void>;
  end(): Promise<void>;
}

const APIS = ['api-1', 'api-2', 'api-3'] as const;
const BOTS = ['bot-1', 'bot-2'] as const;

/** What a broken connection makes of a report or a claim is said as an error, and is meant here. */
const EXPECTED = /database cannot be used|the platform gave a payment back/;

export async function gatherCrew(seed: number): Promise<Crew> {
  const { server, url, close } = await openServers();
  const client = await connected(server);
  await migrate(url);
  const world = new World(settingsOf(seed).BOT_TOKEN, Date.now);
  const errors: string[] = [];
  const gather = (name: string) => member(name, { url, seed, world, errors });
  const apis = await Promise.all(APIS.map(gather));
  const bots = await Promise.all(BOTS.map(gather));
  return {
    url,
    apis,
    bots,
    world,
    errors,
    cut: (draw) => cutOne(client, draw),
    close: async () => {
      for (const { store } of [...apis, ...bots]) await store.close();
    },
    end: async () => {
      await client.end();
      await close();
    },
  };
}

interface Servers {
  /** Whose connections are cut: the coordinator of a cluster. */
  server: PostgresServer;
  url: string;
  close(): Promise<void>;
}

async function openServers(): Promise<Servers> {
  if (isSpread) {
    const cluster = await startCluster();
    const url = await createSpreadDatabase(urlsOf(cluster), 'storm');
    return { server: cluster.coordinator, url, close: () => cluster.close() };
  }
  const server = await startPostgres();
  await sqlOver(server.urlOf('postgres'), "CREATE DATABASE storm TEMPLATE template0 ENCODING 'UTF8'");
  return { server, url: server.urlOf('storm'), close: () => server.close() };
}

async function connected(server: PostgresServer): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: server.urlOf('postgres') });
  await client.connect();
  return client;
}

interface MemberParts {
  url: string;
  seed: number;
  world: World;
  errors: string[];
}

async function member(name: string, { url, seed, world, errors }: MemberParts): Promise<Member> {
  const settings = settingsOf(seed);
  const store = await openStore({ DATABASE_URL: url, DATABASE_POOL_MAX: 6 }, { applicationName: name });
  const error = (facts: Record<string, unknown>, message: string) => {
    const told = `${name}: ${message} ${JSON.stringify(facts)}`;
    if (!EXPECTED.test(told)) errors.push(told);
  };
  const ports: Ports = {
    store,
    platform: platformOf(world, settings.BOT_TOKEN),
    ...idlePorts,
    webhookSender: nobody,
    clock: Date,
    random: { next: () => Math.random(), bytes: (count) => crypto.getRandomValues(new Uint8Array(count)) },
    vault: createVault(settings.SECRETS_KEY),
    log: { info: () => undefined, warn: () => undefined, error },
    settings,
  };
  return { name, store, service: createService(ports) };
}

/** It works: what is tried here is the store. */
function platformOf(world: World, operatorToken: string): Platform {
  const draw = drawFrom(seededRandom(1));
  return createSimPlatform({
    world,
    time: Date,
    weather: () => ({ faults: 0, draw }),
    witness: {
      answered: () => undefined,
      saidOfContact: () => undefined,
      refunded: () => undefined,
      isGivenBack: () => false,
    },
    operatorToken,
    isGone: () => false,
  });
}

async function cutOne(client: pg.Client, draw: Draw): Promise<string | null> {
  const { rows } = await client.query<{ pid: number; name: string }>(
    `SELECT pid, application_name AS name FROM pg_stat_activity
     WHERE datname = 'storm' AND application_name ~ '^(api|bot)-' ORDER BY state = 'idle', pid`,
  );
  // Mostly one that is in the middle of something.
  const chosen = rows.length === 0 ? null : draw.one(rows.slice(0, Math.max(1, Math.ceil(rows.length / 3))));
  if (chosen === null) return null;
  await client.query('SELECT pg_terminate_backend($1)', [chosen.pid]);
  return chosen.name;
}
