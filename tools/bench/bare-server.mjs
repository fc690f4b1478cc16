/**
 * What everything is measured against: a bare Express route that parses the same body with zod and answers. With
 * BENCH_WORKERS above 1, so many processes of it on one port.
 */
import cluster from 'node:cluster';
import express from 'express';
import { z } from 'zod';

const workers = Number(process.env['BENCH_WORKERS'] ?? 1);

const fields = z.object({
  chat_id: z.int(),
  user_id: z.int().min(1),
  first_name: z.string().max(256).optional(),
  last_name: z.string().max(256).optional(),
  username: z.string().max(64).optional(),
  language_code: z.string().max(35).optional(),
  is_premium: z.boolean().optional(),
  action: z.enum(['subscribe', 'newtask', 'task']).default('subscribe'),
  max_sponsors: z.int().min(1).max(10).optional(),
  get_links: z.literal([0, 1]).optional(),
  exclude_resource_ids: z.array(z.string()).default([]),
  exclude_ads_ids: z.array(z.int()).default([]),
});

const app = express();
app.post('/bare', express.json(), (request, response) => {
  const parsed = fields.safeParse(request.body);
  if (!parsed.success) response.status(422).json({ status: 'error', code: 422, message: 'invalid' });
  else response.json({ status: 'ok', code: 200, message: 'Good.', user_id: parsed.data.user_id });
});

/** @param {(text: string) => void} tell */
function serve(tell) {
  const server = app.listen(0, '127.0.0.1', () => {
    tell(JSON.stringify({ api: `http://127.0.0.1:${server.address().port}` }));
  });
}

async function serveTogether() {
  const started = Array.from({ length: workers }, () => cluster.fork());
  const told = await Promise.all(
    started.map((worker) => new Promise((resolve) => worker.once('message', resolve))),
  );
  console.log(told[0]);
  process.once('SIGTERM', () => {
    for (const worker of started) worker.process.kill('SIGTERM');
    process.exit(0);
  });
}

if (cluster.isWorker) serve((text) => process.send(text));
else if (workers > 1) await serveTogether();
else serve(console.log);
