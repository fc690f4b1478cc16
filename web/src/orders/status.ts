/** How the states of orders look. */
import type { Tone } from '../parts/page';
import type { Order } from './form';

export const statusTones: Readonly<Record<Order['status'], Tone>> = {
  Moderation: 'warn',
  Processing: 'good',
  Stopped: 'plain',
  Finished: 'accent',
  Rejected: 'bad',
  Archived: 'plain',
};
