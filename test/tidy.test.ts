/** Style that a tool can hold. Each check is first shown to fail on a small example, then held against the tree. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { commonSettings, operatorSettings, rareSettings, settingsSchema } from '../core/config.js';
import {
  brokenLinks,
  dialect,
  exampleVariables,
  faceless,
  heldBack,
  sleeps,
  tabledVariables,
  tooLong,
  undecidedScripts,
  unexplained,
  unitless,
  unpinned,
} from './support/tidy.js';

const repository = path.resolve(import.meta.dirname, '..');
const folders = [
  '.ci',
  'api',
  'bot',
  'client',
  'core',
  'db',
  'docs',
  'emulator',
  'examples',
  'networks',
  'scripts',
  'test',
  'tools',
  'web',
  'words',
];

const files = [
  ...readdirSync(repository, { withFileTypes: true }).filter((entry) => entry.isFile()),
  ...folders.flatMap((folder) =>
    readdirSync(path.join(repository, folder), { withFileTypes: true, recursive: true }).filter((entry) =>
      entry.isFile(),
    ),
  ),
]
  .map((entry) => path.relative(repository, path.join(entry.parentPath, entry.name)))
  .filter((file) => !file.startsWith('test/artifacts/') && !/^client\/(?:dist|node_modules)\//.test(file));
/** The platform's own script stays as it is. */
const isTheirs = (file: string) => /\/telegram-web-app\.js$|\.d\.ts$/.test(file);
const sources = files.filter((file) => /\.(?:tsx?|js|mjs|cjs)$/.test(file) && !isTheirs(file));
/** Not what measures: that keeps time. */
const tests = sources.filter((file) => /^(?:test|tools\/(?!bench|market|simulation))/.test(file));
const pages = files.filter((file) => file.endsWith('.md'));

const textOf = (file: string) => readFileSync(path.join(repository, file), 'utf8');
const json = (file: string) => JSON.parse(textOf(file)) as never;

/** What a check finds in some files, each fault with its file. */
const faultsIn = (some: readonly string[], check: (text: string, file: string) => string[]) =>
  some.flatMap((file) => check(textOf(file), file).map((fault) => `${file} ${fault}`));

/** This file and the checks themselves show what is wrong. */
const isExample = (file: string) => ['test/tidy.test.ts', 'test/support/tidy.ts'].includes(file);

describe('the tree', () => {
  it('is looked at', () => {
    expect(sources.length).toBeGreaterThan(200);
    expect(tests.length).toBeGreaterThan(20);
    expect(pages).toContain('README.md');
    expect(pages).toContain('docs/development.md');
  });
});

/** What stands beside the folders; what a tool leaves there by accident would be committed with the rest. */
const TOP_LEVEL =
  /^(?:\..+|package(?:-lock)?\.json|tsconfig(?:\.\w+)?\.json|(?:oxlint|vitest)\.config\.\w+|knip\.jsonc|(?:README|CHANGELOG|CONTRIBUTING|SECURITY)\.md|LICENSE|Dockerfile|compose\.yaml|.*\.tsbuildinfo)$/;

describe('the top level', () => {
  const strays = (names: readonly string[]) => names.filter((name) => !TOP_LEVEL.test(name));
  it('holds no files but those that belong there', () => {
    expect(strays(['README.md', 'isolate-0x1-2-v8.log', 'CPU.cpuprofile'])).toEqual([
      'isolate-0x1-2-v8.log',
      'CPU.cpuprofile',
    ]);
    expect(strays(files.filter((file) => !file.includes('/')))).toEqual([]);
  });
});

describe('a file', () => {
  it('is found when it is longer than its limit', () => {
    expect(tooLong('line\n'.repeat(400))).toEqual([]);
    expect(tooLong('line\n'.repeat(401))).toEqual(['has 401 lines; the limit is 400']);
  });

  it('is no longer than its limit', () => {
    // What the interface is made of stands in api/reference; this is written by `npm run client`.
    const written = sources.filter((file) => file !== 'client/src/interface.ts');
    expect(faultsIn(written, tooLong)).toEqual([]);
  });
});

describe('a test held back', () => {
  it.each([
    ["it.only('adds', () => {})", ['line 1 runs this alone']],
    ["  describe.skip('adds', () => {})", ['line 1 is held back by .skip without a reason']],
    ["it.todo('adds')", ['line 1 is held back by .todo without a reason']],
    ["it.skip('adds (skipped: no browser)', () => {})", []],
    ["// It needs a browser.\nit.skipIf(none)('adds', () => {})", []],
    ["it('adds', () => { list.only(1); })", []],
  ])('is found: %s', (text, faults) => {
    expect(heldBack(text)).toEqual(faults);
  });

  it('says why', () => {
    const some = tests.filter((file) => !isExample(file));
    expect(faultsIn(some, heldBack)).toEqual([]);
  });
});

describe('a sleep', () => {
  it.each([
    ['await new Promise((resolve) => setTimeout(resolve, 50));'],
    ["import { setTimeout as wait } from 'node:timers/promises';"],
    ['await sleep(50);'],
  ])('is found: %s', (text) => {
    expect(sleeps(text)).toEqual(['line 1 waits for time rather than for the event']);
  });

  it.each([
    ['// The deadline of the whole test.\nconst timer = setTimeout(fail, 5_000);'],
    ['// setTimeout is not for tests'],
    ['await once(server, "listening");'],
  ])('is not found where there is none: %s', (text) => {
    expect(sleeps(text)).toEqual([]);
  });

  it('is in no test', () => {
    const some = tests.filter((file) => !isExample(file));
    expect(faultsIn(some, sleeps)).toEqual([]);
  });
});

describe('a span of time', () => {
  it.each([
    ['const timeout = 5_000;', ['line 1 timeout does not say its unit (such as timeoutMs)']],
    ['let retryDelay: number = 50;', ['line 1 retryDelay does not say its unit (such as retryDelayMs)']],
    ['const timeoutMs = 5_000;', []],
    ['const RETRY_DELAY_MS = 50;', []],
    ['const timeout = setTimeout(stop, 5_000);', []],
  ])('is found without a unit: %s', (text, faults) => {
    expect(unitless(text)).toEqual(faults);
  });

  it('says its unit', () => {
    const some = sources.filter((file) => !isExample(file));
    expect(faultsIn(some, unitless)).toEqual([]);
  });
});

describe('a word that has a plainer one', () => {
  /** Phrases that stay, each for a reason. */
  const allowed = [
    // A key of the words files of all languages.
    'button-link-new',
    // A method of core/ledger that db, tools and tests call.
    'refunds.told',
  ];
  /** Folders of production that still hold such words: a folder leaves this list once it is clean, and none is added. */
  const unclean =
    /^(?:db|web|client|emulator|scripts|tools|core\/(?:adapters|audience|contacts|data|evidence|forecast|ledger|links|ports|quality|reports|secrets|sponsors|statistics|subscriptions|terms))\/|^core\/[^/]+$/;
  const clean = sources.filter((file) => /^(?:core|api|bot)\//.test(file) && !unclean.test(file));

  it.each([
    ['/** Nobody waits for it. */', ['line 1 says "Nobody"; name the actor, or use a plainer word']],
    ['const told = 1;', ['line 1 says "told"; name the actor, or use a plainer word']],
    ["text('button-link-new');", []],
    ['/** Telling stays. */', []],
  ])('is found: %s', (text, faults) => {
    expect(dialect(text, allowed)).toEqual(faults);
  });

  it('is in no folder that is clean', () => {
    expect(clean.length).toBeGreaterThan(250);
    expect(faultsIn(clean, (text) => dialect(text, allowed))).toEqual([]);
  });
});

describe('a link', () => {
  const read = (file: string) => ({ 'docs/a.md': '# One two: three\n', 'docs/b.md': '' })[file] ?? null;

  it.each([
    ['[a](a.md)', []],
    ['[a](./a.md#one-two-three)', []],
    ['[outside](https://example.org/x.md)', []],
    ['`[code](nowhere.md)`', []],
    ['```\n[code](nowhere.md)\n```', []],
    ['# Here\n[here](#here)', []],
    ['[a](../docs/a.md)', []],
    ['[gone](gone.md)', ['links to gone.md, which is not there']],
    ['![picture](images/gone.png "A picture")', ['links to images/gone.png, which is not there']],
    ['[a](a.md#four)', ['links to a.md#four, which has no such heading']],
    ['[here](#there)', ['links to #there, which has no such heading']],
  ])('is found when it leads nowhere: %s', (text, faults) => {
    expect(brokenLinks('docs/page.md', text, read)).toEqual(faults);
  });

  it('leads somewhere', () => {
    const readOurs = (file: string) => {
      const found = statSync(path.join(repository, file), { throwIfNoEntry: false });
      return found === undefined ? null : found.isDirectory() ? '' : textOf(file);
    };
    expect(faultsIn(pages, (text, page) => brokenLinks(page, text, readOurs))).toEqual([]);
  });
});

describe('a setting', () => {
  it('is found in the example, in and out of comments', () => {
    expect(exampleVariables('# Words. A=b\nPORT=1\n#HOST=x\n# NOT=\n')).toEqual(['PORT', 'HOST']);
  });

  it('is found when nothing explains it', () => {
    expect(unexplained('# Why.\n#PORT=1\n#HOST=x\n\n#NAME=y\n')).toEqual(['line 5 is not explained']);
  });

  it('is found in a table, with its default', () => {
    const row = '| `PORT` | `1` | Why. |\n| `HOST`  | unset | `NOT` |\n| setting | default | meaning |';
    expect(tabledVariables(row)).toEqual([
      ['PORT', '1'],
      ['HOST', undefined],
    ]);
  });

  it('of every installation and of operators stands in .env.example, in that order', () => {
    expect(exampleVariables(textOf('.env.example'))).toEqual(
      [commonSettings, operatorSettings].flatMap((settings) => Object.keys(settings.shape)),
    );
    expect(unexplained(textOf('.env.example'))).toEqual([]);
    expect(Object.keys(commonSettings.shape)).toHaveLength(4);
  });

  it('that is rare stands in docs/settings.md', () => {
    const names = tabledVariables(textOf('docs/settings.md')).map(([name]) => name);
    expect(names.sort()).toEqual(Object.keys(rareSettings.shape).sort());
  });

  it('is documented with the default that it has', () => {
    // An empty list is no default to document.
    const defaults: Record<string, unknown> = Object.fromEntries(
      Object.entries(settingsSchema.partial().parse({})).filter(
        ([, value]) => !Array.isArray(value) || value.length > 0,
      ),
    );
    const documented: (readonly [string, string | undefined])[] = [
      ...[...textOf('.env.example').matchAll(/^#?([A-Z_]+)=(.*)$/gm)].map(
        ([, name = '', text]) => [name, text] as const,
      ),
      ...tabledVariables(textOf('docs/settings.md')),
    ];
    const withDefault = documented.filter(([name]) => defaults[name] !== undefined);
    expect(withDefault.length).toBeGreaterThan(40);
    for (const [name, text] of withDefault)
      expect(settingsSchema.partial().parse({ [name]: text })[name as 'API_PORT'], name).toEqual(
        defaults[name],
      );
    const tabled = tabledVariables(textOf('docs/settings.md'));
    expect(tabled.filter(([name, text]) => (text === undefined) !== (defaults[name] === undefined))).toEqual(
      [],
    );
  });
});

describe('a folder of core', () => {
  it('is found when it has no face', () => {
    expect(
      faceless(['core/orders/order.ts', 'core/bots/index.ts', 'core/ports.ts', 'core/ports/x.ts']),
    ).toEqual(['orders']);
  });

  it('has one', () => {
    // core/adapters/ is many: each adapter is the face of one port.
    expect(faceless(files)).toEqual([]);
  });
});

describe('a package', () => {
  const lock = {
    packages: { 'node_modules/a/node_modules/@b/c': { hasInstallScript: true }, 'node_modules/d': {} },
  };

  it('is found when its version floats', () => {
    const dependencies = { a: '^1.0.0', b: '1.0.0', d: 'npm:b@1.0.0', e: 'npm:@b/e@^1.0.0' };
    expect(unpinned({ dependencies, devDependencies: { c: 'latest' } })).toEqual(['a', 'e', 'c']);
  });

  it('is found when it would run a script nobody decided on', () => {
    expect(undecidedScripts({}, lock)).toEqual(['@b/c']);
    expect(undecidedScripts({ allowScripts: { '@b/c': false } }, lock)).toEqual([]);
  });

  it('is pinned, and runs a script only by decision', () => {
    for (const folder of ['', 'emulator/', 'networks/', 'web/'])
      expect(unpinned(json(`${folder}package.json`)), folder).toEqual([]);
    // The client brings nothing along, nor what is part of it.
    for (const name of ['client', 'networks'])
      expect(json(`${name}/package.json`)).not.toHaveProperty('dependencies');
    expect(undecidedScripts(json('package.json'), json('package-lock.json'))).toEqual([]);
  });
});
