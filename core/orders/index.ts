/** Advertisers' orders: their life, their price, their schedule, and their moderation. */
export { DEFAULT_ORDER_NAME, ORDER_TOKEN_PURPOSE, orderBounds } from './draft.js';
export * from './moderation.js';
export * from './checking.js';
export type { LinkTarget } from './link-target.js';
export { halfLinkKey, parseLink } from './links.js';
export { createPrivateChats } from './private-chats.js';
export { joinsDue } from './pacing.js';
export { isByModerator, pausedElse, readPause } from './pause.js';
export { createLinksWatch, type LinksWatch } from './links-watch.js';
export {
  costsNothing,
  notifiedUntilMs,
  outOfMoneyNotification,
  pauseNotifications,
} from './notifications.js';
export { createOwnLinks, hasOwnLinks, type OwnLinks } from './own-links.js';
export { basePriceOf, BOT_QUALITY_FIELD } from './pricing.js';
export * from './orders.js';
export * from './revision.js';
export { inspectResource, resourceOf, type ResourceProblem } from './resource.js';
export { shownLink, withOurLink } from './shown-link.js';
export * from './status.js';
export { missingPlaces } from './warnings.js';
