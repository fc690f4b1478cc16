/** Where an address is, by the operator's own database file (`GEOIP_CITY_DB`); without one everything is unknown. */
import { stat } from 'node:fs/promises';
import { isIP } from 'node:net';
import { type CityResponse, open, type Reader } from 'maxmind';
import { cityNamed, countryOfCode, FIRST_FOREIGN_CITY_ID } from '../data/index.js';
import type { Geo } from '../ports.js';

type Place = ReturnType<Geo['lookup']>;

/** Addresses repeat within a visit, hardly beyond. */
const REMEMBERED_ADDRESSES = 5_000;

export class GeoDatabaseError extends Error {
  override readonly name = 'GeoDatabaseError';
}

/** Knows nothing: what an operator without a database gets. */
export const unknownGeo: Geo = { knows: { countries: false, cities: false }, lookup: () => ({}) };

/**
 * Opens the database (.mmdb with cities; one with countries alone works, too). A replaced file is read at the next start.
 * @param path undefined for no database
 * @throws GeoDatabaseError when the file is missing or is no such database, saying what to do
 */
export async function openGeo(path: string | undefined): Promise<Geo> {
  if (path === undefined) return unknownGeo;
  const reader = await openReader(path);
  const cities = /city|enterprise/i.test(reader.metadata.databaseType);
  return { knows: { countries: true, cities }, lookup: (address) => placeOf(reader, address) };
}

async function openReader(path: string): Promise<Reader<CityResponse>> {
  const hint = 'Set GEOIP_CITY_DB to a city database in .mmdb format, or leave it unset.';
  const isFile = await stat(path).then(
    (entry) => entry.isFile(),
    () => false,
  );
  if (!isFile) throw new GeoDatabaseError(`There is no address database at ${path}. ${hint}`);
  try {
    // The library could watch the file, but a half-copied one would then bring the process down.
    return await open<CityResponse>(path, { cache: { max: REMEMBERED_ADDRESSES } });
  } catch {
    throw new GeoDatabaseError(`The file ${path} is not an address database. ${hint}`);
  }
}

function placeOf(reader: Reader<CityResponse>, address: string): Place {
  // Sockets that take both kinds of addresses show the old ones in a new dress.
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '');
  const entry = isIP(plain) === 0 ? null : readEntry(reader, plain);
  const country = countryOfCode(entry?.country?.iso_code ?? '');
  if (country === undefined) return {};
  const place: Place = { countryId: country.id, country: country.name };
  const name = entry?.city?.names.en;
  if (name === undefined || name === '') return place;
  const known = cityNamed(country.id, name);
  if (known !== undefined) return { ...place, cityId: known.id, city: known.name };
  const number = entry?.city?.geoname_id;
  const hasNumber = number !== undefined && number >= FIRST_FOREIGN_CITY_ID;
  return { ...place, city: name, ...(hasNumber ? { cityId: number } : {}) };
}

/** A damaged entry is an unknown place; it must not fail a visit. */
function readEntry(reader: Reader<CityResponse>, address: string): CityResponse | null {
  try {
    return reader.get(address);
  } catch {
    return null;
  }
}
