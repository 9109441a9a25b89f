import { type QueryService, startQueryService } from '@quorum/query-service/start-query-service.ts';
import { measuringWaits } from '@quorum/service-kit/busy-time.ts';
import { recordFetch } from '@quorum/service-kit/event-store/record-fetch.ts';
import { recordLook } from '@quorum/service-kit/event-store/record-look.ts';
import { builtInPlaces } from '../adapters/places/built-in-places.ts';
import { photonPlaces } from '../adapters/places/photon-places.ts';
import type { ServiceParts } from './service-parts.ts';

/** Set when the server is built, together with the pages. */
const BUILD: string | undefined = process.env.QUORUM_BUILD;

export const composeQueryService = ({
  settings,
  engines,
  clock,
  log,
  metrics,
  publicEndpoint,
  allowance,
  adminAuthenticator,
}: ServiceParts): Promise<QueryService> =>
  startQueryService({
    reads: measuringWaits(engines.reads),
    history: {
      read: (stream) => engines.events.read(stream),
      head: () => engines.eventLog.head(),
      isIntact: (position) => engines.eventLog.isIntact(position),
    },
    recordLook: (look, cause) => recordLook(engines.events, look, cause),
    recordFetch: (feedId) => recordFetch(engines.events, feedId, clock.now()),
    bus: engines.bus,
    files: measuringWaits(engines.files),
    places: settings.photonUrl === undefined ? builtInPlaces() : photonPlaces({ baseUrl: settings.photonUrl }),
    clock,
    log,
    defaultTimeZone: settings.defaultTimeZone,
    build: BUILD,
    pushKey: engines.push?.publicKey,
    publicEndpoint,
    allowance,
    adminAuthenticator,
    metrics,
  });
