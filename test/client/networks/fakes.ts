/** Networks of others as their public clients speak to them, on real sockets, with the ways they are known for. */
import { openPeer, type Heard, type Peer, type Reply } from '../peer.js';

export const networkKey = 'FL-made-up-key';

export interface FakeOffer {
  id: string;
  /** A chat's id; "" where the network knows none. */
  chat: string;
  link: string;
  price?: number;
}

/** What a fake does, and knows of its one user. */
export interface Fake extends Peer {
  offers: FakeOffer[];
  /** Ids of what the user has done. */
  done: Set<string>;
  /** Done, and not settled yet. */
  held: Set<string>;
  /** Withdrawn since it was listed. */
  withdrawn: Set<string>;
  /** Answers everything so, whatever is asked. */
  instead: Reply | null;
}

type Rules = (fake: Fake, heard: Heard) => Reply;

const error = (status: number, body: object): Reply => ({ status, body });

async function open(rules: Rules): Promise<Fake> {
  const peer = await openPeer();
  const fake: Fake = Object.assign(peer, {
    offers: [],
    done: new Set<string>(),
    held: new Set<string>(),
    withdrawn: new Set<string>(),
    instead: null,
  });
  fake.answer = (heard) => fake.instead ?? rules(fake, heard);
  return fake;
}

const there = (fake: Fake) => fake.offers.filter(({ id }) => !fake.withdrawn.has(id));

/** A signature is made anew at each listing; each that was ever made can be checked. */
export const openFlyer = () => {
  const signed = new Map<string, string>();
  return open((fake, { path, body }) => {
    if (body['key'] !== networkKey) return { body: { error: 'Key not found' } };
    const statusOf = (id: string) => {
      if (fake.withdrawn.has(id)) return 'unavailable';
      if (fake.held.has(id)) return 'waiting';
      return fake.done.has(id) ? 'complete' : 'incomplete';
    };
    if (path === '/check_task') {
      const id = signed.get(String(body['signature']));
      return { body: id === undefined ? { error: 'Task not found' } : { result: statusOf(id) } };
    }
    if (path !== '/get_tasks' || typeof body['user_id'] !== 'number')
      return error(422, { detail: 'user_id: a number is wanted.' });
    const result = there(fake)
      .slice(0, Number(body['limit']))
      .map(({ id, chat, link, price }) => {
        const signature = `${id}-${String(signed.size)}`;
        signed.set(signature, id);
        const links = [`${link}?start=${signature}`];
        return {
          ...{ signature, task: 'subscribe channel', links, name: id, status: statusOf(id) },
          ...{ price: price ?? 1, resource_id: chat === '' ? null : Number(chat) },
        };
      });
    return { body: { result, attached_at: 1_700_000_000 } };
  });
};

export const openTgrass = () =>
  open((fake, { path, headers, body }) => {
    if (headers['auth'] !== networkKey) return error(401, { detail: 'Auth token not provided' });
    if (path !== '/offers' || typeof body['tg_user_id'] !== 'number')
      return error(422, { detail: 'tg_user_id' });
    const offers = there(fake)
      .slice(0, Number(body['offers_limit']))
      .map(({ id, chat, link }) => ({
        ...{ name: null, link, type: 'channel', offer_id: Number(id) },
        ...{ subscribed: fake.done.has(id), channel_id: chat === '' ? null : chat },
      }));
    if (offers.length === 0) return { body: { status: 'no_offers', offers: [] } };
    const isDone = offers.every(({ subscribed }) => subscribed);
    return { body: isDone ? { status: 'ok' } : { status: 'not_ok', offers, description: 'not subscribed' } };
  });

export const openBotohub = () =>
  open((fake, { path, headers, body }) => {
    if (headers['auth'] !== networkKey) return error(401, { error: 'Unauthorized' });
    if (path !== '/get-tasks-extended' || typeof body['chat_id'] !== 'number')
      return error(400, { error: 'chat_id' });
    const tasks = there(fake)
      .slice(0, Number(body['max_op']))
      .map(({ id, chat, link }) => ({
        url: link,
        resource_id: chat || undefined,
        completed: fake.done.has(id),
      }));
    if (tasks.length === 0) return { body: { tasks: [], completed: false, skip: true } };
    return { body: { tasks, completed: tasks.every(({ completed }) => completed), skip: false } };
  });

/** Links are signed at each call; an answer has its own, whatever was asked about. */
export const openPiarflow = () => {
  let count = 0;
  return open((fake, { path, headers, body }) => {
    if (headers['authorization'] !== `Bearer ${networkKey}`)
      return error(401, { status: 'error', message: `Unknown key ${networkKey}` });
    const statusOf = (id: string) => {
      if (fake.held.has(id)) return 'hold';
      return fake.done.has(id) ? 'subscribed' : 'unsubscribed';
    };
    const sign = (link: string) => {
      count += 1;
      return `${link}${link.includes('?') ? '&' : '?'}sig=${String(count)}&exp=${String(count)}`;
    };
    const asked = (body['links'] ?? []) as string[];
    const isCheck = path === '/sponsors/check';
    const wanted = there(fake).filter(({ link }) => !isCheck || asked.some((one) => one.startsWith(link)));
    if (!isCheck && wanted.length === 0) return error(404, { status: 'error', message: 'Not found' });
    const sponsors = wanted.map(({ id, link, price }) => ({
      ...{ link: sign(link), status: statusOf(id), price: price ?? 5 },
    }));
    return { body: { status: 'ok', sponsors } };
  });
};
