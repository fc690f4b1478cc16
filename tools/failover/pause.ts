/** Other makers' programs send no signals: they are polled, each time until a deadline. */
export { setTimeout as pause } from 'node:timers/promises';
