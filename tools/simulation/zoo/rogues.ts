/** All rogues of the zoo. */
import { rogueAdvertisers } from './advertisers.js';
import { roguePublishers } from './publishers.js';
import { roguePayers } from './payers.js';
import { roguePurses } from './purses.js';
import { rogueMovers } from './movers.js';
import { rogueReferrers } from './referrers.js';
import { rogueReaders } from './readers.js';
import type { Rogue } from './rogue.js';
import { rogueWitnesses } from './witnesses.js';

export const rogues: readonly Rogue[] = [
  ...roguePublishers,
  ...rogueAdvertisers,
  ...roguePurses,
  ...roguePayers,
  ...rogueReferrers,
  ...rogueWitnesses,
  ...rogueMovers,
  ...rogueReaders,
];
