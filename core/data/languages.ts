/**
 * The languages of ISO 639-1, named as `Intl` has them. An id is a language's place in the list, from 1. The first five are
 * documented (`interface.md`, user_parameters), and orders keep ids: new ones go to the end.
 */
export interface Language {
  id: number;
  /** The two-letter code of ISO 639-1. */
  code: string;
  name: string;
}

const codes = `
ru uz kk uk be aa ab ae af ak am an ar as av ay az ba bg bi bm bn bo br bs ca ce ch co cr cs cu cv cy da de dv dz ee
el en eo es et eu fa ff fi fj fo fr fy ga gd gl gn gu gv ha he hi ho hr ht hu hy hz ia id ie ig ii ik io is it iu ja
jv ka kg ki kj kl km kn ko kr ks ku kv kw ky la lb lg li ln lo lt lu lv mg mh mi mk ml mn mr ms mt my na nb nd ne ng
nl nn no nr nv ny oc oj om or os pa pi pl ps pt qu rm rn ro rw sa sc sd se sg si sk sl sm sn so sq sr ss st su sv sw
ta te tg th ti tk tl tn to tr ts tt tw ty ug ur ve vi vo wa wo xh yi yo za zh zu
`;

/** Where `Intl` has another name, or that of another language. */
const ownNames: Readonly<Record<string, string>> = {
  av: 'Avar',
  bn: 'Bengali',
  cu: 'Church Slavonic',
  kl: 'Greenlandic',
  os: 'Ossetian',
  rn: 'Kirundi',
  tl: 'Tagalog',
  tw: 'Twi',
};

const english = new Intl.DisplayNames('en', { type: 'language' });

export const languages: readonly Language[] = codes
  .trim()
  .split(/\s+/)
  .map((code, index) => ({ id: index + 1, code, name: ownNames[code] ?? english.of(code) ?? code }));

/** Codes that phones and browsers still send for languages that have another one today. */
const oldCodes: Readonly<Record<string, string>> = {
  iw: 'he',
  in: 'id',
  ji: 'yi',
  jw: 'jv',
  mo: 'ro',
  sh: 'sr',
  fil: 'tl',
};

const idOfCode: ReadonlyMap<string, number> = new Map(languages.map(({ id, code }) => [code, id]));

/** The id of an interface language code such as `ru`, `pt-BR` or `zh_Hans`; undefined when it is none. */
export function languageIdOf(code: string): number | undefined {
  const base = code.toLowerCase().split(/[-_]/, 1)[0] ?? '';
  return idOfCode.get(oldCodes[base] ?? base);
}
