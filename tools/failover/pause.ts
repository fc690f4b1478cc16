/** Other makers' programs tell nobody what they do: they are looked at again and again, each time until a deadline. */
export { setTimeout as pause } from 'node:timers/promises';
