/**
 * BotoHub: one request, `/get-tasks-extended`, lists and checks. It keeps a list for a user for about three minutes; a later
 * request gets another one, in which what was asked before is missing.
 */
import type { Asked, Listing, Network, Offer } from '../gate/network.js';
import { stateOf } from '../gate/network.js';
import { fieldsOf, rowsOf, textOf } from '../http.js';
import { ask, isLink, type NetworkOptions, offerOf, stableLink } from './asking.js';

export function botohub({
  key,
  url = 'https://botohub.me',
  name = 'botohub',
  fetch,
}: NetworkOptions): Network {
  const request = async ({ user, limit }: Asked): Promise<Listing & { isCompleted: boolean }> => {
    const answer = await ask({
      url: `${url}/get-tasks-extended`,
      key,
      fetch,
      headers: { Auth: key },
      // A wrong key is 401 there; 403 is not documented, and comes where there is nothing for this user.
      none: [403],
      body: { chat_id: user.id, max_op: limit },
    });
    const { tasks, completed, skip } = fieldsOf(answer);
    // A bot that is blocked there, or an unclear request, gets no tasks and neither word.
    if (answer === null || skip === true) return { state: 'none', offers: [], isCompleted: false };
    const isCompleted = completed === true;
    const offers = (Array.isArray(tasks) ? (tasks as unknown[]) : []).flatMap((task) =>
      taskOf(task, isCompleted),
    );
    return { state: offers.length === 0 && isCompleted ? 'done' : stateOf(offers), offers, isCompleted };
  };

  return {
    name,
    list: request,
    check: async (asked, given) => {
      const { offers, isCompleted } = await request({ ...asked, limit: Math.max(asked.limit, given.length) });
      // Done, and no longer listed. What is missing otherwise has run out.
      if (!isCompleted || offers.length > 0) return { state: stateOf(offers), offers };
      return { state: 'done', offers: given.map((offer) => ({ ...offer, state: 'done' as const })) };
    },
  };
}

/** The short form of a task is its link alone: one that is done is not listed. */
function taskOf(task: unknown, isCompleted: boolean): Offer[] {
  const {
    url: link,
    resource_id: chat,
    completed,
  } = typeof task === 'string' ? { url: task } : (rowsOf([task])[0] ?? {});
  if (!isLink(link)) return [];
  const state = completed === true || isCompleted ? 'done' : 'pending';
  return [offerOf({ id: textOf(chat) || stableLink(link), chat: textOf(chat), link, state })];
}
