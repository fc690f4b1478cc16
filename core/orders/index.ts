/** Advertisers' orders: their life, their price, their schedule, and their moderation. */
export { DEFAULT_ORDER_NAME, ORDER_TOKEN_PURPOSE, orderBounds } from './bounds.js';
export type { OrderInfo, OrderReceipt } from './order-input.js';
export * from './moderation.js';
export * from './checking.js';
export type { LinkTarget } from './link-target.js';
export { halfLinkKey, parseLink } from './links.js';
export { createPrivateChats } from './private-chats.js';
export { paceOf } from './pacing.js';
export { isByModerator, readPause } from './pause.js';
export { createLinksWatch, type LinksWatch } from './links-watch.js';
export { outOfMoneyNotification, pauseNotifications } from './notifications.js';
export { createOwnLinks, hasOwnLinks, type OwnLinks } from './own-links.js';
export { BOT_QUALITY_FIELD } from './pricing.js';
export { type Copied, createOrders, type OrderPage, type Orders, problemMeaning } from './orders.js';
export { rejectionReasons, type RejectionReason } from './reasons.js';
export {
  changesChecker,
  conflictAmong,
  decisionHindrance,
  endsOwnLinks,
  pauseAfterApproval,
  pauseAfterLook,
  revisionHindrance,
  revisionNeeds,
} from './revision.js';
export { inspectResource, resourceOf, type ResourceProblem, type ResourceReport } from './resource.js';
export { shownLink, withOurLink } from './shown-link.js';
export { costsNothing, tellsShortfall, toldUntilMs } from './shortfall.js';
export { isRunning, orderStatuses, statusNamed, statusOf, statusWords } from './status.js';
export { missingPlaces, type OrderWarning } from './warnings.js';
