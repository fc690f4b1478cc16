/** The languages in which there are words for end users: English, and those of the default audience. */
export const spokenLanguages = ['en', 'ru', 'uk', 'be', 'uz', 'kk'] as const;
export type SpokenLanguage = (typeof spokenLanguages)[number];

/** The language we have words in for an interface language code such as `ru` or `uz-Latn`; English for all others. */
export function spokenIn(code: string): SpokenLanguage {
  const base = code.toLowerCase().split(/[-_]/, 1)[0] ?? '';
  return spokenLanguages.find((language) => language === base) ?? 'en';
}
