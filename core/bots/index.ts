/** Publishers' bots. */
export * from './block-test.js';
export * from './bots.js';
export { decideModeration, hasRoomForBot, isOpenToClaim, keptOnClaim } from './moderation.js';
export { createBotPictures, PICTURE_BYTES_MAX } from './pictures.js';
export { noteRefusedToken } from './refused-tokens.js';
