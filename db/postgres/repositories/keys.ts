/** A key, inside whatever deed makes it. */
import { putKey as put } from '../../work/keys.js';
import { perform } from '../perform.js';
import type { Transaction } from '../statement.js';

export const putKey = {
  run: (transaction: Transaction, ...values: Parameters<typeof put.run>) =>
    perform(transaction, put.run(...values)),
};
