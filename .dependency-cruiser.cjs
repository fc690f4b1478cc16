/**
 * The walls of the house (docs/architecture.md): arrows point inwards only. `test/boundaries.test.ts` shows that each
 * rule can fail.
 */

/** Those who put the parts together: they alone see the store and the outside world. */
const compositionRoots = [
  '^api/(main|process)\\.ts$',
  '^bot/(main|workers/[^/]+)\\.ts$',
  '^scripts/',
  '^(test|tools)/',
];

const packages = (...names) => `^(node_modules/)?(${names.join('|')})(/|$)`;

/** Of the platform that Node is, these reach out of the process. */
const worldly = [
  'child_process|cluster|dgram|dns|fs|http|http2|https|inspector|net|os|process|readline|repl|tls|tty|worker_threads',
].map((names) => `^(node:)?(${names})(/|$)`);

module.exports = {
  forbidden: [
    {
      name: 'core-knows-nobody',
      comment: 'core asks its ports; it knows neither who calls it nor who answers.',
      severity: 'error',
      from: { path: '^core/' },
      to: { path: '^(api|bot|db|scripts|test|tools|docs)/' },
    },
    {
      name: 'core-is-handed-its-words',
      comment: 'They are files; a port brings them.',
      severity: 'error',
      from: { path: '^core/', pathNot: '^core/adapters/' },
      to: { path: '^words/' },
    },
    {
      name: 'core-has-no-framework',
      comment: 'HTTP and SQL are for those around core.',
      severity: 'error',
      from: { path: '^core/' },
      to: { path: packages('express', 'helmet', 'drizzle-orm', 'better-sqlite3', 'pg') },
    },
    {
      name: 'core-speaks-to-nobody',
      comment:
        'Inside core only core/adapters may know the platform, its types too, or reach out of the process.',
      severity: 'error',
      from: { path: '^core/', pathNot: '^core/adapters/' },
      to: {
        path: [
          packages('grammy', '@grammyjs', 'exceljs', 'maxmind', 'jpeg-js', 'pngjs', 'node-cron', 'pino'),
          ...worldly,
        ],
      },
    },
    {
      name: 'only-roots-see-adapters',
      comment: 'The outside world is handed to createService by a composition root.',
      severity: 'error',
      from: { path: '^(api|bot|core|db|scripts|docs)/', pathNot: ['^core/adapters/', ...compositionRoots] },
      to: { path: '^core/adapters/' },
    },
    {
      name: 'only-roots-see-db',
      comment: 'The store is handed to createService by a composition root.',
      severity: 'error',
      from: { path: '^(api|bot|core|db|scripts|docs)/', pathNot: ['^db/', ...compositionRoots] },
      to: { path: '^db/' },
    },
    {
      name: 'only-db-knows-sql',
      comment: 'Another database is another adapter; nothing else changes for it.',
      severity: 'error',
      from: { path: '^(api|bot|core|scripts|docs)/' },
      to: { path: packages('drizzle-orm', 'drizzle-kit', 'better-sqlite3', 'pg') },
    },
    {
      name: 'db-knows-ports-only',
      comment: 'The store implements the ports of core; it calls no use case and no adapter.',
      severity: 'error',
      from: { path: '^db/' },
      to: { path: '^(api|bot|scripts|test|tools|docs|words)/' },
    },
    {
      name: 'databases-apart-1',
      comment: 'What both databases do is in db/work; each has its own folder beside it.',
      severity: 'error',
      from: { path: '^db/sqlite/' },
      to: { path: '^db/postgres/' },
    },
    {
      name: 'databases-apart-2',
      comment: 'What both databases do is in db/work; each has its own folder beside it.',
      severity: 'error',
      from: { path: '^db/postgres/' },
      to: { path: '^db/sqlite/' },
    },
    {
      name: 'work-knows-no-database',
      comment: 'Work is written once; what differs is handed to it.',
      severity: 'error',
      from: { path: '^db/work/' },
      to: { path: '^db/(sqlite|postgres|move)/' },
    },
    {
      name: 'api-and-bot-apart-1',
      comment: 'Two processes; the store is their only channel.',
      severity: 'error',
      from: { path: '^api/' },
      to: { path: '^bot/' },
    },
    {
      name: 'api-and-bot-apart-2',
      comment: 'Two processes; the store is their only channel.',
      severity: 'error',
      from: { path: '^bot/' },
      to: { path: '^api/' },
    },
    {
      name: 'processes-know-no-scripts',
      comment: 'Scripts start the processes, not the other way round.',
      severity: 'error',
      from: { path: '^(api|bot)/' },
      to: { path: '^(scripts|docs)/' },
    },
    {
      name: 'one-face-from-outside',
      comment:
        'A folder of core is entered through its index.ts. Each port and each adapter is a face of its own.',
      severity: 'error',
      from: { path: '^(api|bot|db|scripts|docs)/' },
      to: {
        path: '^core/[^/]+/',
        pathNot: ['^core/[^/]+/index\\.ts$', '^core/ports/', '^core/adapters/[^/]+(/index)?\\.ts$'],
      },
    },
    {
      name: 'one-face-inside',
      comment: 'A folder inside a folder of core is entered through its index.ts too.',
      severity: 'error',
      from: { path: '^core/([^/]+)/[^/]+\\.ts$' },
      to: { path: '^core/$1/[^/]+/', pathNot: '^core/$1/[^/]+/index\\.ts$' },
    },
    {
      name: 'one-face-between-folders',
      comment:
        'A folder of core is entered through its index.ts, by its neighbours too. Each port is a face of its own.',
      severity: 'error',
      from: { path: '^core/([^/]+)/', pathNot: '^core/ports/' },
      to: {
        path: '^core/[^/]+/',
        pathNot: ['^core/[^/]+/index\\.ts$', '^core/ports/', '^core/$1/'],
      },
    },
    {
      name: 'one-face-from-above',
      comment:
        'A folder of core is entered through its index.ts, by the files above it too; core/x.ts may be the face of core/x/.',
      severity: 'error',
      from: { path: '^core/([^/]+)\\.ts$' },
      to: { path: '^core/[^/]+/', pathNot: ['^core/[^/]+/index\\.ts$', '^core/ports/', '^core/$1/'] },
    },
    {
      name: 'cabinet-knows-the-interface-only',
      comment:
        'The cabinet calls documented paths; of the service it sees their types, made from the API reference.',
      severity: 'error',
      from: { path: '^web/' },
      to: { path: '^(api|bot|core|db|docs|scripts|test|tools)/' },
    },
    {
      name: 'nobody-knows-the-cabinet',
      comment: 'The api serves what was built of it, found by its place.',
      severity: 'error',
      from: { path: '^(api|bot|core|db|docs|scripts)/' },
      to: { path: '^web/' },
    },
    {
      name: 'tests-stay-tests',
      comment: 'Nothing that runs for real leans on a test, nor on what measures and simulates.',
      severity: 'error',
      from: { path: '^(api|bot|core|db|emulator|networks|scripts|docs)/' },
      to: { path: '^(test|tools)/' },
    },
    {
      name: 'tools-need-no-test',
      comment:
        'Tools use the helpers of tests, each of which lives in test/ once. A test may hold a tool, not the reverse.',
      severity: 'error',
      from: { path: '^tools/' },
      to: { path: '\\.test\\.ts$' },
    },
    {
      name: 'only-the-demo-uses-the-emulator',
      comment: 'The emulated platform serves the demo and the tests; the service knows the real one.',
      severity: 'error',
      from: {
        path: '^(api|bot|client/src|core|db|docs|examples|networks|scripts|web)/',
        pathNot: '^scripts/demo/',
      },
      to: { path: '^emulator/' },
    },
    {
      name: 'emulator-stands-alone',
      comment: 'The emulator imitates the platform for any bot: it knows nothing of the service.',
      severity: 'error',
      from: { path: '^emulator/' },
      to: { path: '^(api|bot|client|core|db|docs|examples|networks|scripts|web)/' },
    },
    {
      name: 'client-stands-alone',
      comment:
        'The client is published as it stands: it needs nothing of ours but networks/, no package, and no platform but the web’s.',
      severity: 'error',
      from: { path: '^client/src/' },
      to: { pathNot: '^(client/src|networks)/' },
    },
    {
      name: 'networks-stand-alone',
      comment: 'Adapters of other networks are published with the client: they need nothing but themselves.',
      severity: 'error',
      from: { path: '^networks/' },
      to: { pathNot: '^networks/' },
    },
    {
      name: 'only-adapters-see-networks',
      comment: 'Of the service only core/adapters speaks to other networks; core asks its port.',
      severity: 'error',
      from: { path: '^(api|bot|core|db|docs|emulator|scripts|web)/', pathNot: '^core/adapters/' },
      to: { path: '^networks/' },
    },
    {
      name: 'only-users-see-the-client',
      comment: 'What speaks to the service over HTTP may use the client: the demo’s bots, examples, tests.',
      severity: 'error',
      from: { path: '^(api|bot|core|db)/' },
      to: { path: '^client/' },
    },
    {
      name: 'no-circles',
      comment:
        'What needs each other is one thing, or the third thing between them is missing. Types may name each other.',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'no-folder-circles',
      comment:
        'Folders that need each other are one, or what they share has no home yet (core/terms has what all name). Types count.',
      severity: 'error',
      scope: 'folder',
      from: { path: '^(api|bot|core|db|emulator)' },
      to: { circular: true },
    },
    {
      name: 'production-needs-no-development-package',
      comment: 'What runs for real must run without the development packages; types do not run.',
      severity: 'error',
      from: {
        path: '^(api|bot|core|db|emulator|networks|scripts)/',
        // Run by who changes the schema, or the interface, or builds the cabinet or the packages of the client.
        pathNot: [
          '^db/(postgres|sqlite)/drizzle\\.config\\.ts$',
          '^db/drizzle/',
          '^scripts/client(-packages)?\\.mjs$',
          '^scripts/web-types\\.ts$',
        ],
      },
      to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'], pathNot: packages('@types') },
    },
    {
      name: 'everything-is-there',
      comment: 'An import that leads nowhere, or to a package that package.json does not name.',
      severity: 'error',
      from: {},
      // The cabinet's types are made by `npm run typecheck`, and `words:languages` by Vite; storage-file's package.json names types
      // that it does not have.
      to: { couldNotResolve: true, pathNot: '^\\./(schema|words)$|^words:|^@grammyjs/storage-file$' },
    },
    {
      name: 'packages-are-named',
      comment: 'A package used here stands in package.json, and did not come along with another by chance.',
      severity: 'error',
      from: {},
      to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: ['^dist/', '^client/dist/', '^data/', '^test/artifacts/', '^emulator/phone/'] },
    // An import of types alone is an arrow too.
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
    },
  },
};
