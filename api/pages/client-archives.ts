/** The packed client (`dist/packages`): archives named by their version, which never change. Read once: a new build comes with a new process. */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

export interface ClientArchive {
  file: string;
  /** Of the package, as npm and pip know it. */
  name: string;
  language: 'javascript' | 'python';
  version: string;
  bytes: Buffer;
  sha256: string;
}

const kinds = [
  { name: 'sponsorgate-client', language: 'javascript', pattern: /^sponsorgate-client-(.+)\.tgz$/ },
  { name: 'sponsorgate', language: 'python', pattern: /^sponsorgate-(\d.*)\.tar\.gz$/ },
] as const;

let archives: ReadonlyMap<string, ClientArchive> | null = null;

/** Returns all archives by the names of their files; none where the client has not been packed. */
export function clientArchives(): ReadonlyMap<string, ClientArchive> {
  archives ??= read();
  return archives;
}

function read(): ReadonlyMap<string, ClientArchive> {
  // Next to the built api, or where the sources are.
  const folder = ['../../packages', '../../dist/packages']
    .map((place) => path.resolve(import.meta.dirname, place))
    .find((place) => existsSync(place));
  const files = folder === undefined ? [] : readdirSync(folder);
  return new Map(
    files.flatMap((file) =>
      kinds.flatMap(({ name, language, pattern }): [string, ClientArchive][] => {
        const version = pattern.exec(file)?.[1];
        if (folder === undefined || version === undefined) return [];
        const bytes = readFileSync(path.join(folder, file));
        const sha256 = createHash('sha256').update(bytes).digest('hex');
        return [[file, { file, name, language, version, bytes, sha256 }]];
      }),
    ),
  );
}
