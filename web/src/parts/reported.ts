/** Says as a toast why a command was refused. */
import { sayRefusal } from './page';
import { say } from './toast';

export const onError = (error: unknown): void => say(sayRefusal(error), true);
export const reported = { onError };
