/**
 * Who is signed in, asked for while the scripts of the page are on their way: nothing can be shown before it is known. The page
 * names this small file before all others.
 */
import { isInsideMessenger } from './session/inside';

const PATH = '/account';
const BODY = '{"action":"info"}';

/** Who comes by a link or by the messenger's word is let in first. */
const comesIn = location.hash.startsWith('#enter=') || isInsideMessenger();
let asked: Promise<Response | null> | null = comesIn
  ? null
  : fetch(PATH, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: BODY }).catch(
      () => null,
    );

/** @returns the answer to this very request, once; null where it was not asked for, or was lost on its way */
export async function takeFirst(path: string, body: string): Promise<Response | null> {
  if (path !== PATH || body !== BODY) return null;
  const taken = asked;
  asked = null;
  return taken;
}
