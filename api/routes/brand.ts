/** GET /brand.css: the operator's colour. */
import { brandStyles } from '../pages/brand.js';
import { publicGet } from '../route.js';
import { send } from '../envelope.js';

export const route = publicGet('/brand.css', ({ service, response }) => {
  // A restart may bring another colour.
  const headers = { 'Content-Type': 'text/css; charset=utf-8', 'Cache-Control': 'public, max-age=300' };
  send(response, { code: 200, headers, body: brandStyles(service.settings.SERVICE_COLOR) });
});
