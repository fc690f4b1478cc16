/**
 * What a reader expects of every file here, as checks: each takes what a file says and answers its faults in words.
 * `test/tidy.test.ts` shows that each can fail, and that the tree has none.
 */

/** A longer file holds more than one noun. */
const LINES_MAX = 400;

export function tooLong(text: string): string[] {
  const lines = text.trimEnd().split('\n').length;
  return lines > LINES_MAX ? [`has ${lines} lines; the limit is ${LINES_MAX}`] : [];
}

/** `.only` never stays; what is skipped says why, in its name or the line above. */
export function heldBack(text: string): string[] {
  return faultyLines(text, (line, before) => {
    const held = /\b(?:it|test|describe)\.(only|skip|todo|fails|skipIf|runIf)\b/.exec(line)?.[1];
    if (held === undefined) return null;
    if (held === 'only') return 'runs this alone';
    return /\b(?:skipped|needs|because)\b/.test(before + line)
      ? null
      : `is held back by .${held} without a reason`;
  });
}

/** A test waits for the event it is about. A deadline, after which it gives up, is told as one. */
export function sleeps(text: string): string[] {
  return faultyLines(text, (line, before) => {
    const isTimer = /\bsetTimeout\b|\b(?:sleep|delay)\(\d/.test(line) && !/^\s*(?:\/\/|\*|\/\*)/.test(line);
    return isTimer && !/\bdeadline\b/i.test(before + line)
      ? 'waits for time rather than for the event'
      : null;
  });
}

/** The words of the list in the style guide that have a plainer one. @param allowed phrases that may hold them */
export function dialect(text: string, allowed: readonly string[] = []): string[] {
  return faultyLines(text, (line) => {
    const rest = allowed.reduce((cut, phrase) => cut.replaceAll(phrase, ''), line);
    const word = /\b(?:told|tells?|nobody|beside|whom|whoever|anew)\b/i.exec(rest)?.[0];
    return word === undefined ? null : `says "${word}"; name the actor, or use a plainer word`;
  });
}

/** A span of time says its unit, last in its name. */
export function unitless(text: string): string[] {
  const span =
    /\b(?:const|let)\s+(\w*(?:timeout|delay|deadline|interval|ttl|within|lease))\s*(?::[^=]+)?=\s*[\d_]+\b/i;
  return faultyLines(text, (line) => {
    const name = span.exec(line)?.[1];
    return name === undefined ? null : `${name} does not say its unit (such as ${name}Ms)`;
  });
}

/** Links of a page to files and headings that are not there. `read` answers a file's text, or null; `""` of a folder. */
export function brokenLinks(page: string, text: string, read: (path: string) => string | null): string[] {
  const prose = text.replaceAll(/^ *(```|~~~)[\s\S]*?^ *\1/gm, '').replaceAll(/`[^`\n]*`/g, '');
  const targets = [...prose.matchAll(/\]\(\s*<?([^\s)>]+)>?(?:\s+"[^"]*")?\s*\)/g)].map(
    (found) => found[1] ?? '',
  );
  return targets.filter(isLocal).flatMap((target) => {
    const [file = '', heading] = decodeURIComponent(target).split('#', 2);
    const found = file === '' ? text : read(resolve(page, file));
    if (found === null) return [`links to ${target}, which is not there`];
    const isKnown = heading === undefined || anchors(found).includes(heading);
    return isKnown ? [] : [`links to ${target}, which has no such heading`];
  });
}

/** The variables that `.env.example` names, in and out of comments, each once. */
export function exampleVariables(text: string): string[] {
  return [...text.matchAll(/^#?([A-Z][A-Z0-9_]*)=/gm)].map((found) => found[1] ?? '');
}

/** The settings of a table of `docs/settings.md`, each with its default; undefined where it is unset. */
export function tabledVariables(text: string): [name: string, byDefault: string | undefined][] {
  const rows = text.matchAll(/^\| `([A-Z][A-Z0-9_]*)` +\| (?:`([^`]+)`|unset) +\|/gm);
  return [...rows].map(([, name = '', byDefault]) => [name, byDefault]);
}

/** Lines of `.env.example` that set a variable without a word about it above. */
export function unexplained(text: string): string[] {
  return faultyLines(text, (line, before) => {
    const isVariable = (of: string) => /^#?[A-Z][A-Z0-9_]*=/.test(of);
    return isVariable(line) && !isVariable(before) && !before.startsWith('# ') ? 'is not explained' : null;
  });
}

/** Folders of core, each with the files that hold its face: index.ts inside, or a file of its name beside it. */
export function faceless(files: readonly string[]): string[] {
  const folders = new Set(
    files.map((file) => /^core\/([^/]+)\//.exec(file)?.[1]).filter((name) => name !== undefined),
  );
  return [...folders].filter(
    (name) => !files.includes(`core/${name}/index.ts`) && !files.includes(`core/${name}.ts`),
  );
}

interface Manifest {
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
  allowScripts?: Record<string, boolean>;
}

/** Packages that are not pinned to one version, under another name (`npm:name@1.0.0`) or their own. */
export function unpinned({ dependencies = {}, devDependencies = {} }: Manifest): string[] {
  const all = Object.entries({ ...dependencies, ...devDependencies });
  const pinned = /^(?:npm:[@\w./-]+@)?\d+\.\d+\.\d+(?:-[\w.]+)?$/;
  return all.filter(([, version]) => !pinned.test(version)).map(([name]) => name);
}

/** Packages that would run a script when they are installed, and of which nobody has said whether they may. */
export function undecidedScripts(
  { allowScripts = {} }: Manifest,
  { packages }: { packages: Record<string, { hasInstallScript?: boolean; optional?: boolean }> },
): string[] {
  const scripted = Object.entries(packages).filter(([, { hasInstallScript }]) => hasInstallScript === true);
  const names = scripted.map(([place]) =>
    place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length),
  );
  return names.filter((name) => !(name in allowScripts) && name !== 'fsevents');
}

function faultyLines(text: string, fault: (line: string, before: string) => string | null): string[] {
  const lines = text.split('\n');
  return lines.flatMap((line, index) => {
    const words = fault(line, lines[index - 1] ?? '');
    return words === null ? [] : [`line ${index + 1} ${words}`];
  });
}

const isLocal = (target: string) => !/^[a-z][a-z+.-]*:|^\/\//i.test(target);

function resolve(page: string, file: string): string {
  const url = new URL(file, `file:///${page}`);
  return decodeURIComponent(url.pathname.slice(1)).replace(/\/$/, '');
}

/** The anchors of a page, as the usual hosts make them of its headings. */
function anchors(text: string): string[] {
  const headings = text.replaceAll(/^ *```[\s\S]*?^ *```/gm, '').matchAll(/^#{1,6}\s+(.+?)\s*#*$/gm);
  return [...headings].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  );
}
