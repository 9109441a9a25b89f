import { Readable } from 'node:stream';
import { refuse } from '@quorum/contracts/kernel/refusals.ts';
import { addressOf, type PublicEndpoint } from '@quorum/service-kit/http/admission/origin.ts';
import { RateLimit } from '@quorum/service-kit/http/admission/rate-limit.ts';
import { RunningStreams, whenOver } from '@quorum/service-kit/http/running-streams.ts';
import { sendRefusal } from '@quorum/service-kit/http/send-reply.ts';
import type { Clock } from '@quorum/service-kit/ports/clock.ts';
import type { Middleware } from 'koa';

/** Requests for one file from one address, per second and in a burst: a video is fetched in many parts. */
const REQUESTS = [20, 200] as const;

/** Concurrent responses: of one file to one address, and in total. */
const MAX_DOWNLOADS = { ofKey: 20, inAll: 1000 };

/** Concurrent responses to one address, so that nobody takes all places. */
const MAX_PER_ADDRESS = 250;

/**
 * Limits requests for files before anything is looked up. They are counted per file and address, so that nobody's pictures fail
 * because someone else at the address requests others.
 */
export const limitFiles = (publicEndpoint: PublicEndpoint, clock: Clock): Middleware => {
  const requests = new RateLimit(...REQUESTS);
  const [running, ofAddress] = [new RunningStreams(MAX_DOWNLOADS), new RunningStreams({ ofKey: MAX_PER_ADDRESS })];
  return async (context, next): Promise<void> => {
    if (!context.path.startsWith('/files/')) return next();
    context.state.route = 'file';
    const address = addressOf(context.req, publicEndpoint);
    const key = `${address} ${context.path.slice(0, 110)}`;
    const wait = requests.take(key, clock.now());
    if (wait > 0) return sendRefusal(context, refuse('request/too-many', undefined, wait));
    const endThere = ofAddress.begin(address);
    const endHere = endThere && running.begin(key);
    const end = (): void => {
      endThere?.();
      endHere?.();
    };
    if (endHere === undefined) {
      end();
      return sendRefusal(context, refuse('request/too-many', undefined, 1));
    }
    try {
      await next();
    } finally {
      if (context.body instanceof Readable) whenOver(context.body, end);
      else end();
    }
  };
};
