/** What people read, by key and language: `words/` has it. */

export type WordValues = Readonly<Record<string, string | number>>;

export interface Words {
  /**
   * @param language any code; one without words reads English
   * @throws Error for an unknown key, or where `values` lacks one that the words need
   */
  text(language: string, key: string, values?: WordValues): string;
  /** The nearest language that account holders can choose. */
  accountLanguage(code: string): string;
}
