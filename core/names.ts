/**
 * Names and texts from outside (`decisions.md`, Names). Moderators and administrators read them next to our own words, so a
 * name must not be able to begin a line of its own, turn the reading direction, or hide anything.
 *
 * - Every run of blanks (spaces of any width, tabs, line breaks) becomes one space.
 * - Control characters, bidirectional marks and all other characters that Unicode calls default ignorable are removed.
 * - Kept are those that a reader sees the effect of: joiners inside pictures (a family) and between letters of scripts that
 *   write with them (Persian, Hindi), variation selectors after what has variants, and the tags of a flag.
 */

/** Scripts whose letters change by a joiner, or by the lack of one. */
const JOINED_SCRIPTS = [
  ...['Arab', 'Syrc', 'Mand', 'Nkoo', 'Adlm', 'Rohg', 'Mong', 'Phag'],
  ...['Deva', 'Beng', 'Guru', 'Gujr', 'Orya', 'Taml', 'Telu', 'Knda', 'Mlym', 'Sinh'],
  ...['Khmr', 'Mymr', 'Tibt', 'Java', 'Bali'],
];
/** Interlinear annotation is the one invisible formatting that is not default ignorable. */
const INVISIBLE = String.raw`\p{Cc}\p{Default_Ignorable_Code_Point}\uFFF9-\uFFFB`;
/** The empty braille pattern looks like a space. */
const BLANK = String.raw`\t-\r\x85\p{Z}\u2800`;

/** One character of a class that is seen: some scripts have blanks and invisible characters of their own. */
const seenOf = (characters: string) => `(?![${BLANK}${INVISIBLE}])[${characters}]`;
const JOINED = seenOf(JOINED_SCRIPTS.map((script) => `\\p{scx=${script}}`).join(''));
const VARIED = seenOf(String.raw`\p{scx=Han}\p{scx=Mong}\p{scx=Phag}\p{scx=Mymr}`);
const PICTURE = String.raw`\p{Extended_Pictographic}`;
const KEPT = [
  // The flags of England, Scotland, Wales and of other regions.
  String.raw`\u{1F3F4}[\u{E0030}-\u{E0039}\u{E0061}-\u{E007A}]{3,6}\u{E007F}`,
  String.raw`(?<=${PICTURE}[\p{Emoji_Modifier}\uFE0F]?)\u200D(?=${PICTURE})`,
  String.raw`(?<=${JOINED})\p{Join_Control}(?=${JOINED})`,
  String.raw`(?<=[${PICTURE}\p{Emoji}])[\uFE0E\uFE0F]`,
  String.raw`(?<=${VARIED})\p{Variation_Selector}`,
].join('|');

const hiding = new RegExp(`(${KEPT})|(?!\\n)[${INVISIBLE}]`, 'gu');
const blanks = new RegExp(`[${BLANK}]+`, 'gu');
const seen = new RegExp(`[^${BLANK}${INVISIBLE}]`, 'u');
/** What a name that needs no cleaning does not have; most names are such, and this is their whole cost. */
const suspect = new RegExp(
  `^ | $| {2}|[${INVISIBLE}\\p{Surrogate}\\x85\\u2800\\u2028\\u2029]|(?! )\\p{Zs}`,
  'u',
);

/**
 * A name, a title or a note as it is kept: one line without anything invisible, trimmed; `""` when nothing of it can be
 * seen. Cleaning it again changes nothing. Half a surrogate pair becomes the sign for an unknown character.
 */
export function cleanName(name: string): string {
  if (!suspect.test(name)) return name;
  const line = wellFormed(name).replace(blanks, ' ').replace(hiding, '$1');
  // Blanks that something invisible stood between have come together.
  return line.replace(/ {2,}/g, ' ').trim();
}

/** The text of a block: the same, but its lines and spaces stay, and every line break is `\n`. */
export function cleanText(text: string): string {
  const lines = wellFormed(text).replace(/\r\n?|[\x85\u2028\u2029]/g, '\n');
  return lines.replace(/[\t\v\f]/g, ' ').replace(hiding, '$1');
}

/** Whether nothing of a text can be seen, so that nothing would be left of it. */
export function isBlank(text: string): boolean {
  return !seen.test(text);
}

/** A username of the platform, without @. */
export function isUsername(text: string): boolean {
  return /^\w{5,32}$/.test(text);
}

/** At most this many UTF-16 units of a text, without half a surrogate pair at the end. */
export function cut(text: string, max: number): string {
  return text.slice(0, max).replace(/\p{Surrogate}$/u, '');
}

/** Half a surrogate pair is no character, and a database would make three of it: here it becomes the sign for one. */
export function wellFormed(text: string): string {
  return text.replace(/\p{Surrogate}/gu, '\uFFFD');
}
