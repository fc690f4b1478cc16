/** Collects garbage on purpose: what only a signal's listener keeps has to live on all the same. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/** Collects ten times a second while work is under way: a deadline of that must be longer. @returns what it answers */
export async function whileCollecting<T>(work: () => Promise<T>): Promise<T> {
  const timer = setInterval(collect, 100);
  try {
    return await work();
  } finally {
    clearInterval(timer);
  }
}
