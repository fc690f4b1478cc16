/**
 * Where the time of a warm get-sponsors goes: the same request through more and more of the api, over a socket in one
 * process. What counts is the least processor time of many short windows, since whatever else runs on the machine only
 * adds; it includes the client, a few microseconds of writing and reading a socket. Then what each step of a fresh list and of
 * a settlement costs, and the ten functions that take most.
 */
import { createServer, type RequestListener } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { once } from 'node:events';
import { z } from 'zod';
import { createApp } from '../../api/app.js';
import { handler, type Handler, type JsonRoute, publicHandler } from '../../api/route.js';
import { route as sponsorsRoute, sponsorFields } from '../../api/routes/get-sponsors.js';
import { sponsorSchema, toWireSponsor } from '../../api/routes/sponsor-wire.js';
import { allocated, profiled, stepNames } from './costs.js';
import { serveHere, serviceHere } from './in-process.js';
import { type Load, measure } from './load.js';
import { type Measured, quietPlatform } from './servers.js';
import { alignedTable } from './table.js';
import { createVariants } from './variants.js';
import { countHere } from './work.js';
import { bodyOf, createBenchWorld, requestOf, userAt } from './world.js';

const USERS = 1_000;
const WINDOWS = 6;
/** Rounds of a path that writes before its costs are taken. */
const WARM_ROUNDS = 4;
const CONNECTIONS = 32;
/** How many functions are named, by their own time. */
const LARGEST = 10;
const HOURS_48_MS = 48 * 3_600_000;

const counted = countHere();
const platform = await quietPlatform();
const world = await createBenchWorld(platform);
const users = Array.from({ length: USERS }, (_, index) => userAt(index));
await world.know(users);
const bot = await world.bot();

const { store, metrics, logger, service } = await serviceHere(world.environment);

const said = { message: 'Good.', payload: { user_id: 1 } };
const shown = await service.sponsors.request(bot.botId, requestOf(userAt(0), false, 'subscribe'));

const step = (path: string, access: JsonRoute['access'], work: Handler): JsonRoute => ({
  kind: 'json',
  method: 'post',
  path,
  access,
  tag: 'Operation',
  handler: work,
});
const about = { summary: 'A part of get-sponsors.', answered: said, payload: { user_id: z.int() } };
const answered = {
  additional: z.strictObject({ sponsors: z.array(sponsorSchema) }),
  links: z.array(z.string()),
  total_fixed_link: z.int(),
};
const routes: JsonRoute[] = [
  step(
    '/body',
    'public',
    publicHandler({ ...about, fields: z.object({}), handle: () => Promise.resolve(said) }),
  ),
  step('/key', ['bot'], handler({ ...about, fields: z.object({}), handle: () => Promise.resolve(said) })),
  step('/fields', ['bot'], handler({ ...about, fields: sponsorFields, handle: () => Promise.resolve(said) })),
  step(
    '/answer',
    ['bot'],
    handler({
      ...about,
      fields: sponsorFields,
      payload: answered,
      handle: () => {
        const sponsors = (shown.sponsors ?? []).map(toWireSponsor);
        const payload = {
          additional: { sponsors },
          links: shown.links,
          total_fixed_link: shown.links.length,
        };
        return Promise.resolve({ message: shown.message, payload });
      },
    }),
  ),
  step(
    '/visit',
    ['bot'],
    handler({
      ...about,
      fields: sponsorFields,
      handle: async (_, { user_id: userId }) => {
        const nowMs = Date.now();
        await store.sponsors.requestContext(bot.botId, userId, nowMs - HOURS_48_MS, nowMs);
        return said;
      },
    }),
  ),
  sponsorsRoute,
];

const floor: RequestListener = (request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const { user_id: userId } = JSON.parse(Buffer.concat(chunks).toString()) as { user_id: number };
    const body = JSON.stringify({ status: 'ok', code: 200, message: 'Good.', user_id: userId });
    response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': body.length }).end(body);
  });
};

const bodies = users.map((userId) => JSON.stringify(bodyOf(userId)));
const requestTo = (path: string, body: string) => {
  const head = `POST ${path} HTTP/1.1\r\nHost: bench\r\nContent-Type: application/json\r\nAuth: ${bot.key}`;
  return `${head}\r\nContent-Length: ${String(body.length)}\r\n\r\n${body}`;
};

/** The least processor time of a request, in µs. */
async function leastMicros(listener: RequestListener, path: string): Promise<number> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1').setNoDelay();
  await once(socket, 'connect');
  let answered: (bytes: Buffer) => void = () => undefined;
  socket.on('data', (bytes: Buffer) => {
    answered(bytes);
  });
  const ask = (body: string) =>
    new Promise<Buffer>((resolve) => {
      answered = resolve;
      socket.write(requestTo(path, body));
    });
  for (const body of bodies) {
    const answer = await ask(body);
    if (!answer.toString('latin1').startsWith('HTTP/1.1 200')) throw new Error(answer.toString());
  }
  let least = Infinity;
  for (let window = 0; window < WINDOWS; window++) {
    const before = process.cpuUsage();
    for (const body of bodies) await ask(body);
    const { user, system } = process.cpuUsage(before);
    least = Math.min(least, (user + system) / USERS);
  }
  socket.destroy();
  server.close();
  return least;
}

const app = createApp(service, { logger, observe: metrics.request, routes });
const rows: [name: string, listener: RequestListener, path: string, after: string | null][] = [
  ['node:http alone: reads the body, parses JSON, answers', floor, '/', null],
  ['+ request id, limits, body, log, metrics, envelope', app, '/body', '/'],
  ['+ the key, with what other processes changed', app, '/key', '/body'],
  ['+ the fields, by the schema of the path', app, '/fields', '/key'],
  ['+ an answer with four sponsors', app, '/answer', '/fields'],
  ['+ what is known of the user, read at one moment', app, '/visit', '/fields'],
];
const found = new Map<string, number>();
for (const [, listener, path] of rows) found.set(path, await leastMicros(listener, path));
const whole = await leastMicros(app, '/get-sponsors');
const table = rows.map(([name, , path, after]) => {
  const micros = found.get(path) ?? NaN;
  const more = after === null ? '' : (micros - (found.get(after) ?? NaN)).toFixed(0);
  return [name, micros.toFixed(0), more];
});
table.push(['get-sponsors, pinned, asked as before', whole.toFixed(0), '']);
console.log(alignedTable(['', 'µs', 'more than without'], table));

/** Of each request of a path that writes: 32 callers, as over HTTP elsewhere, since requests that come together share a commit. */
async function costsOf(server: Measured, part: string): Promise<string> {
  const send = async (load: Load, amount: number) => {
    await measure(server, load, { amount, connections: CONNECTIONS });
  };
  const path = createVariants({ world, send }).all.find(({ name }) => name.includes(part));
  if (path === undefined) throw new Error(`There is no path ${part}.`);
  const { name, amount } = path;
  for (let round = 0; round < WARM_ROUNDS; round += 1) await send(await path.prepare(round), amount);
  const next = async () => {
    const load = await path.prepare(WARM_ROUNDS);
    return () => send(load, amount);
  };
  const counts = await counted(await next());
  const bytes = await allocated(await next());
  const { steps, places } = await profiled(await next());
  const each = (value = 0) => value / amount;
  const costs = stepNames.map((step) => {
    const { statements, rowsRead, rowsWritten } = counts.get(step) ?? {};
    return [steps.get(step), bytes.get(step), statements, rowsRead, rowsWritten].map(each);
  });
  const sums = [0, 1, 2, 3, 4].map((at) => costs.reduce((sum, row) => sum + (row[at] ?? 0), 0));
  const digits = [0, 0, 1, 1, 1];
  const rowsOf = [...stepNames, 'all'].map((step, index) => [
    step,
    ...(costs[index] ?? sums).map((value, at) => value.toFixed(digits[at])),
  ]);
  const largest = [...places]
    .toSorted(([, one], [, other]) => other - one)
    .slice(0, LARGEST)
    .map(([place, micros]) => `- ${each(micros).toFixed(1)} µs: \`${place}\``);
  const titles = [name, 'µs', 'bytes', 'statements', 'rows read', 'rows written'];
  return `\n${alignedTable(titles, rowsOf)}\n\n${largest.join('\n')}`;
}

const served = await serveHere(app);
for (const part of ['a fresh choice', 'settles a new subscriber']) console.log(await costsOf(served, part));
process.exit(0);
