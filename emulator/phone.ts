/** Serves the phone page's files, and the script that web apps load. */
import { existsSync, readFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { fileURLToPath } from 'node:url';

const types: Record<string, string> = {
  html: 'text/html; charset=utf-8',
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  svg: 'image/svg+xml',
};

export function servePhone(response: ServerResponse, url: URL): void {
  const path = url.pathname;
  // Pages that lead back into the messenger can do so here, where no outside host answers.
  if (path.startsWith('/t.me/')) {
    response.writeHead(302, {
      location: `/#/open/${encodeURIComponent(path.slice('/t.me/'.length) + url.search)}`,
    });
    response.end();
    return;
  }
  const name = path === '/' ? 'index.html' : path.slice(1);
  const file =
    name === 'js/telegram-web-app.js'
      ? inFolder('telegram-web-app.js')
      : /^[\w-]+\.(html|css|js|svg)$/.test(name)
        ? inFolder(name)
        : null;
  const type = types[file?.split('.').at(-1) ?? ''];
  if (file === null || type === undefined || !existsSync(file)) {
    response.writeHead(404, { 'content-type': 'text/plain; charset=utf-8' });
    response.end('There is nothing here. The phone page is at /\n');
    return;
  }
  response.writeHead(200, {
    'content-type': type,
    'cache-control': 'no-cache',
    'x-content-type-options': 'nosniff',
    ...(name === 'index.html' ? pageHeaders : {}),
  });
  response.end(readFileSync(file));
}

/** Web apps of any address may be framed; everything else is our own. */
const pageHeaders = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; frame-src http: https:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
};

const inFolder = (name: string): string => fileURLToPath(new URL(`./phone/${name}`, import.meta.url));
