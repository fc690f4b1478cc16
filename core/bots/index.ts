/** Publishers' bots. */
export {
  BOT_TOKEN_PURPOSE,
  createBots,
  type BotChange,
  type BotInput,
  type Bots,
  type BotWithKey,
} from './bots.js';
export { botBounds, defaultBotSettings } from './settings.js';
