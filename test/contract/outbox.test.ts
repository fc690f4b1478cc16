import { expect, test } from 'vitest';
import type { Store } from '../../core/ports.js';
import type { BlockContent, ClaimedBlock, ShownBlock } from '../../core/ports/block-store.js';
import { ALL_SLICES } from '../../core/slices.js';
import { BOT, requestRecord } from './makers.js';
import { contract, START_MS } from './run.js';

const LEASE_MS = 1_000;
const USER = 42;
const content: BlockContent = { kind: 'gender', language: 'ru' };
const shown: ShownBlock = { chatId: 77, messageId: 5, contentHash: 'abc', isPhoto: true, sentAtMs: START_MS };

function queueBlock(store: Store, what: BlockContent | null, nowMs = START_MS, userId = USER) {
  return store.sponsors.record(userId, requestRecord({ nowMs, block: { chatId: 77, content: what } }));
}

async function claimOne(store: Store, worker: string, nowMs: number): Promise<ClaimedBlock> {
  const [claimed] = await store.blocks.claim(worker, 10, LEASE_MS, nowMs);
  if (claimed === undefined) throw new Error('there is nothing to claim');
  return claimed;
}

const hasBlock = async (store: Store) =>
  (await store.sponsors.requestContext(BOT, USER, 0, START_MS)).hasBlock;
const backlog = async (store: Store) => (await store.health.backlogs(START_MS + 5_000)).outboxes.blocks;

const only = (...slices: number[]) => slices.reduce((set, slice) => set + 2 ** slice, 0);

contract('slices', (stage) => {
  test('a worker claims and gives back what is in its slices, and leaves the rest to others', async () => {
    const { store } = stage();
    const bots = [1_200, 1_201, 1_211, 1_212];
    for (const botId of bots)
      await store.sponsors.record(
        USER,
        requestRecord({ botId, nowMs: START_MS, block: { chatId: 77, content } }),
      );
    const claim = async (slices?: number) =>
      (await store.blocks.claim('w', 10, LEASE_MS, START_MS, slices)).map(({ botId }) => botId).sort();
    expect(await claim(only(2, 3))).toEqual([]);
    expect(await claim(only(0, 11))).toEqual([1_200, 1_211, 1_212]);
    await store.blocks.release('w', only(11));
    expect(await claim(only(0))).toEqual([]);
    expect(await claim()).toEqual([1_201, 1_211]);
    const notifications = bots.map((accountId) => ({
      accountId,
      kind: 'deposit' as const,
      facts: {},
      dedupeKey: String(accountId),
    }));
    await store.notifications.queue(notifications, START_MS);
    const told = async (slices?: number) =>
      (await store.notifications.claim('w', 10, LEASE_MS, START_MS, slices)).map(
        ({ accountId }) => accountId,
      );
    expect(await told(only(0))).toEqual([1_200, 1_212]);
    await store.notifications.release('w', only(1));
    expect(await told(ALL_SLICES)).toEqual([1_201, 1_211]);
    for (const botId of bots)
      await store.contacts.answer({ botId, userId: USER, chatId: USER }, 'yes', START_MS);
    const due = async (slices?: number) =>
      (await store.contacts.claim(10, LEASE_MS, START_MS, slices)).map(({ botId }) => botId).sort();
    expect(await due(only(1, 11))).toEqual([1_201, 1_211]);
    expect(await due()).toEqual([1_200, 1_212]);
  });
});

contract('blocks', (stage) => {
  test('a block is claimed by one worker and is gone once delivered', async () => {
    const { store, open } = stage();
    const other = await open();
    expect(await store.blocks.claim('a', 10, LEASE_MS, START_MS)).toEqual([]);
    await queueBlock(store, content);
    expect(await hasBlock(store)).toBe(true);
    expect(await backlog(store)).toEqual({ waiting: 1, oldestMs: 5_000, dead: 0 });
    const claims = await Promise.all([
      store.blocks.claim('a', 10, LEASE_MS, START_MS),
      other.blocks.claim('b', 10, LEASE_MS, START_MS),
    ]);
    const [claimed, ...more] = claims.flat();
    expect(more).toEqual([]);
    expect(claimed).toEqual({
      botId: BOT,
      userId: USER,
      chatId: 77,
      content,
      revision: 1,
      shown: null,
      attempts: 1,
      queuedAtMs: START_MS,
    });
    if (claimed === undefined) return;
    await other.blocks.fulfilled(claimed, shown, START_MS);
    expect(await store.blocks.claim('a', 10, LEASE_MS, START_MS + 9_999)).toEqual([]);
    expect(await backlog(store)).toEqual({ waiting: 0, oldestMs: 0, dead: 0 });
    expect(await hasBlock(store)).toBe(true);
  });

  test('an equal block is a new one, and knows what is shown', async () => {
    const { store } = stage();
    await queueBlock(store, content);
    await store.blocks.fulfilled(await claimOne(store, 'a', START_MS), shown, START_MS);
    await queueBlock(store, content, START_MS + 10);
    expect(await claimOne(store, 'a', START_MS + 10)).toMatchObject({ revision: 2, shown, attempts: 1 });
  });

  test('a newer block stays due when the older one is delivered, with the same worker until then', async () => {
    const { store } = stage();
    await queueBlock(store, content);
    const older = await claimOne(store, 'a', START_MS);
    await queueBlock(store, { ...content, language: 'en' }, START_MS + 10);
    expect(await store.blocks.claim('b', 10, LEASE_MS, START_MS + 20)).toEqual([]);
    await store.blocks.fulfilled(older, shown, START_MS);
    const newer = await claimOne(store, 'b', START_MS + 20);
    expect(newer).toMatchObject({ revision: 2, shown, content: { language: 'en' }, attempts: 1 });
    await store.blocks.fulfilled(newer, shown, START_MS);
    expect(await backlog(store)).toMatchObject({ waiting: 0 });
  });

  test('an expired lease makes a block due again, and its first worker cannot end the claim of the second', async () => {
    const { store } = stage();
    await queueBlock(store, content);
    const first = await claimOne(store, 'a', START_MS);
    expect(await store.blocks.claim('b', 10, LEASE_MS, START_MS + LEASE_MS - 1)).toEqual([]);
    const second = await claimOne(store, 'b', START_MS + LEASE_MS);
    expect(second).toMatchObject({ revision: 1, attempts: 2 });
    await store.blocks.fulfilled(first, shown, START_MS);
    expect(await backlog(store)).toMatchObject({ waiting: 1 });
    await store.blocks.fulfilled(second, { ...shown, messageId: 6 }, START_MS);
    expect(await backlog(store)).toMatchObject({ waiting: 0 });
  });

  test('a worker whose claim was lost ends no later one, and knows the screen no better', async () => {
    const { store } = stage();
    await queueBlock(store, content);
    const lost = await claimOne(store, 'a', START_MS);
    await store.blocks.fulfilled(await claimOne(store, 'b', START_MS + LEASE_MS), shown, START_MS);
    await queueBlock(store, content, START_MS + LEASE_MS + 1);
    const third = await claimOne(store, 'c', START_MS + LEASE_MS + 1);
    expect(third.attempts).toBe(lost.attempts);
    await store.blocks.fulfilled(lost, { ...shown, messageId: 99 }, START_MS);
    await store.blocks.noteShown(lost, { ...shown, messageId: 99 });
    expect(await backlog(store)).toMatchObject({ waiting: 1 });
    await store.blocks.failed(third, { reason: 'x', retryAtMs: START_MS + 5_000, shown: third.shown });
    expect(await claimOne(store, 'c', START_MS + 5_000)).toMatchObject({ shown, attempts: 2 });
  });

  test('what a worker notes of the screen stays when it dies, and the claim is still its own', async () => {
    const { store } = stage();
    await queueBlock(store, content);
    const first = await claimOne(store, 'a', START_MS);
    await store.blocks.noteShown(first, { ...shown, messageId: 0 });
    expect(await store.blocks.claim('b', 1, LEASE_MS, START_MS)).toEqual([]);
    const second = await claimOne(store, 'b', START_MS + LEASE_MS);
    expect(second).toMatchObject({ shown: { messageId: 0 } });
    await store.blocks.noteShown(second, shown);
    await store.blocks.fulfilled(second, shown, START_MS);
    expect(await backlog(store)).toMatchObject({ waiting: 0 });
  });

  test('a failed block comes again at its time, and one given up is kept with what is shown', async () => {
    const { store } = stage();
    await queueBlock(store, content);
    const failure = { reason: 'limited', retryAtMs: START_MS + 500, shown: null };
    await store.blocks.failed(await claimOne(store, 'a', START_MS), failure);
    expect(await store.blocks.claim('a', 10, LEASE_MS, START_MS + 499)).toEqual([]);
    const again = await claimOne(store, 'a', START_MS + 500);
    expect(again).toMatchObject({ attempts: 2, revision: 1 });
    await store.blocks.failed(again, { reason: 'blocked', retryAtMs: null, shown });
    expect(await store.blocks.claim('a', 10, LEASE_MS, START_MS * 2)).toEqual([]);
    expect(await backlog(store)).toMatchObject({ waiting: 0, dead: 1 });
    await queueBlock(store, content, START_MS + 600);
    expect(await claimOne(store, 'a', START_MS + 600)).toMatchObject({ attempts: 1, revision: 2, shown });
    expect(await backlog(store)).toMatchObject({ dead: 0 });
  });

  test('a newer block than the one given up is due at once', async () => {
    const { store } = stage();
    await queueBlock(store, content);
    const claimed = await claimOne(store, 'a', START_MS);
    await queueBlock(store, null, START_MS + 1);
    await store.blocks.failed(claimed, { reason: 'blocked', retryAtMs: null, shown: null });
    expect(await claimOne(store, 'a', START_MS + 1)).toMatchObject({ content: null, revision: 2 });
    expect(await backlog(store)).toMatchObject({ dead: 0 });
  });

  test('an empty screen asked for where it is empty changes nothing', async () => {
    const { store } = stage();
    await queueBlock(store, null);
    expect(await backlog(store)).toMatchObject({ waiting: 0 });
    await queueBlock(store, content);
    await store.blocks.fulfilled(await claimOne(store, 'a', START_MS), null, START_MS);
    expect(await hasBlock(store)).toBe(false);
    await queueBlock(store, null);
    expect(await backlog(store)).toMatchObject({ waiting: 0 });
  });

  test('an empty screen asked for takes away what is shown', async () => {
    const { store } = stage();
    await queueBlock(store, content);
    await store.blocks.fulfilled(await claimOne(store, 'a', START_MS), shown, START_MS);
    await queueBlock(store, null, START_MS + 5);
    const claimed = await claimOne(store, 'a', START_MS + 5);
    expect(claimed).toMatchObject({ content: null, shown });
    await store.blocks.fulfilled(claimed, null, START_MS);
    expect(await hasBlock(store)).toBe(false);
  });

  test('blocks come oldest first, as many as asked for, and a worker that stops gives back its own', async () => {
    const { store } = stage();
    for (const [index, userId] of [3, 1, 2].entries())
      await queueBlock(store, content, START_MS + index, userId);
    const ids = (claimed: readonly ClaimedBlock[]) => claimed.map((block) => block.userId);
    expect(ids(await store.blocks.claim('a', 2, LEASE_MS, START_MS + 9))).toEqual([3, 1]);
    expect(ids(await store.blocks.claim('b', 2, LEASE_MS, START_MS + 9))).toEqual([2]);
    await store.blocks.release('a');
    expect(ids(await store.blocks.claim('c', 9, LEASE_MS, START_MS + 10))).toEqual([3, 1]);
  });

  test('many workers of two processes at once never get the same block, and leave none', async () => {
    const { store, open } = stage();
    const other = await open();
    const either = (index: number) => (index % 2 === 0 ? store : other);
    const users = Array.from({ length: 40 }, (_, index) => index + 1);
    await Promise.all(users.map((userId) => queueBlock(store, content, START_MS, userId)));
    const claimed: number[] = [];
    const work = async (worker: number): Promise<void> => {
      for (;;) {
        const [one] = await either(worker).blocks.claim(`w${String(worker)}`, 1, LEASE_MS, START_MS);
        if (one === undefined) return;
        claimed.push(one.userId);
        // Meanwhile the next block of the same user comes, which stays with this worker.
        await Promise.all([
          queueBlock(store, null, START_MS + 1, one.userId),
          either(worker).blocks.fulfilled(one, shown, START_MS),
        ]);
      }
    };
    await Promise.all([0, 1, 2, 3, 4, 5, 6, 7].map(work));
    expect(claimed.toSorted((a, b) => a - b)).toEqual(users);
    const newer = await store.blocks.claim('w', 100, LEASE_MS, START_MS + 1);
    expect(newer).toHaveLength(40);
    expect(newer.every((each) => each.content === null && each.revision === 2)).toBe(true);
    expect(newer.every((each) => each.shown?.messageId === shown.messageId)).toBe(true);
  });

  test('blocks that show nothing and wait for nothing are purged after a day', async () => {
    const { store, setNow } = stage();
    await queueBlock(store, content);
    await store.blocks.fulfilled(await claimOne(store, 'a', START_MS), null, START_MS);
    setNow(START_MS + 86_399_999);
    expect((await store.sponsors.purge(0, 10)).gone).toBe(0);
    setNow(START_MS + 86_400_000);
    expect((await store.sponsors.purge(0, 10)).gone).toBe(1);
  });
});

contract('report jobs', (stage) => {
  const job = (taskId: string, createdAtMs = START_MS) => ({
    taskId,
    orderId: 5,
    accountId: 6,
    includePrice: true,
    timeRange: '7days' as const,
    expiresAtMs: START_MS + 10_000,
    createdAtMs,
  });

  test('a job goes from pending to ready, and is found by its task and its file', async () => {
    const { store } = stage();
    await store.jobs.queue(job('t1'));
    const pending = { ...job('t1'), status: 'pending', fileKey: '', fileName: '', attempts: 0 };
    expect(await store.jobs.find('t1')).toEqual(pending);
    expect(await store.jobs.findByFile('')).toBeNull();
    expect(await store.jobs.claim('w', 1, LEASE_MS, START_MS)).toEqual([{ ...pending, attempts: 1 }]);
    expect(await store.jobs.claim('w', 1, LEASE_MS, START_MS)).toEqual([]);
    await store.jobs.done('t1', { fileKey: 'k', fileName: 'report.xlsx', expiresAtMs: START_MS + 20_000 });
    const ready = { status: 'ready', fileKey: 'k', fileName: 'report.xlsx', expiresAtMs: START_MS + 20_000 };
    expect(await store.jobs.find('t1')).toMatchObject(ready);
    await store.jobs.failed('t1', 'a worker that lost its lease', null);
    expect(await store.jobs.find('t1')).toMatchObject(ready);
    expect(await store.jobs.findByFile('k')).toMatchObject({ taskId: 't1' });
    expect(await store.jobs.find('t2')).toBeNull();
  });

  test('a job that fails is tried again at its time, or is failed for good; a lost lease brings it back', async () => {
    const { store } = stage();
    await store.jobs.queue(job('t1'));
    await store.jobs.queue(job('t2', START_MS + 1));
    const claim = async (nowMs: number) =>
      (await store.jobs.claim('w', 5, LEASE_MS, nowMs)).map(({ taskId, attempts }) => [taskId, attempts]);
    expect(await claim(START_MS + 1)).toEqual([
      ['t1', 1],
      ['t2', 1],
    ]);
    await store.jobs.failed('t1', 'disk', START_MS + 600);
    expect(await claim(START_MS + 600)).toEqual([['t1', 2]]);
    await store.jobs.failed('t1', 'disk', null);
    expect(await store.jobs.find('t1')).toMatchObject({ status: 'failed' });
    expect(await claim(START_MS + LEASE_MS + 1)).toEqual([['t2', 2]]);
    await store.jobs.release('w');
    expect(await claim(START_MS + LEASE_MS + 1)).toEqual([['t2', 3]]);
  });

  test('those of an account that wait are counted, claimed or not, but not what is made or given up', async () => {
    const { store } = stage();
    expect(await store.jobs.waiting(6)).toBe(0);
    for (const taskId of ['t1', 't2', 't3', 't4']) await store.jobs.queue(job(taskId));
    await store.jobs.queue({ ...job('t5'), accountId: 7 });
    expect(await store.jobs.waiting(6)).toBe(4);
    await store.jobs.claim('w', 1, LEASE_MS, START_MS);
    await store.jobs.done('t2', { fileKey: 'k', fileName: 'a', expiresAtMs: START_MS + 100 });
    await store.jobs.failed('t3', 'disk', null);
    await store.jobs.failed('t4', 'disk', START_MS + 600);
    expect(await store.jobs.waiting(6)).toBe(2);
    expect(await store.jobs.waiting(7)).toBe(1);
  });

  test('expired jobs are taken out, and their files named', async () => {
    const { store } = stage();
    for (const taskId of ['t1', 't2', 't3']) await store.jobs.queue(job(taskId));
    await store.jobs.done('t1', { fileKey: 'k1', fileName: 'a', expiresAtMs: START_MS + 100 });
    await store.jobs.done('t2', { fileKey: 'k2', fileName: 'b', expiresAtMs: START_MS + 200 });
    expect(await store.jobs.expire(START_MS + 99, 10)).toEqual([]);
    expect(await store.jobs.expire(START_MS + 200, 1)).toEqual(['k1']);
    expect(await store.jobs.expire(START_MS + 200, 10)).toEqual(['k2']);
    expect(await store.jobs.expire(START_MS + 10_000, 10), 'a job without a file').toEqual([]);
    expect(await store.jobs.find('t3')).toBeNull();
  });

  test('a file of ids lives until its end', async () => {
    const { store } = stage();
    const file = { ...job('x'), fileId: 'f', timeRange: 'all' as const };
    const { taskId: _, includePrice: __, ...idFile } = file;
    await store.jobs.putIdFile(idFile);
    expect(await store.jobs.findIdFile('f', START_MS)).toEqual(idFile);
    expect(await store.jobs.findIdFile('f', START_MS + 10_000)).toBeNull();
    expect(await store.jobs.findIdFile('g', START_MS)).toBeNull();
  });
});
