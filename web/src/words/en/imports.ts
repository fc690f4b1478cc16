/** Import from another service, in English. */

export const imports = {
  history: (source: string) => `Imported history: ${source}`,
  historyTotal: (subscribers: string, value: string) => `Together: ${subscribers} subscribers, ${value}.`,
  historyHint: 'Counted by that service, in its currency. It is in no other figure here.',
};
