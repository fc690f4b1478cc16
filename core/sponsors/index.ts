/** The main job: which sponsors a user must subscribe to, and how they are shown. */
import { type Audience } from '../audience/index.js';
import type { Contacts } from '../contacts/index.js';
import type { OwnLinks } from '../orders/index.js';
import type { Ports } from '../ports.js';
import type { Checkers } from '../checkers/index.js';
import type { Settler } from '../subscriptions/index.js';
import { createBlocks } from './blocks.js';
import { createFollow } from './follow.js';
import { createLogos } from './logos.js';
import { createListeners } from './listeners.js';
import { createRequests } from './request.js';
import { createResources } from './resources.js';
import { createSteps } from './steps.js';
import { createUserSubscriptions } from './user-subscriptions.js';
import { createWhy } from './why.js';

export type { Blocks, BlockTask } from './blocks.js';
export { ineligibilityMeaning } from './choosing/index.js';
export type { Following, PageReport, Reported } from './follow.js';
export type { SponsorAnswer } from './answer.js';
export type { SponsorRequest } from './ongoing.js';

export { createForecastRecord } from './forecast-record.js';
export type { JoinsBetween } from './fared.js';
export { createForecasts, type DemandCost, type Forecast, type Forecasts } from './forecast.js';
export { createReach, type Reach } from './reach.js';
export { type Arm, createTrial, type Interval } from './trial.js';
export type { Sponsor } from './sponsor.js';
export type { SubscriptionQuery } from './user-subscriptions.js';
export type { LinkTarget } from './tracked-links.js';

interface SponsorParts {
  settler: Settler;
  audience: Audience;
  contacts: Contacts;
  ownLinks: OwnLinks;
}

/** @param publicUrl where our own pages are reached, without a slash at the end */
export function createSponsors(
  ports: Ports & { checkers: Checkers },
  parts: SponsorParts,
  publicUrl: string,
) {
  const { settler, audience, contacts, ownLinks } = parts;
  const steps = createSteps(ports, parts, publicUrl);
  const { bots, contexts, chooser, verifier, links, picker, listing, joins, sights } = steps;
  const { listeners, ...asked } = createListeners(ports, { chooser, verifier, ownLinks });
  const { request } = createRequests(ports, { ...steps, ...asked, listeners: Object.values(listeners) });
  const shared = { bots, contexts, chooser, picker, joins, links, contacts, ownLinks, audience, sights };
  const resources = createResources(ports, { audience, bots, settler, links, publicUrl });
  const { follow, ran } = createFollow(ports, { ...shared, resources });
  return {
    request,
    subscriptions: createUserSubscriptions(ports, { ...shared, listing, publicUrl }),
    follow,
    ran,
    /** Whose one of our links is, and what for; null when it is forged or has expired. */
    readLink: (token: string) => links.read(token, ports.clock.now()),
    logos: createLogos(ports),
    blocks: createBlocks(ports, bots, contacts),
    /** How many times each reason kept an order from being shown since this process runs, over all orders. */
    ineligibilityCounts: () => chooser.ineligibilityCounts(),
    why: createWhy(ports, { bots, contexts, chooser, picker, audience, sights }),
  };
}

export type Sponsors = ReturnType<typeof createSponsors>;
