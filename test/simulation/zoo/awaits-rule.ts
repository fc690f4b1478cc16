/**
 * Rogues that gain, since the rule that stops them is not built yet, each with the rule's name in `docs/evidence.md`. What
 * they take today is in `settling-rules.ts`. A rogue that gains nothing any more leaves this list.
 */
export const awaitsRule: Readonly<Record<string, string>> = {};
