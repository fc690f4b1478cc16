/** The steps of a request, put together. */
import type { Audience } from '../audience/index.js';
import type { Checkers } from '../checkers/index.js';
import type { Contacts } from '../contacts/index.js';
import { createOffers, type NetworkSetups } from '../networks/index.js';
import type { Ports } from '../ports.js';
import { createVerifier, type Settler } from '../subscriptions/index.js';
import { createBotDirectory } from './bot-directory.js';
import { createChooser } from '../choosing/index.js';
import { createJoins } from './joins.js';
import { createListing } from './listing.js';
import { createMeet } from './meeting.js';
import { createPicker } from './picking.js';
import { createNetworkPlaces } from './network-places.js';
import { createQuestions } from './questions.js';
import { createRequestContexts } from './request-contexts.js';
import { createSights } from './sight.js';
import { createTrackedLinks } from '../tracked-links.js';

export function createSteps(
  ports: Ports & { checkers: Checkers },
  parts: { settler: Settler; audience: Audience; contacts: Contacts; networkSetups: NetworkSetups },
  publicUrl: string,
) {
  const { settler, audience, contacts, networkSetups } = parts;
  const chooser = createChooser(ports);
  const verifier = createVerifier(ports);
  const links = createTrackedLinks(ports.vault);
  const contexts = createRequestContexts(ports, chooser);
  const offers = createOffers(ports, networkSetups);
  const sights = createSights(ports, { audience, chooser });
  return {
    bots: createBotDirectory(ports),
    chooser,
    verifier,
    links,
    contexts,
    sights,
    meet: createMeet(ports, { audience, contacts, contexts, sights }),
    questions: createQuestions(ports, links, publicUrl),
    picker: createPicker(ports, { chooser, verifier }),
    listing: createListing(ports, { chooser, verifier, links, publicUrl }),
    joins: createJoins(settler),
    offers,
    networkPlaces: createNetworkPlaces(ports, offers),
  };
}

export type Steps = ReturnType<typeof createSteps>;
