/** The bots and publishers that moderators trust, and what becomes of the money that waits for their word. */
export { accountTrust, decideAccountTrust, createTrust, type BotTrustCard } from './trust.js';
