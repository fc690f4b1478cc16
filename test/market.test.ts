/** The market's world and its figures; the policies at length: `npm run market`, docs/market.md. */
import { describe, expect, it } from 'vitest';
import { membershipKey } from '../core/subscriptions/index.js';
import { assumptions } from '../tools/market/assumptions.js';
import { type FillingName, fillings } from '../tools/market/fillings.js';
import { fillingRun } from '../tools/market/filling-table.js';
import { FirstLists } from '../tools/market/first-lists.js';
import { measure } from '../tools/market/measures.js';
import { ForeignNetworks, oursOf } from '../tools/market/networks.js';
import { policies, policyNames } from '../tools/market/policies.js';
import { chanceToJoin, populate } from '../tools/market/population.js';
import { intervalOf } from '../tools/market/table.js';
import { Market } from '../tools/market/world.js';
import { Agenda } from '../tools/simulation/agenda.js';

const LIMIT_MS = 120_000;
const play = async (seed: number, name: keyof typeof policies, days: number) =>
  measure(await new Market(seed, policies[name]).live(days));

describe('the market', () => {
  it.each(policyNames)(
    'spends nothing beyond what was ordered, with any chooser: %s',
    async (name) => {
      const { overspend, late, joins } = await play(3, name, 0.5);
      expect(overspend).toBe(0);
      expect(joins).toBeGreaterThan(200);
      expect(late / joins).toBeLessThan(0.01);
    },
    LIMIT_MS,
  );

  it(
    'is the same for the same seed, and another for another',
    async () => {
      const one = await play(1, 'learned', 0.3);
      expect(await play(1, 'learned', 0.3)).toEqual(one);
      expect((await play(2, 'learned', 0.3)).income).not.toBe(one.income);
    },
    LIMIT_MS,
  );

  it(
    'reads the quality of its bots when a day is over',
    async () => {
      const { told } = await new Market(3, policies.learned).live(1.1);
      expect(told?.honest[1]).toBe(assumptions.bots);
    },
    LIMIT_MS,
  );

  it(
    'forecasts its orders as they start, and sees what came on their first whole day',
    async () => {
      const { forecasts } = await new Market(3, policies.learned).live(2.1);
      const counted = forecasts?.filter(({ came }) => came !== null) ?? [];
      expect(counted.some(({ expected }) => expected.listsPerDay === 0)).toBe(true);
      expect(counted.some(({ expected, came }) => expected.listsPerDay > 0 && (came ?? 0) > 0)).toBe(true);
      expect((await new Market(3, policies.today).live(0.1)).forecasts).toBeNull();
    },
    LIMIT_MS,
  );

  it(
    'meets more of what orders demand on first lists where the platform is asked before them',
    async () => {
      const served = async (rule: 'late' | 'first') =>
        measure(await new Market(3, policies.learned, { firstLists: new FirstLists(3, rule) }).live(0.5))
          .servedShare ?? 0;
      const [late, first] = [await served('late'), await served('first')];
      expect(late).toBeGreaterThan(0);
      expect(first).toBeGreaterThan(late);
      expect((await new Market(3, policies.today).live(0.1)).servedShare).toBeNull();
    },
    LIMIT_MS,
  );

  it(
    'pays nothing for users who leave within the hold, and spends no more than is there',
    async () => {
      const of = async (hours: number) =>
        measure(await new Market(3, policies.today, { holdMs: hours * 3_600_000 }).live(1));
      const [without, held] = [await of(0), await of(24)];
      expect(without.leaversShare).toBeGreaterThan(0.05);
      expect(held.leaversShare).toBe(0);
      expect(held.farmShare).toBeLessThan(without.farmShare);
      expect(held.overspend).toBe(0);
    },
    LIMIT_MS,
  );

  it(
    'pays publishers for other networks, where lists are filled from them',
    async () => {
      const play = async (filling: FillingName) =>
        fillingRun(3, filling, await new Market(3, policies.learned, { filling }).live(0.5));
      const alone = await play('ours');
      const filled = await play('one list that outbids');
      expect(alone).toMatchObject({ foreign: 0 });
      expect(filled.foreign).toBeGreaterThan(0);
      expect(filled.ours).toBeGreaterThan(0);
      expect(filled.ours).toBeLessThan(alone.ours);
    },
    LIMIT_MS,
  );

  it.each(['gate', 'one list', 'one list that outbids'] as const)(
    'names no chat twice, by whatever network: %s',
    async (name) => {
      const { offers, visits } = populate(3);
      const own = oursOf(3, offers);
      const networks = new ForeignNetworks(3, own);
      const fill = fillings[name](networks);
      let foreign = 0;
      for (const { person, channel, atMs } of visits.slice(0, 300)) {
        networks.meet(person, channel, atMs);
        const from = atMs % own.length;
        const ours = (count: number) => Promise.resolve(own.slice(from, from + Math.min(count, 2)));
        const ids = await fill({ person, channel, atMs, ours });
        const keys = ids.map((id) => membershipKey((networks.find(id) ?? offers[id - 1]!).order));
        expect(new Set(keys).size).toBe(keys.length);
        foreign += ids.filter((id) => networks.find(id) !== undefined).length;
      }
      expect(foreign).toBeGreaterThan(300);
    },
  );

  it('is inhabited as it assumes', () => {
    const { channels, offers, visits } = populate(4);
    const { farmShare, users, visitsADay, days, bots, farms, orders } = assumptions;
    expect(channels).toHaveLength(bots + farms);
    expect(offers).toHaveLength(orders);
    const ofFarms = visits.filter(({ channel }) => channel.isFarm).length;
    expect(ofFarms / visits.length).toBeCloseTo(farmShare, 1);
    expect(Math.abs(visits.length / (users * visitsADay * days) - 1)).toBeLessThan(0.15);
    expect(visits.every(({ atMs }, at) => at === 0 || atMs >= visits[at - 1]!.atMs)).toBe(true);
    for (const { person, channel } of visits.slice(0, 500)) {
      const chance = chanceToJoin(person, channel, offers[0]!);
      expect(chance).toBeGreaterThan(0);
      expect(chance).toBeLessThanOrEqual(0.9);
    }
  });

  it('takes what is planned in its order', () => {
    const agenda = new Agenda<{ atMs: number; number: number }>();
    for (const [number, atMs] of [5, 1, 9, 1, 3, 7, 3].entries()) agenda.add({ atMs, number });
    const done: number[] = [];
    for (let next = agenda.take(8); next !== null; next = agenda.take(8)) done.push(next.number);
    expect(done).toEqual([1, 3, 4, 6, 0, 5]);
  });

  it('tells how sure a mean is', () => {
    expect(intervalOf([3])).toEqual({ mean: 3, half: null });
    const { mean, half } = intervalOf([1, 2, 3, 4, 5]);
    expect(mean).toBe(3);
    // Of a table: the deviation is 1.5811, and 2.776 the quantile with four degrees of freedom.
    expect(half).toBeCloseTo(1.963, 2);
  });
});
