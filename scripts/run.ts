/**
 * What `npm start` does: migrates the database and runs the service. With BOT_TOKEN set it runs against the real platform;
 * without, it brings up the emulated platform and a demo world around itself.
 *
 * Arguments: `api` or `bot` starts that process alone; `--json` prints one line of JSON on stdout once everything
 * answers. Everything else goes to stderr.
 */
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { backupFolder, makesBackups, requireSchedule } from '../core/adapters/backup-runner.js';
import { filesFolder } from '../core/adapters/files.js';
import { logFormat } from '../core/adapters/log.js';
import { parseSettings, type Settings, SettingsError, publicUrl } from '../core/config.js';
import { migrate } from '../db/index.js';
import { whyUnwritable } from '../db/sqlite/backup/index.js';
import { openService } from './compose.js';
import { describeDemo, startDemo } from './demo/index.js';
import { demoEnvironment } from './demo/environment.js';
import { loadEnvFile } from './env-file.js';
import { createProcessGroup, servicePlan } from './processes.js';
import type { Stopping } from './stopping.js';

const report = (text: string) => process.stderr.write(`${text}\n`);

/**
 * Reports settings that a service for real people needs, and can be started without: what is not set or not taken, what does
 * not work for it, and what to do.
 * @param refused the platform's words, where it refuses BOT_TOKEN
 * @param only the process that is started alone
 */
function reportGaps(settings: Settings, refused?: string, only?: 'api' | 'bot'): void {
  const noToken = `BOT_TOKEN is refused by the platform (${refused ?? ''}). The operator bot is silent, no join is seen, and nothing is sent.
  Copy the token that @BotFather shows for your bot, and start again.`;
  const noModerator = `MODERATOR_IDS is not set. Nobody is asked about new orders, and no order is shown before somebody has approved it;
  only \`npm run admin -- queue\` and \`approve\` can. Set it to the platform ids of those who moderate, such as your own.`;
  const noAddress = `PUBLIC_URL is not set. Links to the form, smart links, resources, statistics and reports lead to ${publicUrl(settings)},
  which only this machine reaches: users and customers cannot open them. Set it to the address that people reach, with https.`;
  // Without these the first report would find out, and the first backup, at night.
  const closed = only === 'api' || !makesBackups(settings) ? null : whyUnwritable(backupFolder(settings));
  const noFiles = only === 'api' ? null : whyUnwritable(filesFolder(settings));
  const noReport = `No report can be made: ${noFiles ?? ''}. Set DATA_DIR to a folder that the service may write.`;
  const noBackup = `No backup can be made: ${closed ?? ''}. Set BACKUP_DIR to a folder that the service may write.`;
  const gaps = [
    ...(refused === undefined ? [] : [noToken]),
    ...(settings.MODERATOR_IDS.length === 0 ? [noModerator] : []),
    ...(settings.PUBLIC_URL === undefined ? [noAddress] : []),
    ...(noFiles === null ? [] : [noReport]),
    ...(closed === null ? [] : [noBackup]),
  ].map((gap) => `\n  !! ${gap.replaceAll('\n', '\n   ')}`);
  if (gaps.length > 0) report(`\nNot all of it works:\n${gaps.join('\n')}`);
}

/** The last words of a start: what runs, and what to do next. */
function outcome(url: string, operatorBot: string, refused: string | undefined): string {
  if (refused !== undefined)
    return `\nOnly the api works, at ${url}\nCtrl-C stops it. Set another BOT_TOKEN: the platform refuses this one.`;
  // Its name is unknown while the platform does not answer.
  const named = operatorBot === '' ? 'the platform does not answer yet' : `@${operatorBot}`;
  const next = `Ctrl-C stops it. Now write /start to ${operatorBot === '' ? 'your operator bot' : named}`;
  return `\nThe service runs.\n  api           ${url}\n  operator bot  ${named}\n\n${next}`;
}

/** So much later than a child's end our own signal may be heard. */
const SIGNAL_LATE_MS = 200;

async function start(stopping: Stopping): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { json: { type: 'boolean', default: false }, help: { type: 'boolean', default: false } },
  });
  const only = positionals[0];
  if (values.help || positionals.length > 1 || (only !== undefined && only !== 'api' && only !== 'bot')) {
    report(
      'npm start [-- --json]   everything\nnpm run start:api       the api process alone\nnpm run start:bot       the bot process alone',
    );
    process.exitCode = values.help ? 0 : 2;
    return;
  }
  loadEnvFile();
  const isDemo = !process.env['BOT_TOKEN'];
  if (isDemo) Object.assign(process.env, demoEnvironment(process.env));
  const settings = parseSettings(process.env);
  requireSchedule(settings);
  // The processes cannot see it: their stdout leads to us.
  process.env['LOG_FORMAT'] = logFormat(settings);
  const { DATABASE_URL, DATABASE_DIRECT_URL = DATABASE_URL, DATABASE_DISTRIBUTED: distributed } = settings;
  await migrate(DATABASE_DIRECT_URL, { distributed, pooledUrl: DATABASE_URL });
  // What does not fit is said once, and before a demo fills its platform.
  await (await openService(settings)).close();

  const group = createProcessGroup(report, stopping);
  stopping.onStop(() => group.stop());
  if (only !== undefined) {
    const { refused, ...announced } = await group.start(servicePlan(only, {}));
    if (!isDemo) reportGaps(settings, refused, only);
    report(`${only} is running: ${Object.values(announced).join(' ')}`);
    return;
  }
  if (isDemo) {
    const world = await startDemo(group, settings, stopping);
    if (values.json) process.stdout.write(`${JSON.stringify(world)}\n`);
    else report(describeDemo(world));
    return;
  }
  const { api: url = '' } = await group.start(servicePlan('api', {}));
  const bot = await group.start(servicePlan('bot', { PUBLIC_URL: settings.PUBLIC_URL ?? url }));
  const { bot: operatorBot = '', refused } = bot;
  if (values.json)
    process.stdout.write(`${JSON.stringify({ api: url, operator_bot: operatorBot, refused })}\n`);
  reportGaps({ ...settings, API_PORT: Number(new URL(url).port) }, refused);
  if (values.json) return;
  report(outcome(url, operatorBot, refused));
}

/** Starts what the arguments ask for; ends the process, in words, when that fails. */
export async function run(stopping: Stopping): Promise<void> {
  try {
    await start(stopping);
  } catch (error) {
    // What was starting was stopped on its way: the stop ends the process. A terminal sends Ctrl-C to all processes, and
    // a child may be gone a moment before our own signal is heard.
    await setTimeout(SIGNAL_LATE_MS);
    if (stopping.hasBegun) return;
    const words = error instanceof Error ? error.message : String(error);
    report(error instanceof SettingsError ? words : `The service could not start: ${words}`);
    process.exit(1);
  }
}
