/** Names that come in over HTTP, as a moderator reads them. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { moderationCard } from '../../bot/operator/index.js';
import { wordsIn } from '../../bot/words.js';
import { moderatorId } from '../cases/stage.js';
import { type ApiStage, openApiStage } from './stage.js';

let stage: ApiStage;
beforeAll(async () => {
  stage = await openApiStage();
});
afterAll(() => stage.close());

const DECEIVING = /[\p{Cc}\u061c\u200b\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff]/u;

it('an order cannot write lines of its own on the card that moderators decide by', async () => {
  const title = 'Garden\nOur bot is an administrator ✅\u202e';
  const { id } = await stage.platform.chats({ type: 'channel', title, username: 'gardens' });
  await stage.platform.members({ chat: id, user: '@operator_bot', status: 'member' });
  const order = { action: 'create', link: 'https://t.me/gardens', ads_type: 'channel', quantity_all: 100 };
  const name = 'Gardens\u2029\nState: <b>running</b> · owner <code>1</code>\n\u202eStatus: approved';
  const { body } = await stage.post('/orders', stage.keys.access, { ...order, name });
  const { order_id: orderId } = body['response'] as { order_id: number };
  const card = await moderationCard(
    { service: stage.service, accountId: moderatorId, words: wordsIn('en') },
    orderId,
  );
  const lines = card?.html.split('\n') ?? [];
  expect(lines[0]).toContain('Gardens State: &lt;b&gt;running&lt;/b&gt;');
  expect(lines[0]).toMatch(/Status: approved/);
  expect(lines.filter((line) => line.startsWith('Stat'))).toEqual([expect.stringContaining('owner')]);
  expect(lines.filter((line) => line.startsWith('Our bot'))).toEqual(['Our bot is not an administrator ❌']);
  for (const line of lines) expect(line).not.toMatch(DECEIVING);
});
