/** The input of a run, and its report. */
import type { DatabaseKind } from '../../db/index.js';
import type { Mutation } from './process.js';

export interface Plan {
  seed: number;
  steps: number;
  /** Over which database; default the one that this run of tests is about. */
  store?: DatabaseKind;
  mutation?: Mutation;
  /** The platform is away for hours: see `absence.ts`. */
  platformLeaves?: boolean;
  /** An action that is drawn more often than by its weight: where a fault shows. */
  favours?: string;
  /** These steps alone, by number; the others are left out. */
  only?: ReadonlySet<number>;
  /** Everything is looked at after so many steps; what each step touched is looked at after it. */
  auditEvery?: number;
}

export interface Failure {
  step: number;
  action: string;
  promise: string;
  message: string;
}

export type Figures = Record<string, number>;

export interface Outcome {
  failure: Failure | null;
  figures: Figures;
  /** Of everything that was answered: two runs of one plan have the same. */
  trace: number;
}
