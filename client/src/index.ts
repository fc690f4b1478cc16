/** What a bot needs to ask its users for sponsor subscriptions. */
export { type Client, type ClientOptions, type CallOptions, createClient } from './client.js';
export {
  ConflictError,
  type Failure,
  InvalidError,
  KeyError,
  NotFoundError,
  RateLimitError,
  SponsorgateError,
  UnavailableError,
} from './errors.js';
export { createGate, type Gate, type GateOptions } from './gate/gate.js';
export { type Call, platformApi, type Update } from './gate/update.js';
export type { Words } from './gate/words.js';
export type * from './interface.js';
export type {
  Asked,
  Given,
  Listing,
  Network,
  NetworkFailure,
  Offer,
  Question,
  State,
  User,
} from '../../networks/network.js';
export { sponsorgate, type SponsorgateOptions } from '../../networks/sponsorgate.js';
export { memoryState, type StateStore } from './memory.js';
