/**
 * Who of several does what only one may do at a time. There is no clock in it, since those of several machines differ:
 * whoever has a lease moves its beat, and others take it when they have seen it stand still for long enough.
 */

export interface Lease {
  holder: string;
  /** Moves each time it is renewed or taken. */
  beat: number;
}

export interface LeaseStore {
  /** Null when nobody has it. */
  read(name: string): Promise<Lease | null>;
  /** Takes it if it is still as it was seen; of several that try, one succeeds. */
  take(name: string, holder: string, seen: Lease | null): Promise<boolean>;
  /** False when another has it now. */
  renew(name: string, holder: string): Promise<boolean>;
  /** Gives it back, unless another has it. */
  release(name: string, holder: string): Promise<void>;
}
