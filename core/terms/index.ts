/**
 * What may be set, and the closed sets of reasons: each term has a row, or a name, and all else is made of it. Ports, use
 * cases and both databases name them; they know none of those.
 */
export * from './bot-settings.js';
export * from './order-fields.js';
export * from './reasons.js';
export * from './rulebook.js';
export * from './schedule.js';
export * from './targeting.js';
