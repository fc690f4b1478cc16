/** How long the sentences of a page are. Code, tables and headings are none, and each item of a list begins one. */

export interface Sentences {
  count: number;
  /** Words. */
  mean: number;
  longest: number;
}

const WORD = /[\p{L}\p{N}_’'-]+/gu;
/** Fewer words than that are a label. */
const WORDS_MIN = 3;

/** @param page Markdown */
export function sentencesOf(page: string): Sentences {
  const prose = page
    .replaceAll(/^---\n.*?\n---$/gms, '')
    .replaceAll(/```.*?```/gs, '.')
    .replaceAll(/<!--.*?-->/gs, '')
    .replaceAll(/^ {4}.*$/gm, '')
    .replaceAll(/^\s*\|.*$/gm, '')
    .replaceAll(/^#.*$/gm, '.')
    .replaceAll(/^\s*(?:[-*]|\d+\.) /gm, '. ')
    .replaceAll(/\n\s*\n/g, '. ')
    .replaceAll(/`[^`]*`/g, 'code')
    .replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, '$1');
  const lengths = prose
    .split(/(?<=[.!?])[)”"*_]*\s+/)
    .map((sentence) => sentence.match(WORD)?.length ?? 0)
    .filter((words) => words >= WORDS_MIN);
  const sum = lengths.reduce((one, other) => one + other, 0);
  return {
    count: lengths.length,
    mean: lengths.length === 0 ? 0 : sum / lengths.length,
    longest: Math.max(0, ...lengths),
  };
}
