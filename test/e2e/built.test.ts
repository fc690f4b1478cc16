/** What was built runs by itself, without the sources it was built of: that is all that an image has (`docs/layouts`). */
import { cp, mkdir, mkdtemp, readFile, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { removeFolder, type RunningDemo, startDemo } from '../support/service-process.js';

const repository = path.resolve(import.meta.dirname, '../..');

let elsewhere: string;
let demo: RunningDemo;
beforeAll(async () => {
  elsewhere = await mkdtemp(path.join(tmpdir(), 'sponsorgate-built-'));
  for (const name of ['dist', 'package.json'])
    await cp(path.join(repository, name), path.join(elsewhere, name), { recursive: true });
  // What `npm prune --omit=dev` leaves: of the packages that it names itself, those it runs with.
  const { dependencies } = JSON.parse(await readFile(path.join(repository, 'package.json'), 'utf8')) as {
    dependencies: Record<string, string>;
  };
  for (const name of Object.keys(dependencies)) {
    const place = path.join(elsewhere, 'node_modules', name);
    await mkdir(path.dirname(place), { recursive: true });
    await symlink(path.join(repository, 'node_modules', name), place);
  }
  demo = await startDemo({ built: path.join(elsewhere, 'dist') });
}, 60_000);
afterAll(async () => {
  await demo.stop();
  await removeFolder(demo.folder);
  await removeFolder(elsewhere);
}, 30_000);

it('pages, their files and the words of the operator bot are there', async () => {
  const { api } = demo.world;
  for (const page of ['/docs', '/openapi.json', '/client', '/healthz', '/readyz'])
    expect((await fetch(`${api}${page}`)).status, page).toBe(200);
  const { packages } = (await (await fetch(`${api}/client`)).json()) as { packages: { url: string }[] };
  expect(packages).toHaveLength(2);
  for (const { url } of packages) expect((await fetch(url)).status, url).toBe(200);
  const html = await (await fetch(`${api}/docs`)).text();
  const files = [...html.matchAll(/(?:href|src)="(\/[^"]+)"/g)].map(([, file = '']) => file);
  expect(files.length).toBeGreaterThan(1);
  for (const file of files) expect((await fetch(`${api}${file}`)).status, file).toBe(200);
});
