/** Publishers' bots. */
export {
  blockTestAfter,
  countedFor,
  isTested,
  keptLooks,
  lookFor,
  TEST_COUNTED_MS,
  variantOf,
} from './block-test.js';
export {
  BOT_TOKEN_PURPOSE,
  createBots,
  type BotChange,
  type BotInput,
  type Bots,
  type BotWithKey,
} from './bots.js';
export { decideModeration, hasRoomForBot, isOpenToClaim, keptOnClaim } from './moderation.js';
export { type BotPictures, createBotPictures, PICTURE_BYTES_MAX } from './pictures.js';
export { createRefusedTokens, hasWorkingToken, type RefusedTokens } from './refused-tokens.js';
