/**
 * The walls of the house can fail: a small house with one wrong arrow for each rule goes red at just that arrow, with the
 * rules of the real one. That they hold in the real one is `npm run boundaries`, which takes ten seconds.
 */
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { cruise, type ICruiseResult } from 'dependency-cruiser';
import extractDepcruiseOptions from 'dependency-cruiser/config-utl/extract-depcruise-options';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const repository = path.resolve(import.meta.dirname, '..');

interface Arrow {
  from: string;
  to: string;
  rules: string[];
}

/** One line of each file: the import that is wrong, and the rules that must say so. */
const wrong: Arrow[] = [
  { from: 'core/asks-api.ts', to: 'api/app.ts', rules: ['core-knows-nobody'] },
  { from: 'core/asks-bot.ts', to: 'bot/bot.ts', rules: ['core-knows-nobody'] },
  { from: 'core/asks-db.ts', to: 'db/index.ts', rules: ['core-knows-nobody', 'only-roots-see-db'] },
  { from: 'core/adapters/asks-db.ts', to: 'db/index.ts', rules: ['core-knows-nobody', 'only-roots-see-db'] },
  {
    from: 'core/adapters/report-worker.ts',
    to: 'db/index.ts',
    rules: ['core-knows-nobody', 'only-roots-see-db'],
  },
  { from: 'core/says.ts', to: 'words/index.ts', rules: ['core-is-handed-its-words'] },
  { from: 'core/serves.ts', to: 'express', rules: ['core-has-no-framework'] },
  { from: 'core/adapters/serves.ts', to: 'express', rules: ['core-has-no-framework'] },
  { from: 'core/queries.ts', to: 'drizzle-orm', rules: ['core-has-no-framework', 'only-db-knows-sql'] },
  { from: 'core/chats.ts', to: 'grammy', rules: ['core-speaks-to-nobody'] },
  { from: 'core/orders/reads.ts', to: 'node:fs', rules: ['core-speaks-to-nobody'] },
  { from: 'core/orders/calls.ts', to: 'node:https', rules: ['core-speaks-to-nobody'] },
  { from: 'core/service.ts', to: 'core/adapters/index.ts', rules: ['only-roots-see-adapters'] },
  { from: 'api/app-with-adapter.ts', to: 'core/adapters/index.ts', rules: ['only-roots-see-adapters'] },
  { from: 'bot/bot-with-adapter.ts', to: 'core/adapters/clock.ts', rules: ['only-roots-see-adapters'] },
  { from: 'api/routes/bots.ts', to: 'db/index.ts', rules: ['only-roots-see-db'] },
  { from: 'bot/operator.ts', to: 'db/index.ts', rules: ['only-roots-see-db'] },
  { from: 'api/queries.ts', to: 'better-sqlite3', rules: ['only-db-knows-sql'] },
  { from: 'db/asks-api.ts', to: 'api/app.ts', rules: ['db-knows-ports-only'] },
  { from: 'db/sqlite/asks.ts', to: 'db/postgres/index.ts', rules: ['databases-apart-1'] },
  { from: 'db/postgres/asks.ts', to: 'db/sqlite/index.ts', rules: ['databases-apart-2'] },
  { from: 'db/work/asks.ts', to: 'db/sqlite/index.ts', rules: ['work-knows-no-database'] },
  { from: 'api/asks-bot.ts', to: 'bot/bot.ts', rules: ['api-and-bot-apart-1'] },
  { from: 'bot/asks-api.ts', to: 'api/app.ts', rules: ['api-and-bot-apart-2'] },
  { from: 'api/asks-script.ts', to: 'scripts/start.ts', rules: ['processes-know-no-scripts'] },
  { from: 'web/src/asks.ts', to: 'api/app.ts', rules: ['cabinet-knows-the-interface-only'] },
  { from: 'api/asks-cabinet.ts', to: 'web/src/main.ts', rules: ['nobody-knows-the-cabinet'] },
  { from: 'api/routes/orders.ts', to: 'core/orders/links.ts', rules: ['one-face-from-outside'] },
  { from: 'scripts/deep.ts', to: 'core/adapters/platform/gate.ts', rules: ['one-face-from-outside'] },
  { from: 'db/deep.ts', to: 'core/orders/links.ts', rules: ['one-face-from-outside'] },
  { from: 'core/bots/deep.ts', to: 'core/orders/links.ts', rules: ['one-face-between-folders'] },
  { from: 'core/deep.ts', to: 'core/orders/links.ts', rules: ['one-face-from-above'] },
  { from: 'core/orders/deep.ts', to: 'core/orders/choosing/rank.ts', rules: ['one-face-inside'] },
  { from: 'api/tested.ts', to: 'test/support/world.ts', rules: ['tests-stay-tests'] },
  { from: 'scripts/demo/tested.ts', to: 'test/support/world.ts', rules: ['tests-stay-tests'] },
  { from: 'api/measured.ts', to: 'tools/bench/run.ts', rules: ['tests-stay-tests'] },
  { from: 'tools/bench/tested.ts', to: 'test/deep.test.ts', rules: ['tools-need-no-test'] },
  { from: 'api/emulates.ts', to: 'emulator/main.ts', rules: ['only-the-demo-uses-the-emulator'] },
  { from: 'emulator/serves.ts', to: 'core/ports.ts', rules: ['emulator-stands-alone'] },
  { from: 'client/src/asks-core.ts', to: 'core/service.ts', rules: ['client-stands-alone'] },
  { from: 'client/src/reads.ts', to: 'node:fs', rules: ['client-stands-alone'] },
  { from: 'api/asks-itself.ts', to: 'client/src/index.ts', rules: ['only-users-see-the-client'] },
  { from: 'networks/asks-client.ts', to: 'client/src/index.ts', rules: ['networks-stand-alone'] },
  { from: 'core/orders/asks.ts', to: 'networks/index.ts', rules: ['only-adapters-see-networks'] },
  { from: 'api/asks-network.ts', to: 'networks/index.ts', rules: ['only-adapters-see-networks'] },
  { from: 'core/orders/egg.ts', to: 'core/orders/hen.ts', rules: ['no-circles'] },
  { from: 'api/checks.ts', to: 'fast-check', rules: ['production-needs-no-development-package'] },
  { from: 'api/lost.ts', to: './nowhere.js', rules: ['everything-is-there'] },
  { from: 'api/unnamed.ts', to: 'stowaway', rules: ['packages-are-named'] },
];

/** Arrows that look alike and are right. */
const right: Omit<Arrow, 'rules'>[] = [
  { from: 'db/port.ts', to: 'core/ports/order-store.ts' },
  { from: 'core/bots/ports.ts', to: 'core/ports/order-store.ts' },
  { from: 'core/port.ts', to: 'core/ports/order-store.ts' },
  { from: 'api/app.ts', to: 'core/ports.ts' },
  { from: 'api/main.ts', to: 'db/index.ts' },
  { from: 'bot/main.ts', to: 'core/adapters/clock.ts' },
  { from: 'scripts/start.ts', to: 'core/adapters/index.ts' },
  { from: 'core/adapters/index.ts', to: 'core/adapters/platform/index.ts' },
  { from: 'core/adapters/platform/gate.ts', to: 'grammy' },
  { from: 'core/adapters/clock.ts', to: 'node:fs' },
  { from: 'core/adapters/says.ts', to: 'words/index.ts' },
  { from: 'core/adapters/other-networks.ts', to: 'networks/index.ts' },
  { from: 'client/src/gate.ts', to: 'networks/index.ts' },
  { from: 'bot/workers/report.ts', to: 'db/index.ts' },
  { from: 'core/ports.ts', to: 'core/ports/order-store.ts' },
  { from: 'core/bots/index.ts', to: 'core/orders/index.ts' },
  { from: 'core/orders/index.ts', to: 'core/orders/links.ts' },
  { from: 'core/orders/links.ts', to: 'node:crypto' },
  { from: 'db/index.ts', to: 'drizzle-orm' },
  { from: 'scripts/demo/index.ts', to: 'emulator/main.ts' },
  { from: 'test/deep.test.ts', to: 'core/orders/links.ts' },
  { from: 'scripts/demo/bots.ts', to: 'client/src/index.ts' },
  { from: 'tools/bench/stages.ts', to: 'test/support/world.ts' },
  { from: 'test/held.test.ts', to: 'tools/bench/run.ts' },
];

/** What the arrows above lead to. */
const plain = [
  'bot/bot.ts',
  'client/src/index.ts',
  'core/orders/choosing/rank.ts',
  'core/ports/order-store.ts',
  'db/postgres/index.ts',
  'db/sqlite/index.ts',
  'networks/index.ts',
  'test/support/world.ts',
  'tools/bench/run.ts',
  'web/src/main.ts',
  'words/index.ts',
];

const tests = { 'fast-check': '1.0.0' };
const named = { express: '1.0.0', grammy: '1.0.0', 'drizzle-orm': '1.0.0', 'better-sqlite3': '1.0.0' };

async function build(house: string): Promise<void> {
  const write = async (file: string, text: string) => {
    await mkdir(path.dirname(path.join(house, file)), { recursive: true });
    await writeFile(path.join(house, file), text);
  };
  await write(
    'package.json',
    JSON.stringify({ type: 'module', dependencies: named, devDependencies: tests }),
  );
  for (const name of [...Object.keys({ ...named, ...tests }), 'stowaway']) {
    await write(`node_modules/${name}/package.json`, JSON.stringify({ name, main: 'index.js' }));
    await write(`node_modules/${name}/index.js`, 'module.exports = {};\n');
  }
  for (const { from, to } of [...right, ...wrong])
    await write(from, `import * as it from '${specifier(from, to)}';\nexport const held = it;\n`);
  await write('core/orders/hen.ts', "export { held } from './egg.js';\n");
  for (const file of [...plain, 'core/adapters/platform/index.ts', 'emulator/main.ts'])
    await write(file, 'export const held = 1;\n');
  await write('core/orders/his.ts', "import type { Her } from './her.js';\nexport type His = Her | 1;\n");
  await write('core/orders/her.ts', "import type { His } from './his.js';\nexport type Her = His | 2;\n");
  // No file needs itself here, but the folders need each other.
  await write(
    'core/aunt/index.ts',
    "import type { Son } from '../uncle/index.js';\nexport type Aunt = Son;\n",
  );
  await write('core/uncle/index.ts', 'export type Son = 1;\n');
  await write(
    'core/uncle/uncle.ts',
    "import type { Aunt } from '../aunt/index.js';\nexport type It = Aunt;\n",
  );
  await write('core/types-chat.ts', "import type { Api } from 'grammy';\nexport type Held = Api;\n");
  await symlink(path.join(repository, 'tsconfig.json'), path.join(house, 'tsconfig.json'));
}

/** How a file of the house imports another, or a package. */
function specifier(from: string, to: string): string {
  if (!to.endsWith('.ts')) return to;
  const way = path.relative(path.dirname(from), to).replace(/\.ts$/, '.js');
  return way.startsWith('.') ? way : `./${way}`;
}

async function violationsIn(folder: string): Promise<{ rule: string; from: string; to: string }[]> {
  const options = await extractDepcruiseOptions(path.join(repository, '.dependency-cruiser.cjs'));
  const folders = [
    'api',
    'bot',
    'client/src',
    'core',
    'db',
    'emulator',
    'networks',
    'scripts',
    'test',
    'tools',
    'web',
    'words',
  ];
  const { output } = await cruise(folders, { ...options, baseDir: folder, validate: true }, {});
  const { summary } = output as ICruiseResult;
  expect(summary.totalCruised).toBeGreaterThan(right.length);
  return summary.violations.map(({ rule, from, to }) => ({ rule: rule.name, from, to }));
}

describe('the boundaries', () => {
  let house = '';
  let violations: Awaited<ReturnType<typeof violationsIn>> = [];

  beforeAll(async () => {
    house = await mkdtemp(path.join(tmpdir(), 'sponsorgate-house-'));
    await build(house);
    violations = await violationsIn(house);
  });
  afterAll(() => rm(house, { recursive: true, force: true }));

  const broken = (from: string) =>
    [...new Set(violations.filter((violation) => violation.from === from).map(({ rule }) => rule))].sort();

  it.each(wrong)('forbid $from → $to', ({ from, rules }) => {
    expect(broken(from)).toEqual(rules);
  });

  it('forbid circles between folders, of types alone too', () => {
    expect(broken('core/aunt')).toEqual(['no-folder-circles']);
    expect(broken('core/uncle')).toEqual(['no-folder-circles']);
  });

  it('forbid an arrow of types alone', () => {
    expect(broken('core/types-chat.ts')).toEqual(['core-speaks-to-nobody']);
  });

  it('allow types to name each other', () => {
    expect([...broken('core/orders/his.ts'), ...broken('core/orders/her.ts')]).toEqual([]);
  });

  it.each(right)('allow $from → $to', ({ from }) => {
    expect(broken(from)).toEqual([]);
  });

  it('have a wrong arrow here for each of their rules', async () => {
    const { ruleSet } = await extractDepcruiseOptions(path.join(repository, '.dependency-cruiser.cjs'));
    const names = (ruleSet?.forbidden ?? []).map(({ name }) => name);
    // That of folders is no arrow from one file: see above.
    const shown = new Set([...wrong.flatMap(({ rules }) => rules), 'no-folder-circles']);
    expect([...shown].sort()).toEqual(names.sort());
  });
});
