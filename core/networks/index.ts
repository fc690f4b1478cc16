/** Other networks of sponsors, from which free places of a bot's lists are filled. */
export * from './offers.js';
export { createNetworkSetups, NETWORKS_PURPOSE, type NetworkSetups } from './setup.js';
