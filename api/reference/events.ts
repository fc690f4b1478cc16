/** What the service posts to publishers (`docs/webhooks.md`), for the API reference. */
import { z } from 'zod';
import type { CodeSample } from '../../core/code-samples.js';
import { schemaOf } from './schema.js';

const event = z.looseObject({
  webhook_id: z.int().describe('Grows with every event; one that is sent again keeps its own.'),
  ads_id: z.string().describe('The order, as in a Sponsor; negative for an offer of another network.'),
  link: z.string().describe("The order's link, or the offer's."),
  user_id: z.int().describe('The end user.'),
  bot_id: z.int().describe('The bot that brought them; all events of a post are of one bot.'),
  status: z
    .enum(['subscribed', 'unsubscribed', 'notgetted'])
    .describe('`unsubscribed`: left; `notgetted`: had been there before.'),
  subscribe_date: z
    .string()
    .meta({ format: 'date', description: 'The day they were counted, also in later events about them.' }),
  network: z
    .string()
    .optional()
    .describe('The other network that offered it, as in a Sponsor. Left out for orders of this service.'),
});

export const eventPost = z.looseObject({ webhooks: z.array(event) });

export const samplePost = {
  webhooks: [
    {
      webhook_id: 4711,
      ads_id: '12',
      link: 'https://t.me/garden',
      user_id: 302,
      bot_id: 555,
      status: 'subscribed',
      subscribe_date: '2030-01-15',
    },
  ],
};

const header = (name: string, description: string) => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: { type: 'string' },
});

/** Whether a post is ours, in four languages: each reads the body from its input and says `true` or `false`. */
export const signatureSamples: CodeSample[] = [
  {
    lang: 'Shell',
    label: 'curl',
    source: `# body.json: the body byte for byte as it came. SIGNATURE: the header X-Signature.
[ "$(openssl dgst -sha256 -hmac "$BOT_KEY" -r < body.json | cut -d ' ' -f 1)" = "$SIGNATURE" ] && echo true || echo false`,
  },
  {
    lang: 'Python',
    label: 'Python',
    source: `import hashlib, hmac, os, sys

body = sys.stdin.buffer.read()  # Byte for byte as it came.
expected = hmac.new(os.environ["BOT_KEY"].encode(), body, hashlib.sha256).hexdigest()
print("true" if hmac.compare_digest(expected, os.environ["SIGNATURE"]) else "false")`,
  },
  {
    lang: 'JavaScript',
    label: 'Node',
    source: `import { createHmac, timingSafeEqual } from 'node:crypto';
import { readFileSync } from 'node:fs';

const body = readFileSync(0); // Byte for byte as it came.
const expected = createHmac('sha256', process.env.BOT_KEY).update(body).digest();
const given = Buffer.from(process.env.SIGNATURE, 'hex');
console.log(given.length === expected.length && timingSafeEqual(given, expected));`,
  },
  {
    lang: 'PHP',
    label: 'PHP',
    source: `<?php
$body = file_get_contents('php://stdin'); // Byte for byte as it came; php://input on a web server.
$expected = hash_hmac('sha256', $body, getenv('BOT_KEY'));
echo hash_equals($expected, getenv('SIGNATURE')) ? 'true' : 'false', PHP_EOL;`,
  },
];

export const webhooks = {
  subscription: {
    post: {
      operationId: 'subscriptionEvent',
      summary: 'A user subscribed, left or came back.',
      description: `Posted to the address that you set in the operator bot (a bot, or your profile: **Events**), usually within a second.

**Check the signature first.** \`X-Signature\` is the HMAC-SHA256 of the body, byte for byte as it came, under the Bot Key, in hexadecimal. Compare it in constant time, and believe nothing before that.

Answer any 2xx within ten seconds once you have stored the events. Anything else, or nothing: they come again, later and later. Every event comes **at least once**: pass over each \`webhook_id\` that you have worked on.`,
      tags: ['Events'],
      security: [],
      parameters: [
        header('Api-Key', 'The Bot Key of the bot that the events are about.'),
        header('X-Signature', 'HMAC-SHA256 of the body under the Bot Key, in hexadecimal.'),
      ],
      requestBody: {
        required: true,
        content: { 'application/json': { schema: schemaOf(eventPost, 'output'), example: samplePost } },
      },
      responses: {
        '2XX': { description: 'You have them.' },
        '4XX': { description: 'They come again later.' },
      },
      'x-codeSamples': signatureSamples,
    },
  },
};
