/** Our bots that check who is in: which there are, and which order belongs to which. */
export { type Checkers, createCheckers } from './checkers.js';
export { botIdOf, checkerToken, type OurBot, ourBots, updatesBeat } from './tokens.js';
