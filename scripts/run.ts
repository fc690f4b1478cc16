/**
 * What `npm start` does: migrates the database and runs the service. With BOT_TOKEN set it runs against the real platform;
 * without, it brings up the emulated platform and a demo world around itself.
 *
 * Arguments: `api` or `bot` starts that process alone; `--json` prints one line of JSON on stdout once everything
 * answers. Everything else goes to stderr.
 */
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { logFormat } from '../core/adapters/log.js';
import { parseSettings, type Settings, SettingsError } from '../core/config.js';
import { migrate } from '../db/index.js';
import { openService } from './compose.js';
import { describeDemo, startDemo } from './demo/index.js';
import { demoEnvironment } from './demo/environment.js';
import { loadEnvFile } from './env-file.js';
import { describeGaps, settingGaps } from './gaps.js';
import { createProcessGroup } from './processes.js';
import { servicePlan } from './service-plan.js';
import type { Stopping } from './stopping.js';

const tell = (text: string) => process.stderr.write(`${text}\n`);

function tellGaps(settings: Settings, refused: string | undefined): void {
  const gaps = settingGaps(settings, refused);
  if (gaps.length > 0) tell(describeGaps(gaps));
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
  if (values.help || (only !== undefined && only !== 'api' && only !== 'bot')) {
    tell(
      'npm start [-- --json]   everything\nnpm run start:api       the api process alone\nnpm run start:bot       the bot process alone',
    );
    process.exitCode = values.help ? 0 : 2;
    return;
  }
  loadEnvFile();
  const isDemo = !process.env['BOT_TOKEN'];
  if (isDemo) Object.assign(process.env, demoEnvironment(process.env));
  const settings = parseSettings(process.env);
  // The processes cannot see it: their stdout leads to us.
  process.env['LOG_FORMAT'] = logFormat(settings);
  const { DATABASE_URL, DATABASE_DIRECT_URL = DATABASE_URL, DATABASE_DISTRIBUTED: distributed } = settings;
  await migrate(DATABASE_DIRECT_URL, { distributed });
  // What does not fit is said once, and before a demo fills its platform.
  await (await openService(settings)).close();

  const group = createProcessGroup(tell, stopping);
  stopping.onStop(() => group.stop());
  if (only !== undefined) {
    const { refused, ...announced } = (await group.start(servicePlan(only, {}))).announced;
    if (!isDemo) tellGaps(settings, refused);
    tell(`${only} is running: ${Object.values(announced).join(' ')}`);
    return;
  }
  if (isDemo) {
    const demo = await startDemo(group, settings, stopping);
    if (values.json) process.stdout.write(`${JSON.stringify(demo.world)}\n`);
    else tell(describeDemo(demo.world));
    return;
  }
  const api = await group.start(servicePlan('api', {}));
  const url = api.announced['api'] ?? '';
  const bot = await group.start(servicePlan('bot', { PUBLIC_URL: settings.PUBLIC_URL ?? url }));
  const { bot: operatorBot = '', refused } = bot.announced;
  if (values.json)
    process.stdout.write(`${JSON.stringify({ api: url, operator_bot: operatorBot, refused })}\n`);
  tellGaps({ ...settings, API_PORT: Number(new URL(url).port) }, refused);
  if (values.json) return;
  tell(outcome(url, operatorBot, refused));
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
    tell(error instanceof SettingsError ? words : `The service could not start: ${words}`);
    process.exit(1);
  }
}
