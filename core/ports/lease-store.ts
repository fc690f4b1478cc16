/**
 * Who of several does what only one may do at a time. There is no clock in it, since those of several machines differ:
 * the holder of a lease moves its beat, and others take it when they have seen it stand still for long enough.
 */

export interface Lease {
  holder: string;
  /** Moves each time it is renewed or taken. */
  beat: number;
}

export interface NamedLease extends Lease {
  name: string;
}

export interface LeaseStore {
  /** All that somebody has, by name; at most 1,000. */
  list(): Promise<NamedLease[]>;
  /** Takes it if it is still as it was seen; of several that try, one succeeds. */
  take(name: string, holder: string, seen: Lease | null): Promise<boolean>;
  /** Moves the beat of all that a holder has; returns their names. */
  renew(holder: string): Promise<string[]>;
  /** Gives it back, unless another has it. */
  release(name: string, holder: string): Promise<void>;
}
