import type { Places } from '@quorum/service-kit/ports/places.ts';

const DEFAULT_TIMEOUT_MS = 3_000;
const MAX_QUERY = 200;

type Json = Readonly<Record<string, unknown>>;
const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null;

/** Properties of the features in a GeoJSON response. @throws Error if it is not GeoJSON */
const propertiesOf = (answer: unknown): Json[] => {
  const features = isObject(answer) ? answer.features : undefined;
  if (!Array.isArray(features)) throw new Error('The address service did not answer with GeoJSON');
  return features.map((feature: unknown) => (isObject(feature) ? feature.properties : undefined)).filter(isObject);
};

/** `Baker & Sons Press, 18 Canal St, Oakland, California 94607`; the country only outside the United States. */
const oneLine = (place: Json): string => {
  const text = (key: string): string => {
    const value = place[key];
    return typeof value === 'string' ? value.replace(/\s+/g, ' ').trim() : '';
  };
  const joined = (...keys: string[]): string => keys.map(text).filter(Boolean).join(' ');

  const street = text('street') && joined('housenumber', 'street');
  const city = text('city') || text('district') || text('county');
  const country = text('countrycode').toUpperCase() === 'US' ? '' : text('country');
  const parts = [text('name'), street, city, joined('state', 'postcode'), country].filter(Boolean);
  // A city is its own name and city, a street its own name and street.
  return [...new Set(parts)].join(', ');
};

export type PhotonOptions = {
  /** Address of the service without `/api`, such as `http://127.0.0.1:2322`. */
  readonly baseUrl: string;
  readonly fetch?: typeof globalThis.fetch;
  /** Milliseconds until an unanswered query rejects; three seconds by default. */
  readonly timeoutMs?: number;
};

/** Queries a Photon-compatible service: `GET {baseUrl}/api?q=&limit=`, GeoJSON. */
export const photonPlaces = ({
  baseUrl,
  fetch = globalThis.fetch,
  timeoutMs = DEFAULT_TIMEOUT_MS,
}: PhotonOptions): Places => ({
  suggest: async (query, limit) => {
    const q = query.trim().slice(0, MAX_QUERY);
    if (q === '' || limit < 1) return [];
    const url = new URL(`${baseUrl.replace(/\/+$/, '')}/api`);
    url.search = new URLSearchParams({ q, limit: String(limit) }).toString();
    const response = await fetch(url, {
      signal: AbortSignal.timeout(timeoutMs),
      headers: { accept: 'application/json' },
    });
    if (!response.ok) {
      await response.body?.cancel();
      throw new Error(`The address service answered ${response.status}`);
    }
    const lines = propertiesOf(await response.json())
      .map(oneLine)
      .filter(Boolean);
    return [...new Set(lines)].slice(0, limit);
  },
});
