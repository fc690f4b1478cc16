/**
 * BotoHub: one request, `/get-tasks-extended`, lists and checks. It keeps a list for a user for about three minutes; a later
 * request gets another one, in which what was asked before is missing.
 */
import { ask, isLink, networkOf, type NetworkOptions, rowsOf } from './asking.js';
import { fieldsOf, textOf } from './http.js';
import { type Asked, type Listing, type Network, type Offer, stateOf } from './network.js';
import { offerOf, stableLink } from './offers.js';

export function botohub({
  key,
  url = 'https://botohub.me',
  name = 'botohub',
  fetch,
}: NetworkOptions): Network {
  const request = async ({ user, limit, signal }: Asked): Promise<Listing & { isCompleted: boolean }> => {
    const answer = await ask({
      url: `${url}/get-tasks-extended`,
      key,
      fetch,
      signal,
      headers: { Auth: key },
      // A wrong key is 401 there; 403 is not documented, and comes where there is nothing for this user.
      none: [403],
      body: { chat_id: user.id, max_op: limit },
    });
    const { tasks, completed, skip } = fieldsOf(answer);
    // A bot that is blocked there, or an unclear request, gets no tasks and neither word.
    if (answer === null || skip === true) return { state: 'none', offers: [], isCompleted: false };
    const isCompleted = completed === true;
    const offers = rowsOf(tasksIn(tasks, isCompleted)).flatMap((task) => taskOf(task, isCompleted));
    return { state: offers.length === 0 && isCompleted ? 'done' : stateOf(offers), offers, isCompleted };
  };

  return networkOf({
    name,
    list: request,
    check: async (asked, given) => {
      const { offers, isCompleted } = await request({ ...asked, limit: Math.max(asked.limit, given.length) });
      // Done, and no longer listed. What is missing otherwise has run out.
      if (!isCompleted || offers.length > 0) return { state: stateOf(offers), offers };
      return { state: 'done', offers: given.map((offer) => ({ ...offer, state: 'done' as const })) };
    },
  });
}

/** The short form of a task is its link alone: one that is done is not listed. Who has completed all may get no list. */
const tasksIn = (tasks: unknown, isCompleted: boolean): unknown => {
  if (Array.isArray(tasks))
    return tasks.map((task: unknown) => (typeof task === 'string' ? { url: task } : task));
  return isCompleted ? [] : tasks;
};

function taskOf(task: Record<string, unknown>, isCompleted: boolean): Offer[] {
  const { url: link, resource_id: chat, type: said, completed } = task;
  if (!isLink(link)) return [];
  const state = completed === true || isCompleted ? 'done' : 'pending';
  return [offerOf({ id: textOf(chat) || stableLink(link), chat: textOf(chat), link, said, state })];
}
