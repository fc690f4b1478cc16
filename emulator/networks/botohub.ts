import { type FakeOptions, openNetwork, refusal, type Standing } from './network.js';

const PINNED_MS = 3 * 60_000;

/** Keeps a list for a user for three minutes; the next one has other tasks, and leaves out what was done before. */
export const openBotohub = (options?: FakeOptions) => {
  const pins = new Map<number, { ids: string[]; untilMs: number }>();
  const pinned = (
    all: readonly Standing[],
    userId: number,
    { limit, nowMs }: { limit: number; nowMs: number },
  ) => {
    const pin = pins.get(userId);
    const kept =
      pin === undefined || nowMs >= pin.untilMs ? [] : all.filter(({ id }) => pin.ids.includes(id));
    if (kept.length > 0) return kept;
    const fresh = all
      .filter(({ id, state }) => pin?.ids.includes(id) !== true || state === 'open')
      .slice(0, limit);
    pins.set(userId, { ids: fresh.map(({ id }) => id), untilMs: nowMs + PINNED_MS });
    return fresh;
  };
  return openNetwork(async ({ key, now }, { path, headers, body, standing }) => {
    if (headers['auth'] !== key) return refusal(401, { error: 'Unauthorized' });
    const userId = body['chat_id'];
    if (path !== '/get-tasks-extended' || typeof userId !== 'number')
      return refusal(400, { error: 'chat_id' });
    const how = { limit: Number(body['max_op']), nowMs: now() };
    const tasks = pinned(await standing(userId), userId, how).map(({ chat, link, state }) => ({
      url: link,
      resource_id: chat || undefined,
      completed: state !== 'open',
    }));
    if (tasks.length === 0) return { body: { tasks: [], completed: false, skip: true } };
    return { body: { tasks, completed: tasks.every(({ completed }) => completed), skip: false } };
  }, options);
};
