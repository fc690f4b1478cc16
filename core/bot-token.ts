/** The shape of a bot's token, which becomes part of an address of the platform. */

/** `<bot id>:<secret>`: what is longer, or holds any other character, is none. The platform judges the rest. */
const BOT_TOKEN = /^\d{1,20}:[\w-]{3,64}$/;

/** Returns whether a text can be a token: then it is also safe as a part of a path. */
export function isBotToken(text: string): boolean {
  return BOT_TOKEN.test(text);
}

/** What callers read of a text that is none. */
export const BOT_TOKEN_SHAPE =
  'bot_token: must look like 123456:ABC…, as the bot that made it shows it: digits, a colon, then letters, digits, _ and -.';
