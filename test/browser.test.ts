import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { describeInBrowser, findBrowser, launchBrowser } from './browser.js';

describe('finding a browser', () => {
  it('prefers the one that is named', () => {
    expect(findBrowser({ CHROMIUM_PATH: '/opt/chrome', PATH: process.env['PATH'] })).toBe('/opt/chrome');
  });

  it('prefers the headless shell to a whole Chromium, wherever on PATH it is', () => {
    const folders = [0, 1].map(() => mkdtempSync(path.join(tmpdir(), 'browsers-')));
    const [whole, shell] = ['chromium', 'chromium-headless-shell'].map((name, index) => {
      const file = path.join(folders[index]!, name);
      writeFileSync(file, '', { mode: 0o755 });
      return file;
    });
    expect(findBrowser({ PATH: folders.join(path.delimiter) })).toBe(shell);
    expect(findBrowser({ PATH: folders[0] })).toBe(whole);
    for (const folder of folders) rmSync(folder, { recursive: true });
  });

  it('finds none where PATH holds none', () => {
    expect(findBrowser({ PATH: '/nowhere' })).toBeNull();
  });
});

describeInBrowser('a test browser', () => {
  it('shows a page, and keeps nothing for the next', async () => {
    const server = createServer((request, response) => {
      response.setHeader('set-cookie', 'seen=1; Max-Age=600');
      response.setHeader('content-type', 'text/html');
      response.end(`<title>${request.headers.cookie ?? 'fresh'}</title>`);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}/`;
    const titles: string[] = [];
    for (const visits of [2, 1]) {
      const { context, close } = await launchBrowser({ viewport: { width: 390, height: 844 } });
      const page = await context.newPage();
      for (let visit = 0; visit < visits; visit += 1) {
        await page.goto(url);
        titles.push(await page.title());
      }
      await close();
    }
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    expect(titles).toEqual(['fresh', 'seen=1', 'fresh']);
  });
});
