import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { placesSuite } from '@quorum/service-kit/testing/places-suite.ts';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { photonPlaces } from './photon-places.ts';

type Running = { readonly url: string; readonly close: () => Promise<void> };
const listen = async (listener: RequestListener): Promise<Running> => {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};

/** Behaves as the real service: finds names by their beginning, without regard to case and accents. */
const city = (name: string, state: string) => ({
  type: 'Feature',
  geometry: { type: 'Point', coordinates: [0, 0] },
  properties: { name, state, country: 'United States', countrycode: 'US', osm_value: 'city' },
});
const CITIES = [
  city('Portland', 'Oregon'),
  city('Portland', 'Maine'),
  city('Portsmouth', 'Virginia'),
  city('Portland', 'Oregon'),
];
const plain = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').trim().toLowerCase();

const photon: RequestListener = (request, response) => {
  const url = new URL(request.url ?? '/', 'http://photon');
  const q = plain(url.searchParams.get('q') ?? '');
  const found = CITIES.filter(({ properties }) => plain(properties.name).startsWith(q));
  response.writeHead(url.pathname === '/api' ? 200 : 404, { 'content-type': 'application/json' });
  response.end(
    JSON.stringify({ type: 'FeatureCollection', features: found.slice(0, Number(url.searchParams.get('limit'))) }),
  );
};

let service: Running;
beforeAll(async () => {
  service = await listen(photon);
});
afterAll(() => service.close());

placesSuite('Photon', () => photonPlaces({ baseUrl: service.url }));

describe('Photon places', () => {
  const running: Running[] = [];
  afterEach(() => Promise.all(running.splice(0).map((server) => server.close())));
  const serve = async (listener: RequestListener): Promise<string> => {
    const server = await listen(listener);
    running.push(server);
    return server.url;
  };
  const answering = async (status: number, body: string) =>
    photonPlaces({ baseUrl: await serve((_, response) => response.writeHead(status).end(body)) });
  const feature = (properties: unknown) => JSON.stringify({ features: [{ properties }] });

  it.each([
    [
      {
        housenumber: '18',
        street: 'Canal St',
        city: 'Oakland',
        state: 'California',
        postcode: '94607',
        countrycode: 'US',
        country: 'United States',
      },
      '18 Canal St, Oakland, California 94607',
    ],
    [
      {
        name: 'The Anchor',
        street: 'Harbor St',
        housenumber: '240',
        city: 'Oakland',
        state: 'California',
        countrycode: 'US',
      },
      'The Anchor, 240 Harbor St, Oakland, California',
    ],
    [{ name: 'Berlin', city: 'Berlin', country: 'Germany', countrycode: 'DE' }, 'Berlin, Germany'],
    [{ name: 'Two\nlines', city: 7, state: null, countrycode: 'US' }, 'Two lines'],
  ])('Photon places write an address on one line: %j', async (properties, expected) => {
    expect(await (await answering(200, feature(properties))).suggest('any', 5)).toEqual([expected]);
  });

  it('Photon places skip features without an address', async () => {
    const body = '{"features": [{"properties": {}}, {}, null, 3, {"properties": {"name": "Oakland"}}]}';
    expect(await (await answering(200, body)).suggest('any', 5)).toEqual(['Oakland']);
  });

  it.each([
    [500, '{"features": []}'],
    [404, 'not found'],
    [200, 'not JSON'],
    [200, '{"message": "no"}'],
    [200, 'null'],
  ])('Photon places reject when the service answers %i %s', async (status, body) => {
    await expect((await answering(status, body)).suggest('any', 5)).rejects.toThrow();
  });

  it('Photon places reject if the service is unreachable', async () => {
    const gone = await listen(photon);
    await gone.close();
    await expect(photonPlaces({ baseUrl: gone.url }).suggest('Port', 5)).rejects.toThrow();
  });

  it('Photon places send an encoded query', async () => {
    const asked: string[] = [];
    const fetch: typeof globalThis.fetch = async (input) => {
      asked.push(String(input));
      return new Response('{"features": []}');
    };
    await photonPlaces({ baseUrl: 'http://photon.test/base/', fetch }).suggest(' a&b=c#d ', 3);
    expect(asked).toEqual(['http://photon.test/base/api?q=a%26b%3Dc%23d&limit=3']);
  });

  it('Photon places reject if no response arrives in time', async () => {
    const silent = photonPlaces({ baseUrl: await serve(() => undefined), timeoutMs: 50 });
    await expect(silent.suggest('Port', 5)).rejects.toThrow(/timeout/i);
  });
});
