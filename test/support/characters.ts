/** Characters that property tests make texts of. */
import fc from 'fast-check';

/**
 * Any code point, halves of pairs too. fast-check's unit `binary` has all but those, and makes a map of a million entries for each
 * place that uses it.
 */
export const anyCharacter = fc.nat(0x10ffff).map((code) => String.fromCodePoint(code));
