/**
 * Real browsers for tests of pages. The Chromium or Chrome of the machine is used: CHROMIUM_PATH, or the first of `names` on PATH.
 * Without one such tests are skipped by name; under CI=true that is a failure, so that nobody loses them unnoticed.
 */
import { accessSync, constants } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type BrowserContext, type BrowserContextOptions, chromium } from 'playwright-core';
import { describe, expect, it } from 'vitest';

/**
 * The headless shell comes first. It is Chromium without the window around the page. A whole Chromium opens a hidden window for each
 * profile, which took a third of the browser's processor time.
 */
const names = [
  'chromium-headless-shell',
  'chrome-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
];

/** Headless, and silent: no request leaves the machine that the page under test did not make. */
const flags = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

export interface TestBrowser {
  /** One profile; open pages with `context.newPage()`. */
  context: BrowserContext;
  close(): Promise<void>;
}

/** Where the browser is, or null. */
export function findBrowser(environment: Record<string, string | undefined> = process.env): string | null {
  const given = environment['CHROMIUM_PATH'];
  if (given !== undefined && given !== '') return given;
  const folders = (environment['PATH'] ?? '').split(path.delimiter);
  const places = names.flatMap((name) => folders.map((folder) => path.join(folder, name)));
  return places.find(isExecutable) ?? null;
}

/** A browser with a fresh profile, removed when it is closed. Viewport, colour scheme and the like are options. */
export async function launchBrowser(options: BrowserContextOptions = {}): Promise<TestBrowser> {
  const executablePath = findBrowser();
  if (executablePath === null) throw new Error(missing);
  const profile = await mkdtemp(path.join(tmpdir(), 'sponsorgate-browser-'));
  const remove = () => rm(profile, { recursive: true, force: true, maxRetries: 5 });
  try {
    const context = await chromium.launchPersistentContext(profile, {
      executablePath,
      args: flags,
      ...options,
    });
    const close = async () => {
      try {
        await context.close();
      } finally {
        await remove();
      }
    };
    return { context, close };
  } catch (error) {
    await remove();
    throw error;
  }
}

/** Tests that need a browser. */
export function describeInBrowser(name: string, tests: () => void): void {
  if (findBrowser() !== null) {
    describe(name, tests);
  } else if (process.env['CI'] === 'true') {
    describe(name, () => {
      it('has a browser to run in', () => {
        expect.fail(missing);
      });
    });
  } else {
    describe.skip(`${name} (skipped: ${missing})`, tests);
  }
}

const missing = 'no Chromium or Chrome was found; install one, or set CHROMIUM_PATH';

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
