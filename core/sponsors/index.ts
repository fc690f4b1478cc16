/** The main job: which sponsors a user must subscribe to, and how they are shown. */
import type { Audience } from '../audience/index.js';
import type { Contacts } from '../contacts/index.js';
import type { OwnLinks } from '../orders/index.js';
import type { Ports } from '../ports.js';
import { createBlocks } from './blocks.js';
import { createLogos } from './logos.js';
import { createListeners } from './listeners.js';
import { createRequests } from './request.js';
import type { Steps } from './steps.js';
import { createUserSubscriptions } from './user-subscriptions.js';
import { createWhy } from './why.js';

export type { SponsorAnswer } from './answer.js';
export type { Blocks, BlockTask } from './blocks.js';
export type { SponsorRequest } from './ongoing.js';
export { offerReader } from './network-places.js';
export type { Picking } from './picking.js';
export { orderIdOf, readOrders } from './pins.js';
export type { Sponsor } from './sponsor.js';
export { createSteps, type Steps } from './steps.js';

/** @param publicUrl where our own pages are reached, without a slash at the end */
export function createSponsors(
  ports: Ports,
  parts: { steps: Steps; audience: Audience; contacts: Contacts; ownLinks: OwnLinks },
  publicUrl: string,
) {
  const { steps, audience, contacts, ownLinks } = parts;
  const { bots, chooser, verifier } = steps;
  const { listeners, ...asked } = createListeners(ports, { chooser, verifier, ownLinks });
  const requests = createRequests(ports, { ...steps, ...asked, listeners: Object.values(listeners) });
  return {
    ...requests,
    subscriptions: createUserSubscriptions(ports, steps, publicUrl),
    logos: createLogos(ports),
    blocks: createBlocks(ports, bots, contacts),
    /** How many times each reason kept an order from being shown since this process runs, over all orders. */
    ineligibilityCounts: () => chooser.ineligibilityCounts(),
    why: createWhy(ports, { ...steps, audience }),
  };
}
