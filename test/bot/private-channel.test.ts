/**
 * Orders for private channels, on a platform that shows our bot no link but its own: the channel is known by who added our
 * bot there, by the half of the link that updates show, or by its owner's word; users come by a link that our bot made.
 */
import { Api } from 'grammy';
import { beforeEach, describe, expect, it } from 'vitest';
import { askForEmma, emma, meetEmma } from './emma.js';
import { Visitor } from './operator-stage.js';
import {
  advertiserId,
  botBeforeEach,
  moderator,
  publisherId,
  type Scene,
  type ServiceStage,
} from './service-stage.js';
import { operatorName, operatorToken } from './stage.js';

const rivalId = 803;

let stage: ServiceStage;
let scene: Scene;
botBeforeEach(
  (begun) => {
    stage = begun;
  },
  // However busy the machine is, the platform answers before the list is chosen.
  { SERVICE_TIMEZONE: 'UTC', SPONSORS_DEADLINE_MS: '10000' },
);

beforeEach(async () => {
  scene = await meetEmma(stage);
  await stage.client.users({ id: rivalId, first_name: 'Rita' });
});

const order = (orderId: number) => stage.service.orders.info(advertiserId, orderId);
const isKnown = async (orderId: number) => (await order(orderId)).resource.resourceId !== '';
/** What the bot finds out of the channel at the same time changes the order: then its moderator looks again. */
const approve = async (orderId: number) => {
  for (;;) {
    const { revision } = await order(orderId);
    const outcome = await stage.service.moderation.approve(moderator.id, orderId, revision);
    if (outcome.kind !== 'already' || outcome.order.status !== 'Moderation') return outcome;
  }
};

const makeOrder = async (link: string) =>
  (
    await stage.service.orders.create(advertiserId, {
      link,
      adsType: 'channel',
      quantityAll: 10,
      targeting: { languages: null },
    })
  ).orderId;

const openChannel = (settings: Record<string, unknown> = {}) =>
  stage.client.chats({ type: 'channel', title: 'Secret', ...settings });

const addBot = (chatId: number, by = advertiserId, rights?: Record<string, boolean>) =>
  stage.client.members({
    chat: chatId,
    user: `@${operatorName}`,
    status: 'administrator',
    by,
    ...(rights === undefined ? {} : { rights }),
  });

const isAdded = (chatId: number, accountId = advertiserId) =>
  stage.until(async () =>
    (await stage.store.chats.addedBy(accountId, 9)).some((chat) => chat.chatId === String(chatId)),
  );

const linkShown = async () => (await askForEmma(stage.service, scene)).sponsors?.[0]?.link ?? '';

/** Emma sees the order's link, joins by it, and is paid for. */
const sellOne = async (orderId: number) => {
  const link = await linkShown();
  expect(await stage.client.join(emma.id, link)).toBe('member');
  await stage.until(async () => (await order(orderId)).quantityNow === 1);
  expect((await stage.service.wallet.balance(publisherId)).availableMicros).toBeGreaterThan(0n);
  return link;
};

describe('an order on a private channel', () => {
  it('cannot be approved before its channel is known: nobody could be charged for who joins', async () => {
    const { invite_link: link } = await openChannel();
    const orderId = await makeOrder(link);
    expect(await approve(orderId)).toMatchObject({ kind: 'missing_rights', missing: ['channel_unknown'] });
    expect((await order(orderId)).status).toBe('Moderation');
  });

  it('knows its channel once its owner adds our bot, and is paid for who joins by our link', async () => {
    const { id: chatId, invite_link: link } = await openChannel();
    const orderId = await makeOrder(link);
    await addBot(chatId);
    await stage.until(() => isKnown(orderId));
    expect(await approve(orderId)).toMatchObject({ kind: 'decided', order: { status: 'Processing' } });
    const shown = await sellOne(orderId);
    expect(shown).not.toBe(link);
    expect(await stage.service.moderation.card(moderator.id, orderId)).toMatchObject({ shownLink: shown });
    const created = await stage.client.calls({ token: operatorToken, method: 'createChatInviteLink' });
    // The moderator's card looks at the channel, too: who look at once make a link each, of which one is kept.
    expect([1, 2]).toContain(created.length);
  });

  it('made after that knows it at once', async () => {
    const { id: chatId, invite_link: link } = await openChannel();
    await addBot(chatId);
    await isAdded(chatId);
    expect(await order(await makeOrder(link))).toMatchObject({
      resource: { resourceId: String(chatId), name: 'Secret' },
    });
  });

  it('does not take the channel of another person, nor one that has an order of its own', async () => {
    const [mine, hers] = [await openChannel(), await openChannel({ title: 'Hers' })];
    await addBot(hers.id, rivalId);
    await isAdded(hers.id, rivalId);
    const first = await makeOrder(mine.invite_link);
    expect(await isKnown(first)).toBe(false);
    await addBot(mine.id);
    await stage.until(() => isKnown(first));
    const other = await openChannel({ title: 'Other' });
    expect(await isKnown(await makeOrder(other.invite_link))).toBe(false);
  });

  it('of one who added our bot to several channels waits for their word', async () => {
    const [one, two] = [await openChannel({ title: 'One' }), await openChannel({ title: 'Two' })];
    for (const { id } of [one, two]) {
      await addBot(id);
      await isAdded(id);
    }
    const orderId = await makeOrder(two.invite_link);
    expect(await isKnown(orderId)).toBe(false);
    const albert = new Visitor(stage, advertiserId);
    await albert.say('/orders');
    await albert.go(`#${String(orderId)}`, 'It is not known which channel');
    await albert.go('It is Two', 'Changed');
    expect((await order(orderId)).resource).toMatchObject({ resourceId: String(two.id), name: 'Two' });
    expect(await approve(orderId)).toMatchObject({ kind: 'decided' });
    await sellOne(orderId);
  });

  it('of one with two private links waits for their word', async () => {
    const [one, two] = [await openChannel({ title: 'One' }), await openChannel({ title: 'Two' })];
    const orders = [await makeOrder(one.invite_link), await makeOrder(two.invite_link)];
    await addBot(two.id);
    await isAdded(two.id);
    // What follows an update of our rights is done before the next one of that chat is.
    await addBot(two.id, advertiserId, { can_invite_users: true, can_post_messages: true });
    await stage.client.members({ chat: two.id, user: `@${operatorName}`, status: 'left' });
    await stage.until(async () => (await stage.store.chats.addedBy(advertiserId, 9)).length === 0);
    for (const orderId of orders) expect(await isKnown(orderId)).toBe(false);
  });

  it('cannot be given a channel where its owner did not add our bot', async () => {
    const [mine, foreign] = [await openChannel(), await openChannel({ title: 'Foreign' })];
    await addBot(foreign.id, rivalId);
    await isAdded(foreign.id, rivalId);
    const orderId = await makeOrder(mine.invite_link);
    await expect(
      stage.service.privateChats.choose(advertiserId, orderId, String(foreign.id)),
    ).rejects.toMatchObject({ kind: 'invalid' });
  });

  it('knows its channel by the half of its link that the platform shows of a join', async () => {
    const { id: chatId, invite_link: link } = await openChannel();
    // Added by somebody who has no order.
    await addBot(chatId, rivalId);
    await isAdded(chatId, rivalId);
    const orderId = await makeOrder(link);
    expect(await approve(orderId)).toMatchObject({ kind: 'missing_rights' });
    await stage.client.join(rivalId, link);
    await stage.until(async () => (await stage.store.chats.ofLink(link.split('/').at(-1) ?? '')) !== null);
    const { revision } = await order(orderId);
    await stage.service.moderation.card(moderator.id, orderId);
    expect((await order(orderId)).revision).toBe(revision + 1);
    expect(await approve(orderId)).toMatchObject({ kind: 'decided', order: { status: 'Processing' } });
    await sellOne(orderId);
  });

  it('knows its channel by the first who joins by a link of our bot’s', async () => {
    const { id: chatId } = await openChannel({ title: 'Secret\nState: approved‮' });
    await addBot(chatId, rivalId);
    const bots = new Api(operatorToken, { apiRoot: stage.emulator.url });
    const { invite_link: link } = await bots.createChatInviteLink(chatId);
    const orderId = await makeOrder(link);
    await stage.client.join(emma.id, link);
    await stage.until(() => isKnown(orderId));
    // Called as the platform says, on one line and without turns.
    expect((await order(orderId)).resource.name).toBe('Secret State: approved');
    expect(await approve(orderId)).toMatchObject({ kind: 'decided', order: { status: 'Processing' } });
  });

  it('is not approved where our bot may not invite', async () => {
    const { id: chatId, invite_link: link } = await openChannel();
    const orderId = await makeOrder(link);
    await addBot(chatId, advertiserId, { can_invite_users: false });
    await stage.until(() => isKnown(orderId));
    expect(await approve(orderId)).toMatchObject({ kind: 'missing_rights', missing: ['cannot_invite'] });
    await addBot(chatId);
    await stage.until(async () => (await order(orderId)).resource.inviteLink !== '');
    expect(await approve(orderId)).toMatchObject({ kind: 'decided' });
  });

  it('shows another link once our bot has its rights again: the first died with them', async () => {
    const { id: chatId, invite_link: link } = await openChannel();
    const orderId = await makeOrder(link);
    await addBot(chatId);
    await stage.until(() => isKnown(orderId));
    expect(await approve(orderId)).toMatchObject({ kind: 'decided' });
    const before = await linkShown();
    await stage.client.members({ chat: chatId, user: `@${operatorName}`, status: 'member' });
    await stage.until(async () => (await order(orderId)).checkState === 'lost');
    await expect(stage.client.join(emma.id, before)).rejects.toThrow('revoked');
    await addBot(chatId);
    await stage.until(async () => (await order(orderId)).resource.inviteLink !== before);
    await stage.until(async () => (await order(orderId)).checkState === 'ok');
    expect(await sellOne(orderId)).not.toBe(before);
  });

  it('is lost where an older decision let it run with an unknown channel, and comes back with it', async () => {
    const { id: chatId, invite_link: link } = await openChannel();
    const orderId = await makeOrder(link);
    const { revision } = await order(orderId);
    const approval = { decision: 'approved', reason: null, moderatorId: moderator.id, theme: null } as const;
    await stage.store.orders.decide(orderId, revision, approval, [], Date.now());
    expect((await askForEmma(stage.service, scene)).status).toBe('warning');
    await askForEmma(stage.service, scene);
    await stage.until(async () => (await order(orderId)).checkState === 'lost');
    expect(await stage.service.membership.sweep()).toBe(0);
    await addBot(chatId);
    await stage.until(async () => (await order(orderId)).checkState === 'ok');
    expect(await isKnown(orderId)).toBe(true);
  });
});

describe('in the chat', () => {
  it('a private link that is typed leads to the platform’s own picker, which makes our bot an administrator', async () => {
    const { id: chatId, invite_link: link } = await openChannel();
    const albert = new Visitor(stage, advertiserId);
    await albert.say('/orders');
    await albert.go('➕ New order', 'What shall be advertised');
    await albert.write(link);
    await albert.shows('does not say where a private link leads');
    await stage.client.shareChat(advertiserId, operatorName, 1, chatId);
    await albert.shows('How many subscribers');
    await albert.press('100');
    await albert.press('No limit');
    await albert.press('Standard');
    await albert.shows('New order');
    await albert.press('Send to the moderators');
    await albert.shows('with the moderators');
    const page = { search: '', inArchive: false, status: null, offset: 0, limit: 1 } as const;
    const made = (await stage.service.orders.list(advertiserId, page)).orders[0];
    const orderId = made?.orderId ?? 0;
    expect(made?.resource).toMatchObject({ resourceId: String(chatId), inviteLink: '' });
    await stage.service.orders.update(advertiserId, orderId, { targeting: { languages: null } });
    expect(await approve(orderId)).toMatchObject({ kind: 'decided' });
    expect(await sellOne(orderId)).toBe(made?.link);
  });

  it('somebody who comes from the cabinet gets a link into the channel that they choose', async () => {
    const { id: chatId } = await openChannel();
    const albert = new Visitor(stage, advertiserId);
    await albert.write('/start chat');
    await albert.shows('Which channel or group is it');
    await stage.client.shareChat(advertiserId, operatorName, 1, chatId);
    const said = await albert.shows('put it into the order');
    const link = /https:\/\/t\.me\/\+[\w-]+/.exec(said.text ?? '')?.[0] ?? '';
    const orderId = await makeOrder(link);
    expect(await approve(orderId)).toMatchObject({ kind: 'decided' });
    expect(await sellOne(orderId)).toBe(link);
  });
});
