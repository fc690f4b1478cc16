/**
 * Rogues that gain, since the rule that would stop them is not built, or not decided yet, each with that rule in words. A
 * rogue that gains nothing any more leaves this list.
 */
export const awaitsRule: Readonly<Record<string, string>> = {
  'bot that was left': 'undecided: how soon a contact ends that the user blocked',
};
