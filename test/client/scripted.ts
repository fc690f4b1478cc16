/** A network with one sponsor, that says what it is made to say. */
import type { Listing, Network, Offer } from 'sponsorgate-client';

export function scripted(state: Offer['state'] = 'pending') {
  let said = state;
  const answer = async (): Promise<Listing> => ({
    state: said,
    offers: [{ id: 'a', chat: '', link: 'https://t.me/a_channel', title: 'a', state: said }],
  });
  return {
    name: 'scripted',
    list: answer,
    check: answer,
    is: (now: Offer['state']) => {
      said = now;
    },
  } satisfies Network & { is(now: Offer['state']): void };
}
