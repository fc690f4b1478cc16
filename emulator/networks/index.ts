/** Other networks as their public clients know them, on real sockets, with the ways they are known for (networks/README.md). */
export { openBotohub } from './botohub.js';
export { openFlyer } from './flyer.js';
export { type FakeNetwork, type FakeOffer, type FakeOptions, faults, of } from './network.js';
export { openPiarflow } from './piarflow.js';
export { openSponsorgate } from './sponsorgate.js';
export { openTgrass } from './tgrass.js';
