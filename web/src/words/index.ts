/** What the cabinet says: the words of `words/<language>/web`, and those of values and errors that the operator bot says, too. */
import { FluentBundle, FluentResource } from '@fluent/bundle';
import { createContext, useContext } from 'react';
import languages from 'words:languages';
import { isStatistic } from '../first';
import { treeOf, type Values } from './tree';
import type { Tree } from './words';

export type Words = Omit<Tree, 'failure'> & {
  failure: Tree['failure'] & { ofError(name: string, values?: Values): string };
};

/** Those that account holders can choose, by their own names: the choices of a menu. */
export const offered = Object.entries(languages).map(([value, { name: label }]) => ({ value, label }));

/** In the language that was loaded last; `main.tsx` draws the whole page again when that changes. */
const groups: Partial<Words> = {};

const group = <Name extends keyof Words>(name: Name): Words[Name] => {
  const empty = {} as Words[Name];
  groups[name] = empty;
  return empty;
};

export const account = group('account');
export const bots = group('bots');
export const checks = group('checks');
export const common = group('common');
export const csv = group('csv');
export const events = group('events');
export const failure = group('failure');
export const figures = group('figures');
export const home = group('home');
export const imports = group('imports');
export const live = group('live');
export const moderation = group('moderation');
export const nav = group('nav');
export const networks = group('networks');
export const orders = group('orders');
export const payouts = group('payouts');
export const referrals = group('referrals');
export const signIn = group('signIn');
export const theme = group('theme');
export const wallet = group('wallet');

/** Which was loaded last. */
export let spoken = 'en';

/** Each language has files of its own: a page loads no others. @param language one that is not offered is English */
export async function loadWords(language: string): Promise<void> {
  const made = languages[language] ?? languages['en'];
  if (made === undefined) throw new Error('The cabinet was built without English.');
  // The page of figures does without what only people who are signed in see.
  const [files, signedIn] = await Promise.all([made.load(), isStatistic ? null : made.loadSignedIn()]);
  // A test holds each language to the keys of English, of which the types are made.
  const tree = treeOf(language, `${files.shown}\n${signedIn?.default ?? ''}`) as unknown as Tree;
  for (const [name, words] of Object.entries(groups)) Object.assign(words, tree[name as keyof Tree]);
  failure.ofError = errorsIn(language, files.errors);
  spoken = language;
}

/** What the service refuses, in words: those of its topics, which the operator bot speaks too. */
function errorsIn(language: string, file: string): (name: string, values?: Values) => string {
  const bundle = new FluentBundle(language, { useIsolating: false });
  bundle.addResource(new FluentResource(file));
  return (name, values = {}) => {
    // A page that was loaded a while ago knows no topic of a newer service.
    const known = bundle.getMessage(`error-${name.replaceAll('_', '-')}`) ?? bundle.getMessage('error-422');
    return bundle.formatPattern(known?.value ?? name, values);
  };
}

/** Of what the service says in each language. */
export function nearest(texts: { en: string } & Readonly<Record<string, string>>): string {
  return texts[spoken] ?? texts.en;
}

interface Spoken {
  language: string;
  speak(language: string): Promise<void>;
}

export const SpokenContext = createContext<Spoken | null>(null);

export function useSpoken(): Spoken {
  const known = useContext(SpokenContext);
  if (known === null) throw new Error('Words are asked for outside of the cabinet.');
  return known;
}
