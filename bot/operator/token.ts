/** How a bot token looks, also in the middle of the message that the bot-creation bot sends. */
export const TOKEN = /\b\d{3,20}:[\w-]{20,}/;
