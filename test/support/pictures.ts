/**
 * Pictures of screens. `npm run pictures` writes those of the documents, `docs/images`; any other run keeps its own beside the
 * tests' other pictures, so that a test never changes the repository.
 */
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import type { Page } from 'playwright-core';

const repository = path.resolve(import.meta.dirname, '../..');

export function pictureFolder(): string {
  const folder = process.env['PICTURES'] === '1' ? 'docs/images' : 'test/artifacts/pictures';
  const absolute = path.join(repository, folder);
  mkdirSync(absolute, { recursive: true });
  return absolute;
}

/** Takes a picture of what the page shows, or of all of it, once its fonts and images are there. */
export async function picture(page: Page, name: string, options: { fullPage?: boolean } = {}): Promise<void> {
  await page.evaluate('document.fonts.ready');
  // What fades in or slides would be caught on its way.
  await page.screenshot({
    path: path.join(pictureFolder(), `${name}.png`),
    animations: 'disabled',
    ...options,
  });
}
