/** Other networks of sponsors, from which free places of a bot's lists are filled. */
export { adsTypeOf, chatKeyOf, orderKeysOf, targetKeysOf } from './offer.js';
export { createOffers, type NamedOffer, type OfferReader, type Offers, OFFERS_MAX } from './offers.js';
export { createNetworkSetups, NETWORKS_PURPOSE, type NetworkSetups } from './setup.js';
