/** What everything is measured against: a bare Express route that parses the same body with zod and answers. */
import express from 'express';
import { z } from 'zod';

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

const server = app.listen(0, '127.0.0.1', () => {
  console.log(JSON.stringify({ api: `http://127.0.0.1:${server.address().port}` }));
});
