/** GET /openapi.json and /docs: the API reference, made from the routes themselves. */
import { html } from '../pages/html.js';
import { pageReply } from '../pages/page.js';
import { referenceOf } from '../reference/document.js';
import type { RawRoute, Route } from '../route.js';
import { send } from '../send.js';

const CACHE = 'public, max-age=300';

/** @param routes what the reference is about */
export function referenceRoutes(routes: readonly Route[]): RawRoute[] {
  let body: string | undefined;

  const document: RawRoute = {
    kind: 'raw',
    method: 'get',
    path: '/openapi.json',
    access: 'public',
    summary: 'The API reference as OpenAPI 3.1.',
    serve: ({ service, response }) => {
      body ??= JSON.stringify(referenceOf(routes, service.settings.PUBLIC_URL ?? '/'));
      const headers = { 'Content-Type': 'application/json; charset=utf-8', 'Cache-Control': CACHE };
      send(response, { code: 200, headers, body });
    },
  };

  const page: RawRoute = {
    kind: 'raw',
    method: 'get',
    path: '/docs',
    access: 'public',
    summary: 'The API reference to read and to try.',
    serve: ({ response }) => {
      const reply = pageReply({
        title: 'Sponsorgate API',
        kind: 'docs',
        styles: ['swagger-ui.css'],
        scripts: ['swagger-ui-bundle.js', 'docs.js'],
        body: html`<main id="reference">
          <noscript>The reference is at <a href="/openapi.json">/openapi.json</a>.</noscript>
        </main>`,
        // The style sheet holds its small pictures in itself.
        policy: { images: 'data:' },
      });
      send(response, reply);
    },
  };

  return [document, page];
}
