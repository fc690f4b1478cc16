/**
 * Large cities of the world, and the larger ones where the first five languages are spoken. Ids are our own, below
 * `FIRST_FOREIGN_CITY_ID`, and kept in orders: a new city takes an id that was never used. A city outside this table
 * that the operator's address database knows goes by that database's own number, which is always higher.
 */
import { citiesFar } from './cities-far.js';
import { citiesNear } from './cities-near.js';
import { countryOfCode } from './countries.js';
import { readRows } from './rows.js';

export interface City {
  id: number;
  name: string;
  countryId: number;
  /** People, approximate. */
  population: number;
}

/** Ids from here on are numbers of the operator's address database (GeoNames). */
export const FIRST_FOREIGN_CITY_ID = 10_000;

export const cities: readonly City[] = readRows(citiesNear + citiesFar, 3).map(
  ([id = '', country = '', thousands = '', name = '']) => ({
    id: Number(id),
    name,
    countryId: countryOfCode(country)?.id ?? 0,
    population: Number(thousands) * 1000,
  }),
);

/** How address databases also spell them. */
const spellings = `
AZ Mingachevir=Mingelchaur
BE Antwerp=Antwerpen
BY Babruysk=Bobruisk
BY Baranavichy=Baranovichi
BY Barysaw=Borisov
BY Gomel=Homyel
BY Grodno=Hrodna
BY Maladzyechna=Molodechno
BY Mazyr=Mozyr
BY Mogilev=Mahilyow
BY Polotsk=Polatsk
CH Geneva=Geneve
DE Cologne=Koln
DE Munich=Munchen
DE Nuremberg=Nurnberg
KZ Astana=Nur-Sultan
KZ Balkhash=Balqash
KZ Karaganda=Karagandy
KZ Karaganda=Qaraghandy
KZ Oral=Uralsk
KZ Petropavl=Petropavlovsk
KZ Rudny=Rudnyy
KZ Turkistan=Turkestan
KZ Ust-Kamenogorsk=Oskemen
KZ Zhezkazgan=Zhezqazghan
MN Ulaanbaatar=Ulan Bator
PA Panama City=Panama
RU Blagoveshchensk=Blagoveschensk
RU Grozny=Groznyy
RU Kamensk-Uralsky=Kamensk-Uralskiy
RU Khimki=Himki
RU Komsomolsk-on-Amur=Komsomolsk-na-Amure
RU Korolyov=Korolev
RU Naberezhnye Chelny=Naberezhnyye Chelny
RU Nizhny Novgorod=Nizhniy Novgorod
RU Nizhny Tagil=Nizhniy Tagil
RU Oryol=Orel
RU Rostov-on-Don=Rostov-na-Donu
RU Saint Petersburg=St Petersburg
RU Stary Oskol=Staryy Oskol
RU Tolyatti=Togliatti
RU Ulyanovsk=Ulianovsk
RU Veliky Novgorod=Novgorod
RU Veliky Novgorod=Velikiy Novgorod
RU Volzhsky=Volzhskiy
RU Yekaterinburg=Ekaterinburg
SE Gothenburg=Goteborg
TJ Bokhtar=Qurghonteppa
TM Turkmenabat=Turkmenabad
UA Chernivtsi=Chernovtsy
UA Dnipro=Dnipropetrovsk
UA Kropyvnytskyi=Kirovohrad
UA Kyiv=Kiev
UA Mykolaiv=Mykolayiv
UA Odesa=Odessa
UA Uzhhorod=Uzhgorod
UA Zaporizhzhia=Zaporizhia
UA Zaporizhzhia=Zaporizhzhya
US New York=New York City
UZ Andijan=Andijon
UZ Bekabad=Bekobod
UZ Fergana=Fargona
UZ Gulistan=Guliston
UZ Jizzakh=Jizzax
UZ Khiva=Khiwa
UZ Kokand=Qoqon
UZ Margilan=Margilon
UZ Termez=Tirmiz
UZ Urgench=Urganch
`;

const byName = new Map(cities.map((city) => [keyOf(city.countryId, city.name), city]));
for (const [code = '', pair = ''] of readRows(spellings, 1)) {
  const [name = '', spelling = ''] = pair.split('=');
  const countryId = countryOfCode(code)?.id ?? 0;
  const city = byName.get(keyOf(countryId, name));
  if (city !== undefined) byName.set(keyOf(countryId, spelling), city);
}

/** The city of this English name in that country, in whatever of the usual spellings. */
export function cityNamed(countryId: number, name: string): City | undefined {
  return byName.get(keyOf(countryId, name));
}

/** Accents, apostrophes, spaces and case differ between databases. */
function keyOf(countryId: number, name: string): string {
  const letters = name.normalize('NFD').toLowerCase().replace('ł', 'l').replace('ı', 'i');
  return `${String(countryId)} ${letters.replace(/[^a-z]/g, '')}`;
}
