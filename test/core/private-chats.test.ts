/** Which chat an order's invite link leads to, as its owner says (`core/orders/private-chats.ts`); over the real service. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Chat, MODERATOR, Town } from '../../tools/simulation/zoo/town.js';

const ADVERTISER = 601;

let town: Town;
let approvedChat: Chat;
let otherChat: Chat;
/** Of all chats. */
let title: string;
/** Happens once, while the platform is asked about this chat. */
let meanwhile: { of: number | string; happens: () => Promise<unknown> } | null = null;

async function interrupt(chat: number | string): Promise<void> {
  if (meanwhile?.of !== chat) return;
  const { happens } = meanwhile;
  meanwhile = null;
  await happens();
}

beforeEach(async () => {
  meanwhile = null;
  title = 'A title';
  town = await Town.open(1, {
    platform: (platform) => ({
      ...platform,
      chat: async (token, chatId, options) => {
        const answer = await platform.chat(token, chatId, options);
        await interrupt(chatId);
        return answer.ok ? { ok: true, value: { ...answer.value, title } } : answer;
      },
      inviteLinkWorks: async (token, chatId) => {
        await interrupt(chatId);
        return { ok: true, value: false };
      },
    }),
  });
  await town.account(ADVERTISER, 1_000_000_000n);
  [approvedChat, otherChat] = [town.chat('garden'), town.chat('casino')];
  for (const { chatId, username } of [approvedChat, otherChat])
    await town.service.privateChats.noteChosen(ADVERTISER, { chatId: String(chatId), title: username });
});
afterEach(() => town.close());

const choose = (orderId: number, { chatId }: Chat) =>
  town.service.privateChats.choose(ADVERTISER, orderId, String(chatId));
const info = (orderId: number) => town.service.orders.info(ADVERTISER, orderId);
const makeOrder = async () => {
  const input = { link: 'https://t.me/+AbCdEfGhIjKlMnOp', adsType: 'channel', quantityAll: 10 } as const;
  const { orderId } = await town.service.orders.create(ADVERTISER, input);
  await choose(orderId, approvedChat);
  return orderId;
};
const approve = async (orderId: number) => {
  const { revision } = await info(orderId);
  return town.service.moderation.approve(MODERATOR, orderId, revision);
};

it('is not another one than a moderator approves while the owner chooses', async () => {
  const orderId = await makeOrder();
  const happens = async () =>
    expect(await approve(orderId)).toMatchObject({ kind: 'decided', order: { status: 'Processing' } });
  meanwhile = { of: otherChat.chatId, happens };
  await expect(choose(orderId, otherChat)).rejects.toMatchObject({ kind: 'update_forbidden' });
  expect((await info(orderId)).resource.resourceId).toBe(String(approvedChat.chatId));
});

describe('an order that its owner leads elsewhere', () => {
  const leadElsewhere = async (orderId: number) => {
    await town.service.orders.update(ADVERTISER, orderId, { link: 'https://t.me/casino' });
    expect((await info(orderId)).resource.resourceId).toBe(String(otherChat.chatId));
  };

  it('stays there, though its moderator looks at the former chat just then', async () => {
    const orderId = await makeOrder();
    meanwhile = { of: approvedChat.chatId, happens: () => leadElsewhere(orderId) };
    title = 'Another title';
    await town.service.moderation.card(MODERATOR, orderId);
    expect(meanwhile).toBeNull();
    expect((await info(orderId)).resource.resourceId).toBe(String(otherChat.chatId));
  });

  it('stays there, though the former link is found dead just then', async () => {
    const orderId = await makeOrder();
    await approve(orderId);
    meanwhile = { of: approvedChat.chatId, happens: () => leadElsewhere(orderId) };
    town.nowMs += 3_600_000;
    expect(await town.service.maintenance.resolveLinks()).toBe(1);
    expect(meanwhile).toBeNull();
    expect((await info(orderId)).resource.resourceId).toBe(String(otherChat.chatId));
  });

  it('stays there, though a join by the former link is seen just then', async () => {
    const link = 'https://t.me/+AbCdEfGhIjKlMnOp';
    const { orderId } = await town.service.orders.create(ADVERTISER, {
      link,
      adsType: 'channel',
      quantityAll: 10,
    });
    meanwhile = { of: approvedChat.chatId, happens: () => leadElsewhere(orderId) };
    const update = { userId: 701, state: 'in', wasIn: false, updateId: 1, atMs: town.nowMs } as const;
    const chat = { resourceId: String(approvedChat.chatId), chat: { title } };
    await town.service.membership.observe({ ...update, ...chat, inviteLink: link });
    expect(meanwhile).toBeNull();
    expect((await info(orderId)).resource.resourceId).toBe(String(otherChat.chatId));
  });
});
