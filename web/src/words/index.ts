/** What the cabinet says, by language. English is what the others are held to. */
import { createContext, useContext } from 'react';
import type { en } from './en';

type Widened<Said> = Said extends string
  ? string
  : Said extends (...given: infer Given) => string
    ? (...given: Given) => string
    : { readonly [Key in keyof Said]: Widened<Said[Key]> };

export type Words = Widened<typeof en>;

export type Language = 'en' | 'ru';

/** Each language is a separate file: a page loads only its own. */
export async function wordsIn(language: Language): Promise<Words> {
  if (language === 'ru') return (await import('./ru')).ru;
  return (await import('./en')).en;
}

interface Spoken {
  language: Language;
  words: Words;
  speak(language: Language): Promise<void>;
}

export const SpokenContext = createContext<Spoken | null>(null);

export function useSpoken(): Spoken {
  const spoken = useContext(SpokenContext);
  if (spoken === null) throw new Error('Words are asked for outside of the cabinet.');
  return spoken;
}

export function useWords(): Words {
  return useSpoken().words;
}
