import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { placesSuite } from '@quorum/contracts/testing/places-suite.ts';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { photonPlaces } from './photon-places.ts';

const servers: Server[] = [];
const serve = async (listener: RequestListener): Promise<string> => {
  const server = createServer(listener);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
};
const closeServers = async (): Promise<void> => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
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

let baseUrl = '';
beforeAll(async () => {
  baseUrl = await serve(photon);
});
afterAll(closeServers);

placesSuite('Photon', () => photonPlaces({ baseUrl }));

describe('Photon places', () => {
  const own: Server[] = servers;
  afterEach(async () => {
    for (const server of own.splice(1)) {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    }
  });
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
  ])('writes an address on one line: %j', async (properties, expected) => {
    expect(await (await answering(200, feature(properties))).suggest('any', 5)).toEqual([expected]);
  });

  it('passes over features without an address', async () => {
    const body = '{"features": [{"properties": {}}, {}, null, 3, {"properties": {"name": "Oakland"}}]}';
    expect(await (await answering(200, body)).suggest('any', 5)).toEqual(['Oakland']);
  });

  it.each([
    [500, '{"features": []}'],
    [404, 'not found'],
    [200, 'not JSON'],
    [200, '{"message": "no"}'],
    [200, 'null'],
  ])('rejects when the service answers %i %s', async (status, body) => {
    await expect((await answering(status, body)).suggest('any', 5)).rejects.toThrow();
  });

  it('rejects when the service cannot be reached', async () => {
    const gone = await serve(photon);
    const server = own.pop();
    await new Promise((resolve) => server?.close(resolve));
    await expect(photonPlaces({ baseUrl: gone }).suggest('Port', 5)).rejects.toThrow();
  });

  it('gives the service a signal to stop by, and asks with an encoded query', async () => {
    const asked: { url: string; signal: unknown }[] = [];
    const fetch: typeof globalThis.fetch = async (input, init) => {
      asked.push({ url: String(input), signal: init?.signal });
      return new Response('{"features": []}');
    };
    await photonPlaces({ baseUrl: 'http://photon.test/base/', fetch }).suggest(' a&b=c#d ', 3);
    expect(asked).toEqual([
      { url: 'http://photon.test/base/api?q=a%26b%3Dc%23d&limit=3', signal: expect.any(AbortSignal) },
    ]);
  });

  it('rejects when no answer comes within three seconds', async () => {
    const silent = photonPlaces({ baseUrl: await serve(() => undefined) });
    await expect(silent.suggest('Port', 5)).rejects.toThrow(/timeout/i);
  });
});
