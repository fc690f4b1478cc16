/** Ready reasons for a rejection, `reject-<code>` in the words. A moderator may also write one. The owner reads the text. */
export const rejectionReasons = [
  'unreachable',
  'no_rights',
  'wrong_type',
  'empty',
  'adult',
  'gambling',
  'fraud',
  'drugs_weapons',
  'violence_hate',
  'copyright',
  'law',
] as const;

export type RejectionReason = (typeof rejectionReasons)[number];
