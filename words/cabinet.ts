/** The files of the cabinet's words. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** What moderators alone see: the page of figures does without it. */
const MODERATION = 'moderation.ftl';

/** @returns Fluent messages: what the cabinet shows, what moderators see in addition, and what it says of errors */
export function cabinetWords(language: string): { shown: string; moderation: string; errors: string } {
  const folder = path.join(import.meta.dirname, language);
  const read = (file: string) => readFileSync(path.join(folder, file), 'utf8');
  const own = readdirSync(path.join(folder, 'web')).filter((file) => file !== MODERATION);
  const shown = [...own.sort().map((file) => `web/${file}`), 'values.ftl'].map(read);
  return { shown: shown.join('\n'), moderation: read(`web/${MODERATION}`), errors: read('errors.ftl') };
}
