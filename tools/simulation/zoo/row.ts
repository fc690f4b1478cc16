/** What came of one rogue's day, held against what is to come of it. */

export interface Row {
  name: string;
  /** Without the rule that stops it. */
  oldMicros: number;
  /** Of so many users nothing is lost without the rule, either: see `Rogue.harmlessBeyond`. */
  isHarmless: boolean;
  gainMicros: number;
  restMicros: number;
  /** The earnings of honest publishers without it, and with it. */
  aloneMicros: number;
  honestMicros: number;
  overpaidMicros: number;
  /** Bots reported to moderators for joins out of line (`docs/quality.md`). */
  told: { honest: number; others: number };
  /** What went another way than it is to go. */
  faults: string[];
}

/** Honest publishers may lose this much of what they earn without a rogue. */
const LOSS_MAX = 0.01;

export function faultsOf(row: Row): string[] {
  const { name, oldMicros, gainMicros, restMicros, overpaidMicros, isHarmless, told } = row;
  const lossShare = lossOf(row);
  // A small day has no more to take than what no rule stops; there a check cannot be seen to fail.
  const isTooSmall = restMicros > 0 && oldMicros <= restMicros;
  return [
    ...((oldMicros > 0 && oldMicros > gainMicros) || isTooSmall || isHarmless
      ? []
      : [`${name} gains no more without the rule that stops it`]),
    ...(gainMicros <= restMicros ? [] : [`${name} gains ${units(gainMicros)}`]),
    ...(lossShare <= LOSS_MAX ? [] : [`${name} costs honest publishers ${percent(lossShare)}`]),
    ...(told.honest === 0
      ? []
      : [`${name} has moderators told of honest bots (cards: ${String(told.honest)})`]),
    ...(overpaidMicros === 0 ? [] : [`${name} costs honest advertisers ${units(overpaidMicros)}`]),
  ];
}

/** Of what honest publishers earn without the rogue; below zero: they earned more. */
export function lossOf({ aloneMicros, honestMicros }: Pick<Row, 'aloneMicros' | 'honestMicros'>): number {
  return 1 - honestMicros / aloneMicros;
}

export function tellRow(row: Row): string {
  const { name, oldMicros, gainMicros, overpaidMicros, told } = row;
  const toldSuffix = told.others === 0 ? '' : '; moderators are told of it';
  return (
    `${name}: without the rule ${units(oldMicros)}, now ${units(gainMicros)}, ` +
    `honest publishers lose ${percent(lossOf(row))}, honest advertisers ${units(overpaidMicros)}${toldSuffix}`
  );
}

export function units(micros: number): string {
  return (micros / 1e6).toFixed(2);
}

export function percent(share: number): string {
  return `${(share * 100).toFixed(2)} %`;
}
