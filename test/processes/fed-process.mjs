/**
 * A bot process of its own that is fed with updates by its parent instead of a platform, and ends by SIGKILL at whatever
 * command to the store its parent has named: see `fed-processes.ts`. It runs what was built.
 */
/* global AbortController */
const built = (file) => import(new URL(`../../dist/${file}`, import.meta.url).href);

const [db, { createService }, { createOperatorBot }, { startPolling }, adapters, { parseSettings }] =
  await Promise.all(
    [
      'db/index',
      'core/service',
      'bot/operator/index',
      'bot/polling',
      'core/adapters/index',
      'core/config',
    ].map((name) => built(`${name}.js`)),
  );

const me = { id: 1, is_bot: true, first_name: 'Operator', username: 'operator_bot', can_join_groups: true };
const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
const clock = { atMs: 0, now: () => clock.atMs };

/** What the parent has told next. */
const told = [];
let wake = () => undefined;
process.on('message', (message) => {
  told.push(message);
  wake();
});
const next = async () => {
  while (told.length === 0)
    await new Promise((resolve) => {
      wake = resolve;
    });
  return told.shift();
};

/** No updates: at once, or when polling stops. */
const nothing = async (timeout, signal) => {
  if (timeout !== 0 && signal?.aborted !== true)
    await new Promise((resolve) => signal?.addEventListener('abort', resolve, { once: true }));
  return [];
};

/** Ends the process before or after the command that makes it the given number. */
function endingAt(store, killAt) {
  let left = killAt;
  const step = (value) => {
    left -= 1;
    if (left === 0) process.kill(process.pid, 'SIGKILL');
    return value;
  };
  const watched = (command) =>
    function commanded(...given) {
      step();
      const answer = command.apply(this, given);
      return answer instanceof Promise ? answer.then(step) : answer;
    };
  const portOf = (port) =>
    Object.fromEntries(
      Object.entries(port).map(([name, command]) => [
        name,
        typeof command === 'function' ? watched(command) : command,
      ]),
    );
  return Object.fromEntries(
    Object.entries(store).map(([name, port]) => [name, typeof port === 'object' ? portOf(port) : port]),
  );
}

async function serve({ environment, killAt }) {
  const settings = parseSettings(environment);
  const store = await db.openStore(settings, { clock });
  const outside = await adapters.createInfrastructure(settings, 'bot', log);
  const ports = { ...outside, store: killAt === null ? store : endingAt(store, killAt), settings, clock };
  const service = createService(ports);
  const stopping = new AbortController();
  const operator = { service, ...outside, stopping: stopping.signal, nowMs: clock.now };
  const answering = async (_previous, method, { offset, timeout }, signal) => {
    if (method !== 'getUpdates') return { ok: true, result: method === 'getMe' ? me : true };
    // After the end nothing more is handed over: polling stops, and says once more what is done with.
    if (timeout === 0 || isEnded) return { ok: true, result: await nothing(timeout, signal) };
    process.send({ confirmed: offset });
    const { nowMs, updates = [], isEnd = false } = await next();
    if (nowMs !== undefined) clock.atMs = nowMs;
    isEnded = isEnd;
    if (isEnd) ended();
    return { ok: true, result: updates };
  };
  let isEnded = false;
  let ended = () => undefined;
  const end = new Promise((resolve) => {
    ended = resolve;
  });
  const options = { apiRoot: settings.PLATFORM_API_ROOT, transformer: answering };
  const bot = createOperatorBot(settings.BOT_TOKEN, operator, options);
  await bot.init();
  const polling = startPolling(bot, log);
  await end;
  stopping.abort();
  await polling.stop();
  await store.close();
  process.send({ isClosed: true });
}

process.send({ isReady: true });
for (;;) await serve(await next());
