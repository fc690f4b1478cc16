/** What becomes of one thing of an import. */
import { type FaultNote, faultOf, ServiceError } from '../../core/errors.js';
import type { ImportStep } from '../../core/imports.js';
import type { Service } from '../../core/service.js';
import { ImportFault, type Elsewhere } from './elsewhere.js';

export interface Item extends ImportStep {
  /** Its number at the other service; 0: it has none. */
  id: number;
}

export interface Taking {
  elsewhere: Elsewhere;
  service: Service;
  accountId: number;
  /** False: only says what would be. */
  isReal: boolean;
}

export type Outcome = Pick<Item, 'outcome' | 'note'>;

export const isHere: Outcome = { outcome: 'is here', note: null };
export const comes: Outcome = { outcome: 'comes', note: null };

export const leftOut = (message: string, said: Parameters<typeof faultOf>[1]): Outcome => ({
  outcome: 'is left out',
  note: { message, faults: [faultOf(message, said)] },
});

/** What cannot be taken is left out with the words of who refused it, and the rest goes on. */
export async function orLeftOut<Taken extends Outcome>(take: () => Promise<Taken>): Promise<Taken | Outcome> {
  try {
    return await take();
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    return { outcome: 'is left out', note: { message: error.message, faults: error.faults } };
  }
}

/** Why an import ended early, or an error that is none of the other service's. */
export function noteOf(error: unknown): FaultNote {
  if (!(error instanceof ImportFault)) throw error;
  return { message: error.message, faults: [error.fault] };
}
