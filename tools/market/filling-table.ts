/** What publishers earn by each way of filling lists: figures with intervals over seeds. */
import { table } from '../../test/support/promises-page.js';
import type { FillingName } from './fillings.js';
import { settingsOf } from './settings.js';
import { cell, percent, whole } from './table.js';
import type { Told } from './world.js';

/** Of honest bots; money in whole units, as publishers get it. */
export interface FillingRun {
  seed: number;
  filling: FillingName;
  ours: number;
  foreign: number;
  impressions: number;
}

export function fillingRun(seed: number, filling: FillingName, result: Told): FillingRun {
  const sum = (paid: Told['paid']) =>
    paid
      .filter(({ isReversed, channel }) => !isReversed && !channel.isFarm)
      .reduce((total, { micros }) => total + Number(micros), 0) / 1e6;
  const share = Number(settingsOf({}).PUBLISHER_SHARE);
  const { impressions } = result;
  return { seed, filling, ours: sum(result.paid) * share, foreign: sum(result.foreign), impressions };
}

export const incomeOf = ({ ours, foreign }: FillingRun): number => ours + foreign;

export function fillingTable(runs: readonly FillingRun[]): string {
  const incomes = new Map(runs.map((run) => [`${run.filling} ${String(run.seed)}`, incomeOf(run)]));
  const rows = [...new Set(runs.map(({ filling }) => filling))].map((filling) => {
    const mine = runs.filter((run) => run.filling === filling);
    const above = (other: FillingName) =>
      mine.flatMap((run) => {
        const theirs = incomes.get(`${other} ${String(run.seed)}`);
        return theirs === undefined ? [] : [incomeOf(run) / theirs - 1];
      });
    const sums = (['ours', 'foreign', 'impressions'] as const).map((name) => mine.map((run) => run[name]));
    return [
      filling,
      ...[mine.map(incomeOf), ...sums].map((values) => cell(values, whole)),
      cell(above('ours'), percent),
      cell(above('waterfall'), percent),
    ];
  });
  const head = ['lists by', 'publishers’ income', 'of it from us', 'from networks', 'impressions'];
  return table([...head, 'above ours alone', 'above the waterfall'], rows);
}
