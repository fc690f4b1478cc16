/** The bots and publishers that moderators trust, and what becomes of the money that waits for their word. */
export { decideAccountTrust, decideBotTrust } from './decisions.js';
export { createTrust, type BotTrustCard, isTrustedBot, type Trust } from './trust.js';
