/** Other networks of sponsors, which a publisher's own keys open. What they say is their claim: nothing of it is booked. */
import type { ReportedProfile } from './audience-store.js';
import type { Offer } from './network-store.js';

/** `sponsorgate` is any service that speaks this interface. */
export const networkKinds = ['flyer', 'tgrass', 'botohub', 'piarflow', 'sponsorgate'] as const;
export type NetworkKind = (typeof networkKinds)[number];

/** A publisher's way into a network. */
export interface NetworkAccess {
  kind: NetworkKind;
  /** `""`: the network's own address. */
  url: string;
  key: string;
}

/** An end user, as the bot may see them; what is unknown is absent. */
export interface NetworkUser extends Omit<ReportedProfile, 'lastName' | 'gender' | 'age'> {
  chatId: number;
}

/** `resting`: it failed a moment ago, and is left alone for a while. */
export type NetworkFailure = 'key_refused' | 'limited' | 'resting' | 'unavailable';

export type NetworkAnswer = { ok: true; offers: Offer[] } | { ok: false; failure: NetworkFailure };

/** Neither call throws, and each answers within the adapter's own deadline. */
export interface Networks {
  /** What to ask of this user; at most `limit`. */
  list(access: NetworkAccess, user: NetworkUser, limit: number): Promise<NetworkAnswer>;
  /** How these offers stand now, which `list` has given at some time; one left out of the answer is gone. */
  check(access: NetworkAccess, user: NetworkUser, offers: readonly Offer[]): Promise<NetworkAnswer>;
}
