/** All rogues of the zoo. */
import { rogueAdvertisers } from './advertisers.js';
import { roguePublishers } from './publishers.js';
import { roguePurses } from './purses.js';
import type { Rogue } from './rogue.js';

export const rogues: readonly Rogue[] = [...roguePublishers, ...rogueAdvertisers, ...roguePurses];
