import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { GeoDatabaseError, openGeo } from '../../core/adapters/geo.js';
import { cityNamed } from '../../core/data/index.js';
import { missingPlaces, warningsOf } from '../../core/orders/warnings.js';
import { makeMmdb } from '../support/mmdb.js';

const folder = mkdtempSync(join(tmpdir(), 'geo-'));
afterAll(() => {
  rmSync(folder, { recursive: true });
});

function write(name: string, bytes: Uint8Array): string {
  const path = join(folder, name);
  writeFileSync(path, bytes);
  return path;
}

const country = (code: string) => ({
  geoname_id: 1,
  iso_code: code,
  names: { en: `Database name of ${code}` },
});
const city = (number: number, name: string) => ({
  geoname_id: number,
  names: { en: name, de: `${name} (de)` },
});

const database = write(
  'cities.mmdb',
  makeMmdb({
    '5.1.0.0/16': { country: country('RU'), city: city(520_555, 'Nizhniy Novgorod') },
    '5.2.3.0/24': { country: country('CZ'), city: city(3_073_371, 'Kladno') },
    '5.2.4.0/24': { country: country('DE') },
    '5.2.5.0/24': { country: country('XX'), city: city(99_999, 'Nowhere') },
    '5.2.6.7/32': { country: country('UZ'), city: city(12, 'A number as low as ours') },
    '5.2.7.0/24': { city: city(99_999, 'No country') },
    '5.2.8.0/24': { country: country('FR'), city: { geoname_id: 5_000_000, names: {} } },
  }),
);
const geo = await openGeo(database);

describe('what a database can tell', () => {
  const demands = { countries: [643], cities: [1] };
  const named = (knows: (typeof geo)['knows']) => warningsOf(demands, { knows }).map(({ demand }) => demand);

  it('is countries and cities of one with cities, and then every demand can be met', () => {
    expect(geo.knows).toEqual({ countries: true, cities: true });
    expect(named(geo.knows)).toEqual([]);
    expect(missingPlaces(geo)).toBeNull();
  });

  it('is no city of one with countries alone, and nothing without one', async () => {
    const path = write(
      'countries.mmdb',
      makeMmdb({ '5.1.0.0/16': { country: country('RU') } }, 'Test-Country'),
    );
    const countries = await openGeo(path);
    expect(countries.knows).toEqual({ countries: true, cities: false });
    expect(named(countries.knows)).toEqual(['cities']);
    expect(missingPlaces(countries)).toContain('countries alone');
    const none = await openGeo(undefined);
    expect(named(none.knows)).toEqual(['countries', 'cities']);
    expect(missingPlaces(none)).toContain('until GEOIP_CITY_DB is set');
  });
});

describe('where an address is', () => {
  it('a city of our table goes by our name and number, however the database spells it', () => {
    const own = cityNamed(643, 'Nizhny Novgorod');
    expect(own).toBeDefined();
    expect(geo.lookup('5.1.255.255')).toEqual({
      countryId: 643,
      country: 'Russia',
      cityId: own?.id,
      city: 'Nizhny Novgorod',
    });
  });

  it.each([
    [
      'a city outside our table goes by the number of the database',
      '5.2.3.4',
      { countryId: 203, country: 'Czechia', cityId: 3_073_371, city: 'Kladno' },
    ],
    ['a country without a city', '5.2.4.1', { countryId: 276, country: 'Germany' }],
    ['a country that is none', '5.2.5.1', {}],
    [
      'a number that could be mistaken for ours is left out',
      '5.2.6.7',
      { countryId: 860, country: 'Uzbekistan', city: 'A number as low as ours' },
    ],
    ['the neighbour of a single address', '5.2.6.8', {}],
    ['a city without a country', '5.2.7.1', {}],
    ['a city without a name', '5.2.8.1', { countryId: 250, country: 'France' }],
    ['an old address in its new dress', '::ffff:5.2.4.1', { countryId: 276, country: 'Germany' }],
    ['an unknown address', '9.9.9.9', {}],
    ['an address of the new kind, which this database lacks', '2001:db8::1', {}],
    ['no address', 'localhost', {}],
    ['nothing', '', {}],
  ])('%s', (_, address, place) => {
    expect(geo.lookup(address)).toEqual(place);
  });

  it('is unknown everywhere without a database', async () => {
    const none = await openGeo(undefined);
    expect(none.lookup('5.1.2.3')).toEqual({});
  });
});

describe('a database that cannot be used', () => {
  it.each([
    ['is missing', join(folder, 'missing.mmdb')],
    ['is a folder', folder],
    ['is another kind of file', write('text.mmdb', Buffer.from('not a database'))],
    ['is empty', write('empty.mmdb', Buffer.alloc(0))],
  ])('%s: says so, and what to do', async (_, path) => {
    await expect(openGeo(path)).rejects.toThrow(GeoDatabaseError);
    await expect(openGeo(path)).rejects.toThrow(/GEOIP_CITY_DB/);
  });

  it('has a damaged entry: that place alone is unknown', async () => {
    const bytes = makeMmdb({ '5.2.4.0/24': { country: country('DE') } });
    const at = bytes.indexOf('iso_code');
    bytes.fill(0xff, at - 1, at + 6);
    const damaged = await openGeo(write('damaged.mmdb', bytes));
    expect(damaged.lookup('5.2.4.1')).toEqual({});
  });
});
