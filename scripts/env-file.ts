/** The file `.env`: settings alone, since a misspelt name there would leave the default in place. */
import { existsSync, readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { SettingsError, settingsSchema } from '../core/config.js';

const END = 'END_OF_FILE';

/**
 * Sets the variables of `.env` in the working folder that the environment does not have; does nothing where there is no such file.
 * @throws SettingsError where it cannot be read, or naming each variable that is no setting, with the closest name that is one
 */
export function loadEnvFile(): void {
  if (!existsSync('.env')) return;
  // Some editors put a byte order mark in front.
  const text = readEnvFile().replace(/^\uFEFF/, '');
  // To Node a line without = is a part of the next name, and the last line would be passed over.
  const found = Object.entries(parseEnv(`${text}\n${END}=`)).filter(([name]) => name !== END);
  const faults = unknownNames(found.map(([name]) => name));
  if (faults.length > 0)
    throw new SettingsError(
      `These names in .env are no settings; .env.example and docs/settings.md list them all:\n${faults.join('\n')}`,
    );
  for (const [name, value] of found) process.env[name] ??= value;
}

function readEnvFile(): string {
  try {
    return readFileSync('.env', 'utf8');
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    throw new SettingsError(
      `The file .env cannot be read (${code}): let the user read it who runs the service, in the container of compose.yaml the one with the id 1000.`,
    );
  }
}

/** How many letters may differ in a misspelt name. */
const EDITS_MAX = 4;

function unknownNames(names: readonly string[]): string[] {
  const known = Object.keys(settingsSchema.shape);
  return names
    .filter((name) => !known.includes(name))
    .map((name) => {
      // Up to the next = such a name holds the value as well, which may be a secret.
      const [word = ''] = /^\w*/.exec(name) ?? [];
      if (word !== name) return `  ${word}…: write each line as NAME=value, in UTF-8`;
      const [closest] = known
        .map((setting) => ({ setting, edits: editsBetween(name.toUpperCase(), setting) }))
        .filter(({ edits }) => edits <= EDITS_MAX)
        .sort((one, other) => one.edits - other.edits);
      return `  ${name}: ${closest === undefined ? 'a variable of another program belongs in the environment' : `did you mean ${closest.setting}?`}`;
    });
}

/** The Levenshtein distance: letters to insert, delete or replace. */
function editsBetween(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, column) => column);
  for (const [index, letter] of [...one].entries()) {
    const next = [index + 1];
    for (const [column, wanted] of [...other].entries()) {
      const [replaced, inserted, deleted] = [row[column], next[column], row[column + 1]].map(Number) as [
        number,
        number,
        number,
      ];
      next.push(Math.min(replaced + (letter === wanted ? 0 : 1), inserted + 1, deleted + 1));
    }
    row = next;
  }
  return row[other.length] ?? 0;
}
