// Receives events: checks who sent them, stores each once, and only then says so. No packages needed.
//   BOT_KEY=sg_bot_... PORT=8090 node webhook-receiver.mjs
// Several bots may post to one address: put their Bot Keys behind each other, separated by commas.
import { createHmac, timingSafeEqual } from 'node:crypto';
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';

const botKeys = (process.env.BOT_KEY ?? '').split(',').filter((key) => key !== '');
const file = process.env.EVENTS_FILE ?? 'events.jsonl';
const BODY_MAX_BYTES = 1_000_000;

// What was stored before a restart counts as seen.
const seen = new Set(
  (existsSync(file) ? readFileSync(file, 'utf8').split('\n') : [])
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line).webhook_id),
);

/** Whether the body was signed with one of our keys. Compares in constant time. */
function isOurs(body, signature) {
  if (!/^[0-9a-f]{64}$/.test(signature ?? '')) return false;
  const given = Buffer.from(signature, 'hex');
  return botKeys.some((key) => timingSafeEqual(createHmac('sha256', key).update(body).digest(), given));
}

/** Stores what comes; the HTTP status to answer. */
async function receive(request) {
  const parts = [];
  let size = 0;
  for await (const part of request) {
    size += part.length;
    if (size > BODY_MAX_BYTES) return 413;
    parts.push(part);
  }
  // The signature is over these very bytes: parse only after it was checked.
  const body = Buffer.concat(parts);
  if (!isOurs(body, request.headers['x-signature'])) return 401;
  for (const event of JSON.parse(body.toString('utf8')).webhooks) {
    // What came before comes again when our answer was lost: it is passed over.
    if (event.test === true || seen.has(event.webhook_id)) continue;
    appendFileSync(file, `${JSON.stringify(event)}\n`);
    seen.add(event.webhook_id);
    console.log(`user ${event.user_id}: ${event.status} to ${event.network ?? 'order'} ${event.ads_id}`);
  }
  return 204;
}

const server = createServer((request, response) => {
  // A post may break off, and the disk be full: the service sends again what was not taken.
  const failed = (error) => {
    console.error(String(error));
    return 500;
  };
  void receive(request)
    .catch(failed)
    .then((status) => response.writeHead(status).end());
});

server.listen(Number(process.env.PORT ?? 8090), '127.0.0.1', () => {
  console.log(`listening on port ${server.address().port}`);
});
