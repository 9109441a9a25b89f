import { hash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { isRefusal, type Refusal, refuse } from '@quorum/contracts/kernel/refusals.ts';
import type { Route } from '@quorum/contracts/kernel/route.ts';
import { headers } from '@quorum/contracts/kernel/route.ts';
import type { Context } from 'koa';
import type { Clock } from '../../ports/clock.ts';
import type { ReadPosition } from '../../read-position.ts';
import type { Actor } from '../call.ts';
import { stateOf } from '../observe-requests.ts';
import type { AdminAuthenticator } from './admin-authenticator.ts';
import type { Allowance } from './allowance.ts';
import { addressOf, isExpectedHost, isFromThisMachine, type PublicEndpoint } from './origin.ts';
import { TokenLookups } from './token-lookups.ts';

export type AdmissionParts = {
  /** @returns undefined if the token belongs to no running session. */
  readonly authenticate: (token: string) => Promise<Actor | undefined>;
  /**
   * Resolves once `authenticate` and later decisions see everything that any process acknowledged before the call. `undefined` if
   * there is nothing to wait for.
   */
  readonly current?: () => Promise<void> | undefined;
  /** Where the read models stand; absent if `authenticate` does not use them. */
  readonly readPosition?: Pick<ReadPosition, 'hasReached' | 'waitFor'>;
  readonly publicEndpoint: PublicEndpoint;
  readonly allowance: Allowance;
  readonly adminAuthenticator: AdminAuthenticator;
  readonly clock: Clock;
  /** Whether development-only calls exist. */
  readonly development: boolean;
};

export type Admission = {
  /** Checks the caller's rate limit and access. `undefined` if the route is anonymous. */
  readonly admit: (context: Context, route: Route) => Promise<Actor | undefined | Refusal>;
  /**
   * Checks the caller again once the whole request has arrived, because the session may have ended while the body was coming in.
   * Routes that only read have no body to wait for. Everything after this is decided on what was acknowledged up to now.
   */
  readonly confirm: (context: Context, route: Route) => Promise<Refusal | undefined>;
  /** Waits for the read models if the caller has seen something newer. */
  readonly waitForPosition: (context: Context) => Promise<Refusal | undefined>;
};

/** The owner of the caller's token, and whether the read models had everything the caller has seen before they were asked. */
type LookedUp = {
  readonly token: string | undefined;
  readonly known: Actor | undefined;
  readonly isUpToDate: boolean;
};

/** The token in a call's `Authorization`. */
export const bearer = (context: Context): string | undefined =>
  /^Bearer ([\w-]{20,200})$/.exec(context.get('authorization'))?.[1];

const isClosed = ({ permission }: Route): boolean => permission.access === 'session' || permission.access === 'profile';

const authorizeActor = (route: Route, token: string | undefined, actor: Actor | undefined): Actor | Refusal => {
  if (token === undefined) return refuse('session/missing');
  if (actor === undefined) return refuse('session/invalid');
  return route.permission.access === 'profile' && !actor.profileComplete ? refuse('profile/incomplete') : actor;
};

/**
 * Finds the session of a token. The call counts against its person, and without a valid session against the address, never against
 * a person.
 */
export const recognizing = ({
  authenticate,
  publicEndpoint,
  allowance,
}: Pick<AdmissionParts, 'authenticate' | 'publicEndpoint' | 'allowance'>) => {
  const lookups = new TokenLookups(authenticate);
  return async (context: Context, token: string | undefined, cost?: number): Promise<Actor | undefined | Refusal> => {
    const address = addressOf(context.req, publicEndpoint);
    const isSpent = allowance.isSpent(address);
    const known = token === undefined ? undefined : await lookups.find(token, address, isSpent);
    if (known === 'busy') return refuse('request/too-many', undefined, 1);
    const caller = known?.userId ?? address;
    stateOf(context).caller = caller;
    const refusal = allowance.take(caller, cost);
    if (refusal === undefined) return known;
    await allowance.holdBack(caller, () => context.req.destroy());
    return refusal;
  };
};

export const admission = (parts: AdmissionParts): Admission => {
  const { publicEndpoint, clock } = parts;
  const recognize = recognizing(parts);

  const hasReached = (context: Context): boolean =>
    parts.readPosition?.hasReached(context.get(headers.minPosition)) ?? true;

  const waitForPosition = async (context: Context): Promise<Refusal | undefined> => {
    if (hasReached(context) || (await parts.readPosition?.waitFor(context.get(headers.minPosition)))) return undefined;
    return refuse('service/behind', undefined, 1);
  };

  const authorizeOpen = async (
    request: IncomingMessage,
    access: string,
    address: string,
  ): Promise<Refusal | undefined> => {
    if (access === 'development')
      return parts.development && isFromThisMachine(request) && isExpectedHost(request, publicEndpoint)
        ? undefined
        : refuse('request/not-found');
    if (access === 'public') return undefined;
    const { username = '', password = '' } = request.headers;
    return parts.adminAuthenticator.refuse(String(username), String(password), address, clock.now());
  };

  const admit = async (context: Context, route: Route): Promise<Actor | undefined | Refusal> => {
    if (route.permission.access === 'link') {
      // Not by address, see `Access`. Few enough callers that invented links evict nobody from the allowance.
      stateOf(context).caller = `link ${hash('sha256', context.path, 'hex').slice(0, 3)}`;
      return undefined;
    }
    const token = bearer(context);
    // Checked before the look-up, which then sees everything that the caller has seen.
    const isUpToDate = hasReached(context);
    const known = await recognize(context, token, route.cost);
    if (isRefusal(known)) return known;
    return isClosed(route)
      ? authorizeLatest(context, route, { token, known, isUpToDate })
      : authorizeOpen(context.req, route.permission.access, addressOf(context.req, publicEndpoint));
  };

  const authorizeLatest = async (
    context: Context,
    route: Route,
    { token, known, isUpToDate }: LookedUp,
  ): Promise<Actor | Refusal> => {
    const judged = authorizeActor(route, token, known);
    if (token === undefined) return judged;
    // Another process may have created the session or profile a moment ago. `confirm` notices if another process ended it.
    const waiting = isRefusal(judged) ? parts.current?.() : undefined;
    if (waiting !== undefined) await waiting;
    else if (isUpToDate) return judged;
    // A session or profile created a moment ago is only known once the read models have caught up.
    return (await waitForPosition(context)) ?? authorizeActor(route, token, await parts.authenticate(token));
  };

  const confirm = async (context: Context, route: Route): Promise<Refusal | undefined> => {
    const waiting = parts.current?.();
    if (waiting !== undefined) await waiting;
    if (!isClosed(route) || (route.method === 'GET' && waiting === undefined)) return undefined;
    const token = bearer(context);
    const actor = authorizeActor(route, token, token === undefined ? undefined : await parts.authenticate(token));
    return isRefusal(actor) ? actor : undefined;
  };

  return { admit, confirm, waitForPosition };
};
