/**
 * Random bodies of /orders, right and wrong: never a fault of ours, and never half an order. What is accepted must read
 * back as a plain model says; what is refused must have changed nothing. FUZZ_RUNS=10 tries ten times as many.
 */
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Filters } from '../../core/data/index.js';
import {
  type Emulator,
  moderatorId,
  openEmulator,
  openStage,
  operatorBot,
  type Stage,
} from '../cases/stage.js';
import { writeFuzz } from './figures.js';
import { type Body, bodiesOf, type Targets } from './order-bodies.js';
import { afterDecision, expectedAfter, expectInfo, type Info, type Known, unsaid } from './order-model.js';

const CASES = Math.ceil(5_000 * Number(process.env['FUZZ_RUNS'] ?? 1));
/** Advertisers that send at once, so that their requests meet in the store. */
const LANES = 8;
/** All orders are looked at again after so many rounds. */
const ROUNDS_BETWEEN_CHECKS = 250;

const [CHANNELS, BOTS, SITES] = [30, 15, 60];
const targets: Omit<Targets, 'filters'> = {
  channels: Array.from({ length: CHANNELS }, (_, index) => `https://t.me/channel_${String(index)}`),
  bots: Array.from({ length: BOTS }, (_, index) => ({
    link: `https://t.me/fuzz_${String(index)}_bot`,
    token: `${String(8_000_000 + index)}:token-of-a-bot-under-random-bodies`,
  })),
  sites: Array.from({ length: SITES }, (_, index) => `https://example.com/page-${String(index)}`),
  orderIds: { max: 400 },
};

/** An advertiser, what its orders should be, and what came of its requests. */
class Lane {
  readonly known = new Map<number, Known>();
  readonly seen = new Map<string, number>();

  constructor(
    readonly stage: Stage,
    readonly key: string,
    readonly filters: Filters,
  ) {}

  async play(drawn: unknown, press: number): Promise<void> {
    const value = this.aboutOwn(drawn, press);
    const { http, body } = await this.post(value === undefined ? '' : JSON.stringify(value));
    const wire: unknown = value === undefined ? {} : JSON.parse(JSON.stringify(value));
    const sent = (typeof wire === 'object' && wire !== null && !Array.isArray(wire) ? wire : {}) as Body;
    // Not everything has a text: an object may bring a `toString` of its own.
    const action = typeof sent['action'] === 'string' ? sent['action'].trim() : '';
    const outcome = `${action in unsaidActions ? action : 'other'} ${String(http)}`;
    this.seen.set(outcome, (this.seen.get(outcome) ?? 0) + 1);
    expect([200, 400, 403, 409, 422, 429]).toContain(http);
    expect(body).toMatchObject({ code: http, message: expect.any(String) as unknown });
    const orderId = typeof sent['order_id'] === 'object' ? 0 : Number(sent['order_id']);
    const response = (body['response'] ?? {}) as { order_id?: number };
    if (http === 200 && action === 'create') await this.settle(response.order_id, unsaid, sent);
    else if (http === 200 && action === 'update') await this.settle(orderId, this.known.get(orderId), sent);
    else if (http === 200 && action === 'duplicate') await this.copy(orderId, response.order_id);
    else if (this.known.has(orderId)) await this.check(orderId);
    const [pressed] = [...this.known.keys()].slice(press % Math.max(1, this.known.size));
    if (press % 5 === 0 && pressed !== undefined) await this.moderate(pressed, press);
  }

  /** Three in four that name an order name one of the lane's own. */
  aboutOwn(value: unknown, press: number): unknown {
    const own = [...this.known.keys()];
    if (typeof value !== 'object' || value === null || own.length === 0 || press % 4 === 0) return value;
    const { order_id: drawn } = value as Body;
    return Number.isInteger(drawn)
      ? { ...value, order_id: own[Math.abs(Number(drawn)) % own.length] }
      : value;
  }

  async post(text: string): Promise<{ http: number; body: Record<string, unknown> }> {
    const headers = { 'Content-Type': 'application/json', Auth: this.key };
    const response = await fetch(`${this.stage.url}/orders`, { method: 'POST', headers, body: text });
    return { http: response.status, body: (await response.json()) as Record<string, unknown> };
  }

  async info(orderId: number): Promise<Info> {
    const { http, body } = await this.post(JSON.stringify({ action: 'info', order_id: orderId }));
    expect(http).toBe(200);
    return body['response'] as Info;
  }

  /** A create or an update was accepted. */
  async settle(orderId: number | undefined, before: Known | undefined, sent: Body): Promise<void> {
    if (orderId === undefined || before === undefined) throw new Error('An order came from nowhere.');
    this.known.set(orderId, expectedAfter(before, sent, this.filters));
    await this.check(orderId);
  }

  async copy(sourceId: number, orderId: number | undefined): Promise<void> {
    const source = this.known.get(sourceId);
    if (source === undefined) throw new Error('A stranger’s order was copied.');
    await this.settle(orderId, source, { is_on: 0, in_archive: 0 });
  }

  async check(orderId: number): Promise<void> {
    const known = this.known.get(orderId);
    if (known !== undefined) expectInfo(await this.info(orderId), known);
  }

  /** As the operator bot does when a button is pressed; it may be pressed in vain. */
  async moderate(orderId: number, press: number): Promise<void> {
    const { moderation } = this.stage.service;
    const before = this.known.get(orderId);
    const order = await this.stage.store.orders.find(orderId);
    if (before === undefined || order === null) return;
    const reason = 'Not for us.';
    const rejects = press % 2 === 0;
    const outcome = rejects
      ? await moderation.reject(moderatorId, orderId, order.revision, reason)
      : await moderation.approve(moderatorId, orderId, order.revision);
    if (outcome.kind !== 'decided') return;
    const [decision, why] = rejects ? (['rejected', reason] as const) : (['approved', null] as const);
    this.known.set(orderId, afterDecision(before, decision, why, this.filters));
    await this.check(orderId);
  }

  /** Every order is as it should be, and there are no others. */
  async checkAll(accountId: number): Promise<void> {
    const page = { search: '', offset: 0, limit: 1, status: null };
    const totals = await Promise.all(
      [false, true].map((inArchive) => this.stage.store.orders.list(accountId, { ...page, inArchive })),
    );
    expect(totals.reduce((sum, { total }) => sum + total, 0)).toBe(this.known.size);
    for (const orderId of this.known.keys()) await this.check(orderId);
  }
}

const unsaidActions = {
  create: 0,
  update: 0,
  info: 0,
  list: 0,
  duplicate: 0,
  report: 0,
  check_report: 0,
  download_id: 0,
};

describe('/orders under random bodies', () => {
  let emulator: Emulator;
  let stage: Stage;
  let lanes: Lane[];
  let filters: Filters;

  beforeAll(async () => {
    emulator = await openEmulator();
    stage = await openStage(emulator, {
      KEY_REQUESTS_PER_MINUTE: '0',
      ADDRESS_REQUESTS_PER_MINUTE: '0',
      BOT_MEMBER_URL: 'http://127.0.0.1:9/{code}/{user_id}',
    });
    await populate(stage);
    filters = await stage.service.filters.all();
    lanes = [];
    for (let lane = 0; lane < LANES; lane++) {
      const accountId = 501 + lane;
      const person = { accountId, firstName: 'Ada', username: `ada_${String(lane)}`, language: 'en' };
      await stage.service.accounts.open(person);
      lanes.push(new Lane(stage, await stage.service.accounts.revealKey(accountId, 'access'), filters));
    }
  }, 60_000);
  afterAll(async () => {
    await stage.close();
    await emulator.close();
  });

  it(
    `${String(CASES)} of them`,
    async () => {
      const startMs = performance.now();
      const bodies = bodiesOf({ ...targets, filters });
      const round = fc.array(fc.tuple(bodies, fc.nat()), { minLength: LANES, maxLength: LANES });
      let rounds = 0;
      const checkAll = () => Promise.all(lanes.map((lane, index) => lane.checkAll(501 + index)));
      await fc.assert(
        fc.asyncProperty(round, async (values) => {
          await Promise.all(
            lanes.map((lane, index) => {
              const [body, press] = values[index] ?? [{}, 0];
              return lane.play(body, press);
            }),
          );
          if (++rounds % ROUNDS_BETWEEN_CHECKS === 0) await checkAll();
        }),
        // What was stored stays, so that a smaller body would meet other orders.
        { numRuns: Math.ceil(CASES / LANES), endOnFailure: true },
      );
      await checkAll();
      const all = new Map<string, number>();
      for (const { seen } of lanes)
        for (const [key, count] of seen) all.set(key, (all.get(key) ?? 0) + count);
      const met = (key: string) => all.get(key) ?? 0;
      for (const action of Object.keys(unsaidActions)) {
        if (action !== 'check_report')
          expect(met(`${action} 200`), `${action} accepted`).toBeGreaterThan(CASES / 1_000);
        expect(met(`${action} 422`) + met(`${action} 403`), `${action} refused`).toBeGreaterThan(
          CASES / 1_000,
        );
      }
      const types = new Set(
        lanes.flatMap(({ known }) => [...known.values()].map(({ info }) => info['ads_type'])),
      );
      expect([...types].sort()).toEqual(['bot', 'channel', 'resource']);
      const states = new Set(
        lanes.flatMap(({ known }) => [...known.values()].map(({ info }) => info['status'])),
      );
      expect([...states].sort()).toEqual(['Archived', 'Moderation', 'Processing', 'Rejected', 'Stopped']);
      expect(met('create 409')).toBeGreaterThan(0);
      writeFuzz('bodies of /orders', CASES, startMs);
    },
    60_000 + CASES * 100,
  );
});

async function populate({ platform }: Stage): Promise<void> {
  for (const link of targets.channels) {
    const username = link.slice('https://t.me/'.length);
    const { id } = await platform.chats({ type: 'channel', title: username, username });
    // In every third, the operator bot may not look.
    if (!username.endsWith('0'))
      await platform.members({ chat: id, user: `@${operatorBot.username}`, status: 'administrator' });
  }
  for (const { link, token } of targets.bots) {
    await platform.bots({ token, username: link.slice('https://t.me/'.length), first_name: 'A bot' });
  }
}
