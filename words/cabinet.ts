/** The files of the cabinet's words. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** What is seen only by people who are signed in: the page of figures does without it. */
const SIGNED_IN = ['account.ftl', 'imports.ftl', 'moderation.ftl', 'referrals.ftl'];
/** Read in chats and in statements, too. */
const SHARED = { shown: 'values.ftl', signedIn: 'ledger.ftl' };

/** @returns Fluent messages: what every page shows, what people who are signed in see in addition, and what is said of errors */
export function cabinetWords(language: string): { shown: string; signedIn: string; errors: string } {
  const folder = path.join(import.meta.dirname, language);
  const read = (file: string) => readFileSync(path.join(folder, file), 'utf8');
  const own = readdirSync(path.join(folder, 'web')).filter((file) => !SIGNED_IN.includes(file));
  const shown = [...own.sort().map((file) => `web/${file}`), SHARED.shown].map(read);
  const signedIn = [...SIGNED_IN.map((file) => `web/${file}`), SHARED.signedIn].map(read);
  return { shown: shown.join('\n'), signedIn: signedIn.join('\n'), errors: read('errors.ftl') };
}
