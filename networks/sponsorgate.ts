/** This interface, and so every service that speaks it. */
import { ask, isLink, networkOf, rowsOf, unreadable } from './asking.js';
import { type Fetch, fieldsOf, textOf } from './http.js';
import { type Asked, type Listing, type Network, type Offer, type Question, stateOf } from './network.js';

export interface SponsorgateOptions {
  /** Address of the service. */
  url: string;
  /** The Bot Key. */
  key: string;
  /**
   * Who shows the block and asks the questions: the gate; the service, with the bot's token, while the gate only waits; or
   * the one that the bot's setting `get_links` names. Default `gate`.
   */
  block?: 'gate' | 'service' | 'setting';
  /** Where several services of this interface stand behind one gate. Default `sponsorgate`. */
  name?: string;
  fetch?: Fetch;
}

/** So many the interface lists at most. */
const SPONSORS_MAX = 10;

export function sponsorgate({
  url,
  key,
  block = 'gate',
  name = 'sponsorgate',
  fetch,
}: SponsorgateOptions): Network {
  const base = url.replace(/\/+$/, '');
  const post: Post = async (path, body, signal) => {
    const answer = await ask({
      url: base + path,
      key,
      fetch,
      signal,
      body,
      headers: { Auth: key },
      // A 404 with `ok` is an answer: there are no sponsors for this user. A page in between is none.
      isAnswer: ({ status }) => !['', 'error'].includes(textOf(status)),
    });
    return answer ?? {};
  };
  const own = { gate: { get_links: 1 }, service: { get_links: 0 }, setting: {} } as const;
  const request = async (asked: Asked, how: { get_links?: 0 | 1 } = own[block]): Promise<Listing> =>
    listingOf(await post('/get-sponsors', { ...bodyOf(asked), ...how }, asked.signal));

  return networkOf({
    name,
    hasOwnLimit: true,
    list: (asked) => request(asked),
    check: async (asked, offers) => {
      if (asked.isShown !== true) return checked(post, asked, offers);
      const listing = await request(asked);
      if (listing.state !== 'pending' || asked.isConfirming !== true || listing.isShown !== true)
        return listing;
      // The names of what is missing come by a further request, which leaves the block of the service as it is.
      const { state, offers: missing, message } = await request(asked, { get_links: 1 });
      // The user joined in between: on a further request the service takes its block away.
      return state === 'pending' ? { ...listing, offers: missing, message } : request(asked);
    },
  });
}

/** @throws Refused for everything that is no answer */
type Post = (
  path: '/get-sponsors' | '/get-user-subscriptions',
  body: object,
  signal: Asked['signal'],
) => Promise<Record<string, unknown>>;

/** A bot that was added without its token has to say who the user is; of others it is passed over. */
function bodyOf({ user, chatId, limit, given }: Asked) {
  const { gender, age } = given ?? {};
  return {
    user_id: user.id,
    chat_id: chatId,
    first_name: user.first_name,
    username: user.username,
    language_code: user.language_code,
    is_premium: user.is_premium ?? false,
    // Left out, it is as the bot's setting has it.
    ...(limit === Infinity ? {} : { max_sponsors: Math.min(Math.max(limit, 1), SPONSORS_MAX) }),
    // What is no answer of the interface is ignored there, and the question stays open.
    ...(age === undefined ? {} : { age: Number(age.replace('c', '')) }),
    ...(gender === undefined ? {} : { gender }),
  };
}

function listingOf({ status, code, message: said, additional }: Record<string, unknown>): Listing {
  const message = textOf(said);
  const { sponsors, registration_url: form } = fieldsOf(additional);
  // Without a list the service shows its block itself.
  const isShown = sponsors === undefined;
  const offers = sponsorsIn(sponsors ?? []);
  switch (status) {
    case 'warning':
      return { state: 'pending', offers, message, isShown };
    case 'gender':
    case 'age':
      return { state: 'pending', offers: [], message, question: { kind: status } };
    case 'register': {
      const question: Question = { kind: 'form', url: textOf(form) };
      return { state: 'pending', offers: [], message, question };
    }
    case 'ok':
      if (code === 404) return { state: 'none', offers: [] };
      return { state: isShown ? 'done' : stateOf(offers), offers };
    default:
      // A status of a later version lets the user through.
      return { state: 'none', offers: [] };
  }
}

const kinds = ['channel', 'bot'] as const;

/** A smart link has no order until it is opened: its own link, which never changes, is what names it. */
const SMART = '0';

const sponsorsIn = (sponsors: unknown): Offer[] =>
  rowsOf(sponsors).flatMap((sponsor) => {
    const { ads_id, resource_id: chat, link, resource_name, button_text, type: said } = sponsor;
    if (!isLink(link) || textOf(ads_id) === '') return [];
    const id = textOf(ads_id) === SMART ? link : textOf(ads_id);
    const title = textOf(resource_name) || textOf(button_text);
    const kind = kinds.find((one) => one === said) ?? 'resource';
    return [{ id, chat: textOf(chat), link, title, kind, state: standing(sponsor) }];
  });

function standing({ status, available_now: isThere }: Record<string, unknown>): Offer['state'] {
  if (typeof status !== 'string') throw unreadable();
  if (status !== 'unsubscribed') return 'done';
  return isThere === false ? 'gone' : 'pending';
}

/** Asks about the very offers, whatever list the service would make now: its own may have run out meanwhile. */
async function checked(post: Post, { user, signal }: Asked, offers: readonly Offer[]): Promise<Listing> {
  // Offers of further networks have ids below 0, and go into the same request.
  const isNumber = ({ id }: Offer) => /^-?\d+$/.test(id);
  const ids = offers.filter(isNumber).map(({ id }) => Number(id));
  const byLink = offers.filter((offer) => !isNumber(offer));
  const about = async (what: { ads_ids: number[] } | { links: string[] }) => {
    const answer = await post('/get-user-subscriptions', { user_id: user.id, ...what }, signal);
    return sponsorsIn(fieldsOf(answer['additional'])['sponsors']);
  };
  const [numbered, ...linked] = await Promise.all([
    ids.length === 0 ? [] : about({ ads_ids: ids }),
    ...byLink.map(({ link }) => about({ links: [link] })),
  ]);
  const known = [...numbered];
  for (const [index, offer] of byLink.entries()) {
    const [sponsor] = linked[index] ?? [];
    if (sponsor !== undefined) known.push({ ...sponsor, id: offer.id });
  }
  return { state: stateOf(known), offers: known };
}
