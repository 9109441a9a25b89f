import { placesSuite } from '@quorum/service-kit/testing/places-suite.ts';
import { describe, expect, it } from 'vitest';
import { builtInPlaces } from './built-in-places.ts';

placesSuite('built-in data', builtInPlaces);

describe('built-in places', () => {
  const places = builtInPlaces();
  const first = async (query: string): Promise<string | undefined> => (await places.suggest(query, 1))[0];

  it.each([
    ['12 Main St, Port', '12 Main St, Portland, OR'],
    ['12 Main St, Apt 4, Port', '12 Main St, Apt 4, Portland, OR'],
    ['12 Main St Portl', '12 Main St, Portland, OR'],
    ['240 Harbor Blvd. Apt 3 San Fr', '240 Harbor Blvd. Apt 3, San Francisco, CA'],
    ['12  Main   St ,  Port', '12 Main St, Portland, OR'],
  ])('built-in places keep the street of %s', async (query, expected) => {
    expect(await first(query)).toBe(expected);
  });

  it.each([
    ['Portland, ME', 'Portland, ME'],
    ['Portland, Mai', 'Portland, ME'],
    ['12 Main St, Portl, M', '12 Main St, Portland, ME'],
    ['12 Main St, Portland, OR 97201', '12 Main St, Portland, OR 97201'],
    ['Springfield, IL 627', 'Springfield, IL 627'],
  ])('built-in places narrow %s by its state', async (query, expected) => {
    expect(await first(query)).toBe(expected);
  });

  it.each([
    ['saint louis', 'St. Louis, MO'],
    ['st louis', 'St. Louis, MO'],
    ['ft worth', 'Fort Worth, TX'],
    ['new york', 'New York, NY'],
    ['winston salem', 'Winston-Salem, NC'],
    ['lauderdale by', 'Lauderdale-by-the-Sea, FL'],
    ['Mayag', 'Mayagüez, PR'],
  ])('built-in places understand %s', async (query, expected) => {
    expect(await first(query)).toBe(expected);
  });

  it('built-in places rank names that start with the text before those with a later word, each by size', async () => {
    const found = await places.suggest('Lauderdale', 20);
    expect(found.indexOf('Lauderdale Lakes, FL')).toBeLessThan(found.indexOf('Fort Lauderdale, FL'));
    expect(found).toContain('Fort Lauderdale, FL');
  });

  it('built-in places offer nothing for a street alone, as they know no streets', async () => {
    expect(await Promise.all(['12 Main St', '350 fifth', '12 M'].map((query) => places.suggest(query, 6)))).toEqual([
      [],
      [],
      [],
    ]);
  });
});
