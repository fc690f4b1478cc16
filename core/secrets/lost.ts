/** What stands for values that a lost secret sealed (`rotate-secrets --lost`), until they are given again. */
import { BOT_TOKEN_PURPOSE } from '../bots/index.js';
import { DETAILS_PURPOSE } from '../ledger/index.js';
import { ORDER_TOKEN_PURPOSE } from '../orders/index.js';

/** The platform refuses it, so its owner is asked for a new one. */
const TOKEN = '0:lost';

/** By what they were sealed for. */
export const lostValues: Readonly<Record<string, string>> = {
  [BOT_TOKEN_PURPOSE]: TOKEN,
  [ORDER_TOKEN_PURPOSE]: TOKEN,
  [DETAILS_PURPOSE]: '—',
};
