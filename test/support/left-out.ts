/** What is left out when the tests run over PostgreSQL (`npm run test:postgres`), and why. Everything else runs there. */

const filesIn = (folder: string, names: string): string[] =>
  names.split(' ').map((name) => `${folder}/${name}.test.ts`);

export const leftOut = {
  'about SQLite itself: its file, its log, its locks, its plans and its migrations': [
    ...filesIn('test/contract', 'backup check-pace executor processes query-plan sqlite'),
    ...filesIn('test/e2e', 'backup offsite'),
    ...filesIn('test', 'bench'),
    ...filesIn('test/processes', 'damaged-file full-disk unusable-store'),
  ],
  'brings both databases by itself, whatever is asked for': [
    ...filesIn('test/e2e', 'migrate-store'),
    ...filesIn('test/move', 'move'),
  ],
  'is about what a browser shows, whatever the store': [
    ...filesIn('test/e2e', 'pictures walk'),
    ...filesIn('test/cabinet', 'names panels surroundings ways'),
  ],
  'touches no store': [
    ...filesIn('test', 'boundaries browser failover layouts left-out setup tidy'),
    ...filesIn('test/emulator', 'chats control held maker members messages phone state types updates'),
    ...filesIn('test/api', 'fields interface turn'),
    ...filesIn('test/contract', 'migrations'),
    ...filesIn('test/bot', 'membership-service platform polling safe-html webhook-receiver words'),
    ...filesIn('test/core', 'choosing choosing-day choosing-figures choosing-life choosing-tally'),
    ...filesIn('test/core', 'choosing-targeting config days filters geo holding links money outgoing pacing'),
    ...filesIn('test/core', 'photo-classifier pricing schedule secrets settlement targeting traits workbook'),
    ...filesIn('test/client', 'interface state webhooks'),
    ...filesIn('test/metrics', 'documented-lines listener'),
  ],
};

/** Of these, what runs over Citus: there it brings databases that are spread. */
const alsoOverCitus: ReadonlySet<string> = new Set(filesIn('test/move', 'move'));

/** Files that a run leaves out. @param isSpread whether it is over Citus */
export const leftOutOver = ({ isSpread }: { isSpread: boolean }): string[] =>
  Object.values(leftOut)
    .flat()
    .filter((file) => !isSpread || !alsoOverCitus.has(file));
