import { createHash, randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Clock } from '@quorum/contracts/ports/clock.ts';
import type { Position } from '@quorum/contracts/ports/event-log.ts';
import { headers, limits } from '@quorum/contracts/wire/limits.ts';
import { isRefusal, type Refusal, type RefusalCode, refuse, statusOf } from '@quorum/contracts/wire/refusals.ts';
import type { Route } from '@quorum/contracts/wire/routes/route.ts';
import type { RouteName } from '@quorum/contracts/wire/routes.ts';
import type { Context } from 'koa';
import type { AdminDoor } from './admin-door.ts';
import type { Actor, Call, JsonReply, StreamReply } from './call.ts';
import { stateOf } from './observe-requests.ts';
import { addressOf, type Facing, isForeign, isNamedForReal, originOf } from './origin.ts';
import type { RateLimit } from './rate-limit.ts';
import { readJson, type Unread } from './read-json.ts';
import { Repeats } from './repeats.ts';
import { sendRefusal } from './send-refusal.ts';

export type AnswerParts = {
  /** @returns undefined when the token belongs to no running session. */
  readonly authenticate: (token: string) => Promise<Actor | undefined>;
  /** Waits until the read models are at least this new. @returns false when they are not in time. */
  readonly waitFor?: (position: Position) => Promise<boolean>;
  readonly facing: Facing;
  readonly rateLimit: RateLimit;
  readonly adminDoor: AdminDoor;
  readonly clock: Clock;
  /** Whether calls that only serve development exist. */
  readonly development: boolean;
  /** Milliseconds for a JSON body to come in; only tests give another time. */
  readonly bodyTimeout?: number;
};

export type AnyHandler = (call: Call<RouteName>) => Promise<JsonReply<unknown> | StreamReply | Refusal>;

const digestOf = (...parts: readonly string[]): string => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part).update('\0');
  return hash.digest('base64url').slice(0, 27);
};

/** How long a JSON body may take to come in, in milliseconds. */
const BODY_TIMEOUT = 10_000;

const refusalOfBody: Readonly<Record<Unread, RefusalCode>> = {
  'too-large': 'request/too-large',
  late: 'request/timeout',
  malformed: 'request/malformed',
};

const isMultipart = (route: Route, context: Context): boolean =>
  route.upload !== undefined || (route.orUpload !== undefined && typeof context.is('multipart') === 'string');

const hasBody = ({ headers: given }: IncomingMessage): boolean =>
  (given['content-length'] ?? '0') !== '0' || given['transfer-encoding'] !== undefined;

/** Nearly every client says it in these very words; only others are taken apart. */
const isJson = (context: Context): boolean =>
  context.req.headers['content-type'] === 'application/json' || typeof context.is('json') === 'string';

const bearer = (context: Context): string | undefined =>
  /^Bearer ([\w-]{20,200})$/.exec(context.get('authorization'))?.[1];

const sendReply = (context: Context, reply: JsonReply<unknown> | StreamReply): void => {
  context.status = reply.status ?? 200;
  if ('stream' in reply) {
    context.set({ ...reply.headers });
    context.body = reply.stream;
    return;
  }
  if (reply.position !== undefined) context.set(headers.position, reply.position);
  if (reply.sequence !== undefined) context.set(headers.sequence, String(reply.sequence));
  context.body = reply.body;
};

/** A refused command may be tried again later; one that failed at somebody else's door has had its effect here. */
const isFinal = (outcome: JsonReply<unknown> | StreamReply | Refusal): boolean =>
  !isRefusal(outcome) || statusOf(outcome) === 502;

/** Answers the calls of routes: who may, what was sent, once for all of its repeats, and the reply, in this order. */
export const answerCalls = (
  parts: AnswerParts,
): ((name: RouteName, route: Route, handler: AnyHandler, context: Context) => Promise<void>) => {
  const { facing, clock } = parts;
  const repeats = new Repeats();

  /** Whether the caller has seen more than the read models may show yet. */
  const mayBeBehind = (context: Context): boolean =>
    parts.waitFor !== undefined && context.get(headers.minPosition) !== '';

  const waitForPosition = async (context: Context): Promise<Refusal | undefined> =>
    parts.waitFor === undefined || (await parts.waitFor(context.get(headers.minPosition)))
      ? undefined
      : refuse('service/behind', undefined, 1);

  const authorise = (
    request: IncomingMessage,
    address: string,
    route: Route,
    token: string | undefined,
    actor: Actor | undefined,
  ): Actor | undefined | Refusal => {
    const { access } = route.policy;
    if (access === 'development')
      return parts.development && isNamedForReal(request, facing) ? undefined : refuse('request/not-found');
    if (access === 'public') return undefined;
    if (access === 'admin') {
      const { username = '', password = '' } = request.headers;
      return parts.adminDoor.refuse(String(username), String(password), address, clock.now());
    }
    if (token === undefined) return refuse('session/missing');
    if (actor === undefined) return refuse('session/invalid');
    return access === 'profile' && !actor.profileComplete ? refuse('profile/incomplete') : actor;
  };

  const readBody = async (context: Context): Promise<{ readonly json: object } | Refusal> => {
    if (hasBody(context.req) && !isJson(context)) return refuse('request/unsupported-type');
    const json = await readJson(context.req, limits.jsonBody, parts.bodyTimeout ?? BODY_TIMEOUT);
    if (typeof json !== 'string') return { json };
    // What still comes in is not waited for.
    if (json === 'late') context.set('Connection', 'close');
    return refuse(refusalOfBody[json]);
  };

  return async (name, route, handler, context) => {
    if (route.method !== 'GET' && isForeign(context.req, facing))
      return sendRefusal(context, refuse('request/foreign-origin'));
    const address = addressOf(context.req, facing);
    const isClosed = route.policy.access === 'session' || route.policy.access === 'profile';
    const token = isClosed ? bearer(context) : undefined;
    // Whoever sends one invented token after the other has each of them looked for: that is what the address pays for.
    const known =
      token === undefined || parts.rateLimit.isSpent(address, clock.now())
        ? undefined
        : await parts.authenticate(token);
    const wait = parts.rateLimit.take(known?.userId ?? address, clock.now(), route.cost);
    if (wait > 0) return sendRefusal(context, refuse('request/too-many', undefined, wait));
    const waits = mayBeBehind(context);
    // A session or profile made a moment ago is known only where the read models are new enough.
    const waitsFirst = waits && token !== undefined;
    const behind = waitsFirst ? await waitForPosition(context) : undefined;
    if (behind !== undefined) return sendRefusal(context, behind);
    const actor = authorise(context.req, address, route, token, waitsFirst ? await parts.authenticate(token) : known);
    if (isRefusal(actor)) return sendRefusal(context, actor);

    const multipart = isMultipart(route, context);
    const given = route.body === undefined || multipart ? undefined : await readBody(context);
    if (isRefusal(given)) return sendRefusal(context, given);
    const body = given && route.body?.safeParse(given.json);
    const query = route.query?.safeParse(context.query);
    const invalid = body?.error ?? query?.error;
    if (invalid !== undefined) {
      return sendRefusal(context, refuse('request/invalid', { text: invalid.issues[0]?.message ?? 'Invalid input' }));
    }

    if (waits && !waitsFirst) {
      const behind = await waitForPosition(context);
      if (behind !== undefined) return sendRefusal(context, behind);
    }

    const key = route.method === 'GET' ? '' : context.get(headers.idempotencyKey).slice(0, 200);
    const { params = {} } = context as unknown as { params?: Record<string, string> };
    const digest = (...more: readonly string[]): string | undefined =>
      key === '' ? undefined : digestOf(name, JSON.stringify(params), JSON.stringify(body?.data ?? null), ...more);
    const commandId = key === '' ? randomUUID() : digestOf(actor?.userId ?? `anonymous:${name}`, key);
    const commandDigest = multipart ? undefined : digest();
    const runOnce = (content: string | undefined, run: () => ReturnType<AnyHandler>): ReturnType<AnyHandler> =>
      content === undefined ? run() : repeats.once(commandId, content, clock.now(), run, isFinal);
    const call = {
      params,
      body: body?.data,
      query: query?.data,
      actor,
      commandId,
      commandDigest,
      once: (content, run) => {
        const whole = digest(content);
        return runOnce(whole, () => run(whole));
      },
      correlationId: stateOf(context).correlationId,
      address,
      origin: originOf(context.req, facing),
      raw: { request: context.req, response: context.res },
    } as Call<RouteName>;

    stateOf(context).commandId = commandId;
    const reply = await runOnce(commandDigest, () => handler(call));
    if (isRefusal(reply)) return sendRefusal(context, reply);
    sendReply(context, reply);
  };
};
