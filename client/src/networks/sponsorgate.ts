/** This interface, and so every service that speaks it. */
import { type Client, createClient } from '../client.js';
import type { Asked, Listing, Network, Offer, Question } from '../gate/network.js';
import { stateOf } from '../gate/network.js';
import type { Fetch } from '../http.js';
import type { GetSponsorsAnswer, Sponsor } from '../interface.js';

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
  // The gate keeps time, and tries again by itself.
  const client = createClient({
    url,
    key,
    tries: 1,
    patienceMs: 0,
    ...(fetch === undefined ? {} : { fetch }),
  });
  const own = { gate: { get_links: 1 }, service: { get_links: 0 }, setting: {} } as const;
  const request = async (asked: Asked, how: { get_links?: 0 | 1 } = own[block]): Promise<Listing> =>
    listingOf(await client.getSponsors({ ...bodyOf(asked), ...how }));

  return {
    name,
    list: (asked) => request(asked),
    check: async (asked, offers) => {
      if (asked.isShown !== true) return checked(client, asked.user.id, offers);
      const listing = await request(asked);
      if (listing.state !== 'pending' || asked.isConfirming !== true || listing.isShown !== true)
        return listing;
      // The names of what is missing come by a further request, which leaves the block of the service as it is.
      const { state, offers: missing, message } = await request(asked, { get_links: 1 });
      // The user joined in between: on a further request the service takes its block away.
      return state === 'pending' ? { ...listing, offers: missing, message } : request(asked);
    },
  };
}

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
    max_sponsors: Math.min(Math.max(limit, 1), SPONSORS_MAX),
    // What is no answer of the interface is ignored there, and the question stays open.
    ...(age === undefined ? {} : { age: Number(age.replace('c', '')) as 1 }),
    ...(gender === undefined ? {} : { gender: gender as 'male' }),
  };
}

function listingOf(answer: GetSponsorsAnswer): Listing {
  const { message } = answer;
  // Without a list the service shows its block itself.
  const isShown = answer.additional.sponsors === undefined;
  const offers = (answer.additional.sponsors ?? []).map(offerOf);
  switch (answer.status) {
    case 'warning':
      return { state: 'pending', offers, message, isShown };
    case 'gender':
    case 'age':
      return { state: 'pending', offers: [], message, question: { kind: answer.status } };
    case 'register': {
      const question: Question = { kind: 'form', url: answer.additional.registration_url ?? '' };
      return { state: 'pending', offers: [], message, question };
    }
    case 'ok':
      if (answer.code === 404) return { state: 'none', offers: [] };
      return { state: isShown ? 'done' : stateOf(offers), offers };
    default:
      // A status of a later version lets the user through.
      return { state: 'none', offers: [] };
  }
}

/** A smart link has no order until it is opened: its own link, which never changes, is what names it. */
const isSmart = (sponsor: Sponsor) => sponsor.ads_id === '0';

function offerOf(sponsor: Sponsor): Offer {
  const { ads_id, resource_id: chat, link, resource_name, button_text } = sponsor;
  return {
    id: isSmart(sponsor) ? link : ads_id,
    chat,
    link,
    title: resource_name || button_text,
    state: standing(sponsor),
  };
}

function standing({ status, available_now: isThere }: Sponsor): Offer['state'] {
  if (status !== 'unsubscribed') return 'done';
  return isThere ? 'pending' : 'gone';
}

/** Asks about the very offers, whatever list the service would make now: its own may have run out meanwhile. */
async function checked(client: Client, userId: number, offers: readonly Offer[]): Promise<Listing> {
  const isNumber = ({ id }: Offer) => /^\d+$/.test(id);
  const ids = offers.filter(isNumber).map(({ id }) => Number(id));
  const byLink = offers.filter((offer) => !isNumber(offer));
  const about = async (what: { ads_ids: number[] } | { links: string[] }) =>
    (await client.getUserSubscriptions({ user_id: userId, ...what })).additional.sponsors;
  const [numbered, ...linked] = await Promise.all([
    ids.length === 0 ? [] : about({ ads_ids: ids }),
    ...byLink.map(({ link }) => about({ links: [link] })),
  ]);
  const known = numbered.map(offerOf);
  for (const [index, offer] of byLink.entries()) {
    const [sponsor] = linked[index] ?? [];
    if (sponsor !== undefined) known.push({ ...offerOf(sponsor), id: offer.id });
  }
  return { state: stateOf(known), offers: known };
}
