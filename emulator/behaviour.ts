/**
 * Where the real platform behaves in one way here and in another way there: which of them the emulated one shows. The
 * default is the one that is harder for bots. `README.md` lists them with their sources.
 */
export interface Behaviour {
  /** What stands for the second half of an invite link of another administrator: both forms are documented. */
  linkMask: '…' | '...';
}

export const rude: Behaviour = { linkMask: '…' };
