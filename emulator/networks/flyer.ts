import { type FakeOptions, openNetwork, refusal, type Standing } from './network.js';

const words = { open: 'incomplete', done: 'complete', held: 'waiting', withdrawn: 'unavailable' } as const;

/** Each listing makes a new signature; each that was ever made can be checked. Errors come with HTTP 200. */
export const openFlyer = (options?: FakeOptions) => {
  const signed = new Map<string, { userId: number; id: string }>();
  const sign = (userId: number, id: string) => {
    const signature = `${id}-${String(signed.size)}`;
    signed.set(signature, { userId, id });
    return signature;
  };
  const taskOf = (userId: number, { id, chat, link, kind = 'channel', price = 1, state }: Standing) => {
    const signature = sign(userId, id);
    const links = [`${link}?start=${signature}`];
    const task = kind === 'bot' ? 'start bot' : 'subscribe channel';
    return {
      signature,
      task,
      links,
      name: id,
      status: words[state],
      price,
      resource_id: chat === '' ? null : Number(chat),
    };
  };
  return openNetwork(async ({ key }, { path, body, standing, one }) => {
    if (body['key'] === `${key}-of-type-sub`) return { body: { error: 'Prohibited method for a bot type' } };
    if (body['key'] !== key) return { body: { error: 'Key not found' } };
    if (path === '/check_task') {
      const task = signed.get(String(body['signature']));
      if (task === undefined) return { body: { error: 'Task not found' } };
      const { state = 'withdrawn' } = (await one(task.userId, task.id)) ?? {};
      return { body: { result: words[state] } };
    }
    const userId = body['user_id'];
    if (path !== '/get_tasks' || typeof userId !== 'number')
      return refusal(422, { detail: 'user_id: a number is wanted.' });
    const tasks = (await standing(userId)).slice(0, Number(body['limit']));
    return { body: { result: tasks.map((task) => taskOf(userId, task)), attached_at: 1_700_000_000 } };
  }, options);
};
