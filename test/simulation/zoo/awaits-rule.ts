/**
 * Rogues that gain, since the rule that stops them is not built yet, each with the rule's name in `docs/evidence.md`. What
 * they take today is in `settling-rules.ts`. A rogue that gains nothing any more leaves this list.
 */
export const awaitsRule: Readonly<Record<string, string>> = {
  'moved link': 'An impression keeps its target',
  'second cheap order': 'Attribution weighs all orders of the target',
  'blind half hours': 'Blindness is not free',
  'out and back': 'Leaving and returning',
};
