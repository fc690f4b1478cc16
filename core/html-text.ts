/** Texts in the platform's HTML: how long they are as people see them. */

const TAG = /<[^>]*>/g;
const ENTITY = /&(?:#\d+|#x[\da-f]+|lt|gt|amp|quot);/gi;

/** What the platform takes of a photo's caption, in UTF-16 units after tags are read. */
export const CAPTION_LENGTH_MAX = 1_024;

/** The length that counts against the platform's limits: without tags, an entity as one character. */
export function visibleLength(html: string): number {
  return html.replace(TAG, '').replace(ENTITY, '.').length;
}

/** Plain text as it must stand in HTML. */
export function escapeHtml(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;');
}
