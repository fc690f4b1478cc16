/**
 * What shares are expected before anybody was counted: rough figures of our own for an audience that mostly speaks the
 * first five languages. Only their proportions matter; `filters.ts` makes percentages of them. Ages, devices and themes have
 * theirs in their own tables.
 */
import { cities } from './cities.js';
import { countries } from './countries.js';
import { readRows } from './rows.js';

/** By language code. */
const languageTable = `
ru 58
uz 9
uk 6
kk 2.5
be 0.3
en 11
fa 1.5
ar 1.5
hi 0.8
id 0.8
tr 0.8
es 1
pt 0.8
de 0.7
az 0.7
tg 0.5
ky 0.5
hy 0.4
ka 0.4
fr 0.4
it 0.4
pl 0.4
zh 0.3
vi 0.2
ko 0.1
ja 0.1
ro 0.3
`;

/** By country code. */
const countryTable = `
RU 52
UZ 9.5
UA 8
KZ 6
BY 3
KG 1.6
TJ 1.2
AZ 1.2
AM 0.9
GE 0.8
MD 0.8
TM 0.3
IN 1.5
US 1.3
IR 1.3
DE 1.3
TR 1.2
ID 0.8
PL 0.6
BR 0.6
EG 0.4
IQ 0.4
SA 0.3
AE 0.4
IT 0.4
ES 0.4
FR 0.3
GB 0.4
IL 0.4
LV 0.3
LT 0.2
EE 0.2
CZ 0.2
KR 0.1
CN 0.2
VN 0.2
TH 0.1
NG 0.2
`;

/** What a value that no table names is expected to be, next to tables that sum to about 100. */
const RARE = 0.01;

/** How many users that were looked at weigh as much as what is assumed of an audience (`terms/rulebook.ts`). */
export const ASSUMED_WEIGHT = 100;

const languageWeights = readWeights(languageTable);
const countryWeights = readWeights(countryTable);

export function languagePrior(code: string): number {
  return languageWeights.get(code) ?? RARE;
}

export function countryPrior(code: string): number {
  return countryWeights.get(code) ?? RARE;
}

/** A country's share goes to its cities by their people. */
export const cityPrior: ReadonlyMap<number, number> = buildCityPrior();

function buildCityPrior(): Map<number, number> {
  const codes = new Map(countries.map((country) => [country.id, country.code]));
  const people = new Map<number, number>();
  for (const city of cities) people.set(city.countryId, (people.get(city.countryId) ?? 0) + city.population);
  return new Map(
    cities.map(({ id, countryId, population }) => {
      const share = population / (people.get(countryId) ?? population);
      return [id, countryPrior(codes.get(countryId) ?? '') * share];
    }),
  );
}

function readWeights(table: string): Map<string, number> {
  return new Map(readRows(table, 1).map(([code = '', weight = '']) => [code, Number(weight)]));
}
