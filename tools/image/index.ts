/**
 * `npm run image`: builds the image of the Dockerfile and tries it, read-only, as compose.yaml starts it. Docker or Podman
 * build it; where neither runs, Buildah plays each line in a chroot (root, and Debian's buildah and debootstrap).
 */
import { randomBytes } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { createPlatform } from '../../emulator/platform.js';
import { PlatformClient } from '../../emulator/client.js';
import { type Builder, findBuilder, type Running } from './builders.js';

const IMAGE = 'sponsorgate';
/** Nothing was tried, which is not the same as that all is well. */
const NOT_TRIED = 2;
const PORT = 18_080;
/** As the image has it for the time of a start. */
const HEALTHY_MS = 60_000;
const token = '800:token-of-the-operator-bot-of-an-image';

const say = (text: string) => process.stdout.write(`${text}\n`);

async function tryOut(builder: Builder): Promise<string[]> {
  const platform = await createPlatform({ port: 0 });
  const client = new PlatformClient(platform.url);
  await client.bots({ token, username: 'ImageBot', first_name: 'Image' });
  const running = builder.start(IMAGE, {
    BOT_TOKEN: token,
    SECRETS_KEY: randomBytes(32).toString('base64'),
    PLATFORM_API_ROOT: platform.url,
    API_PORT: String(PORT),
  });
  try {
    return [...(await faultsIn(running, builder.health(IMAGE)))];
  } finally {
    client.close();
    await platform.close();
  }
}

async function faultsIn(running: Running, health: string[]): Promise<string[]> {
  const startedMs = performance.now();
  while (running.inside(...health) === null && performance.now() - startedMs < HEALTHY_MS)
    await setTimeout(500);
  const took = Math.round(performance.now() - startedMs);
  const page = await fetch(`http://127.0.0.1:${String(PORT)}/docs`).catch(() => null);
  const accounts = running.inside('npm', 'run', '--silent', 'admin', '--', 'accounts', '--json') ?? '';
  const outcomes: [string, boolean][] = [
    [`its own check says that it is well (${String(took)} ms)`, took < HEALTHY_MS],
    ['it answers under the port of its setting', page?.status === 200],
    ['admin works inside', accounts.includes('"total"')],
    ['it is not root', running.inside('id', '-u') === '1000'],
    ['data can be written', running.inside('touch', '/app/data/written') !== null],
    ['its own files cannot be written', running.inside('touch', '/app/dist/written') === null],
    ['it stops in peace', (await running.stop()) === 0],
  ];
  for (const [what, isSo] of outcomes) say(`${isSo ? 'good ' : 'FAULT'}  ${what}`);
  return outcomes.filter(([, isSo]) => !isSo).map(([what]) => what);
}

const builder = findBuilder();
if (builder === null) {
  say(
    'Nothing here builds images: no Docker, no Podman; as root, `apt-get install buildah debootstrap` would do.',
  );
  process.exitCode = NOT_TRIED;
} else {
  const startedMs = performance.now();
  say(`Built by ${builder.name} ...`);
  builder.build(IMAGE);
  say(`Built in ${String(Math.round((performance.now() - startedMs) / 1_000))} s: ${IMAGE}`);
  const faults = await tryOut(builder);
  process.exitCode = faults.length === 0 ? 0 : 1;
}
