/** The API reference, made from the routes themselves: /docs to read and to try, /openapi.json, and /llms.txt. */
import { randomBytes } from 'node:crypto';
import type { Service } from '../../core/service.js';
import { html } from '../pages/html.js';
import { pageReply } from '../pages/page.js';
import { referenceOf } from '../reference/document.js';
import { textOf } from '../reference/text.js';
import { type RawRoute, type Route, publicGet } from '../route.js';
import { send } from '../envelope.js';

const CACHE = 'public, max-age=300';
const NONCE_BYTES = 16;

/** @param routes what the reference is about */
export function referenceRoutes(routes: readonly Route[]): RawRoute[] {
  // With those of the cabinet a phone would take seconds to draw the page.
  const onPage = routes.filter(({ isOfCabinet }) => isOfCabinet !== true);
  const publicUrl = ({ settings }: Service) => settings.PUBLIC_URL ?? '/';
  const json = 'application/json; charset=utf-8';

  /** Written once for an address: all else that it says changes with the process. */
  const file = (path: string, type: string, write: (address: string) => string): RawRoute => {
    let written: { address: string; body: string } | undefined;
    return publicGet(path, ({ service, response }) => {
      const address = publicUrl(service);
      if (written?.address !== address) written = { address, body: write(address) };
      const headers = { 'Content-Type': type, 'Cache-Control': CACHE };
      send(response, { code: 200, headers, body: written.body });
    });
  };

  const page = publicGet('/docs', ({ response }) => {
    const reply = pageReply({
      title: 'Sponsorgate API',
      kind: 'docs',
      isListed: true,
      styles: ['docs.css'],
      scripts: ['docs.js', 'scalar.js'],
      body: html`<div id="reference">
        <noscript
          >The reference is at <a href="/openapi.json">/openapi.json</a>, and as text at
          <a href="/llms.txt">/llms.txt</a>.</noscript
        >
      </div>`,
      policy: { images: 'data:', styleNonce: randomBytes(NONCE_BYTES).toString('base64') },
    });
    send(response, reply);
  });

  return [
    file('/openapi.json', json, (address) => JSON.stringify(referenceOf(routes, address))),
    // For the page: each action by itself, with samples.
    file('/docs/openapi.json', json, (address) => JSON.stringify(referenceOf(onPage, address, true))),
    file('/llms.txt', 'text/markdown; charset=utf-8', (address) =>
      textOf(referenceOf(routes, address, true)),
    ),
    page,
  ];
}
