/** Collects garbage on purpose: what only a signal's listener keeps has to live on all the same. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/** Collects every few milliseconds while work is under way. @returns what it answers */
export async function whileCollecting<T>(work: () => Promise<T>): Promise<T> {
  const timer = setInterval(collect, 20);
  try {
    return await work();
  } finally {
    clearInterval(timer);
  }
}
