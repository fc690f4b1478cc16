/** The settings of a bot: defaults and bounds (`interface.md`, Bot and /bots add; Limits, Value bounds). */
import type { BotSettings } from '../ports.js';

export const defaultBotSettings: Readonly<BotSettings> = {
  timePurgeMinutes: 180,
  maxSponsors: 4,
  getLinks: false,
  useSmartLink: true,
  showQuiz: false,
  genderQuestion: false,
  ageQuestion: false,
  redirectOpenType: 'url',
  showBots: true,
  showResources: true,
  text: null,
  image: null,
  textB: null,
  imageB: null,
  forbiddenThemes: [],
  minPriceMicros: 0n,
};

export const botBounds = {
  timePurgeMinutes: { min: 5, max: 4_320 },
  maxSponsors: { min: 1, max: 10 },
  listLimit: { min: 1, max: 100, default: 15 },
  /** The platform's own bounds: a message's text, and an address. */
  textLength: { max: 4_096 },
  imageLength: { max: 2_048 },
} as const;
