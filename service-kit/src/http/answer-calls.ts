import { statusOf } from '@quorum/contracts/kernel/refusal-texts.ts';
import { isRefusal, type Refusal, refuse } from '@quorum/contracts/kernel/refusals.ts';
import type { Pace, Route } from '@quorum/contracts/kernel/route.ts';
import type { RouteName } from '@quorum/contracts/routes.ts';
import type { Context } from 'koa';
import { measuringWaits } from '../busy-time.ts';
import type { Position } from '../ports/event-log.ts';
import { type AdmissionParts, admission, bearer } from './admission/admit-caller.ts';
import { addressOf, isForeign, linkOrigin } from './admission/origin.ts';
import type { Actor, Call, JsonReply, StreamReply } from './call.ts';
import { sendFileCookie } from './file-cookie.ts';
import { callerOf, stateOf } from './observe-requests.ts';
import { heldBytesOf, type Input, isMultipart, type Reading, readInput } from './read-input.ts';
import { type CommandIdentity, commandIdentity, Repeats } from './repeats.ts';
import { sendRefusal, sendReply } from './send-reply.ts';

export type AnswerParts = AdmissionParts & {
  /** Called for every call that was not refused. Must not reject. @returns the position from which it can be read */
  readonly touchSession?: (actor: Actor) => Promise<Position | undefined>;
  /** Refuses a call of someone who writes or changes too much. Repeats that are answered from memory do not count. */
  readonly pace?: (pace: Pace, actor: Actor, body: unknown) => Refusal | undefined;
  /** Generation of the keys, see `KeyStore`. A service that only reads remembers no answers and needs none. */
  readonly keyGeneration?: () => Promise<number>;
  /** Milliseconds allowed for a JSON body to arrive; only tests change it. */
  readonly bodyTimeout?: number;
};

type Outcome = JsonReply<unknown> | StreamReply | Refusal;
export type AnyHandler = (call: Call<RouteName>) => Promise<Outcome>;

/** The caller and the input. */
type Admitted = { readonly actor: Actor | undefined; readonly input: Input };

type Matched = { readonly name: RouteName; readonly route: Route; readonly handler: AnyHandler };

/** Milliseconds allowed for a JSON body to arrive. */
const BODY_TIMEOUT_MS = 10_000;

/** Bytes of a body that takes more than a millisecond to parse. */
const LARGE_BODY = 65_536;

/** A refused command may be retried. One that failed at an external service has already had its effect here. */
const isFinal = (outcome: Outcome): boolean => !isRefusal(outcome) || statusOf(outcome) === 502;

/** @param used from which the use of the session can be read. Most replies have a later one of their own. */
const withPosition = (reply: JsonReply<unknown> | StreamReply, used: Position | undefined) =>
  used === undefined || 'stream' in reply ? reply : { position: used, ...reply };

const paramsOf = (context: Context): Readonly<Record<string, string>> =>
  (context as unknown as { params?: Record<string, string> }).params ?? {};

const paced = (parts: AnswerParts, { pace }: Route, { actor, input }: Admitted): Refusal | undefined =>
  actor && pace && parts.pace?.(pace, actor, input.body);

/** A caller who did too much waits for the refusal. Otherwise the same call comes in again at once. */
const heldBack = async <T>(
  { allowance }: AnswerParts,
  { req }: Context,
  caller: string,
  outcome: T | Refusal,
): Promise<T | Refusal> => {
  if (isRefusal(outcome) && statusOf(outcome) === 429) await allowance.holdBack(caller, () => req.destroy());
  return outcome;
};

/** Anybody can try links, and an address pays for those of its tries that find none. */
const linkHeldBack = async (
  parts: AnswerParts,
  context: Context,
  { permission }: Route,
  outcome: Outcome,
): Promise<Outcome> =>
  permission.access === 'link'
    ? heldBack(parts, context, addressOf(context.req, parts.publicEndpoint), outcome)
    : outcome;

/** Reads the input of a call within the allowance of its caller. */
const reading = (parts: AnswerParts) => {
  const { allowance, bodyTimeout = BODY_TIMEOUT_MS } = parts;
  const waits = measuringWaits(allowance);
  return async (context: Context, route: Route): Promise<Input | Refusal> => {
    const caller = callerOf(context);
    const refused = allowance.receiving(caller, context.res, heldBytesOf(context, route));
    // Many bodies may come in before the first of them is charged.
    const parsing: Reading['parsing'] = async (bytes, parse) => {
      if (bytes <= LARGE_BODY) return allowance.isOwing(caller) ? 'owing' : parse();
      const read = await waits.inTurn(caller, () => allowance.measure(caller, async () => ({ parsed: parse() })));
      return isRefusal(read) ? 'owing' : read.parsed;
    };
    const limits = { timeout: bodyTimeout, parsing };
    const input = refused ?? (await allowance.measure(caller, () => readInput(context, route, limits)));
    return heldBack(parts, context, caller, input);
  };
};

/** Answers calls in this order: admit, read, run once per idempotency key, respond. */
export const answerCalls = (
  parts: AnswerParts,
): ((name: RouteName, route: Route, handler: AnyHandler, context: Context) => Promise<void>) => {
  const { publicEndpoint, clock, keyGeneration = async () => 0 } = parts;
  const [read, reply] = [reading(parts), replying(parts)];
  const { admit, confirm, waitForPosition } = admission(parts);
  const repeats = new Repeats(keyGeneration);

  const runOnce = (commandId: string, digest: string | undefined, run: () => Promise<Outcome>): Promise<Outcome> =>
    digest === undefined ? run() : repeats.once({ commandId, digest, now: clock.now() }, run, isFinal);

  const callOf = (
    context: Context,
    actor: Actor | undefined,
    { commandId, repeatKey, digest, route }: CommandIdentity & Pick<Matched, 'route'>,
    input: Input,
  ): Omit<Call<RouteName>, 'commandDigest'> =>
    ({
      params: paramsOf(context),
      ...input,
      actor,
      commandId,
      repeatKey,
      once: async (content, run) => {
        const ended = await confirm(context, route);
        if (ended !== undefined) return ended;
        const whole = digest(content);
        return runOnce(commandId, whole, () => run(whole));
      },
      correlationId: stateOf(context).correlationId,
      address: addressOf(context.req, publicEndpoint),
      origin: linkOrigin(publicEndpoint),
      raw: { request: context.req, response: context.res },
    }) as Call<RouteName>;

  const admitAndRead = async (context: Context, route: Route): Promise<Admitted | Refusal> => {
    if (route.method !== 'GET' && isForeign(context.req, publicEndpoint)) return refuse('request/foreign-origin');
    const actor = await admit(context, route);
    if (isRefusal(actor)) return actor;
    const input = await read(context, route);
    if (isRefusal(input)) return input;
    const behind = await waitForPosition(context);
    if (behind !== undefined) return behind;
    const ended = isMultipart(route, context) ? undefined : await confirm(context, route);
    return ended ?? { actor, input };
  };

  const outcomeOf = async (context: Context, matched: Matched, admitted: Admitted): Promise<Outcome> => {
    const [{ name, route, handler }, { actor, input }] = [matched, admitted];
    const identity = commandIdentity(context, { name, route, params: paramsOf(context), actor }, input.body);
    const { commandId } = identity;
    const commandDigest = isMultipart(route, context) ? undefined : identity.digest();
    stateOf(context).commandId = commandId;
    const call = { ...callOf(context, actor, { ...identity, route }, input), commandDigest } as Call<RouteName>;
    const outcome = await runOnce(commandId, commandDigest, async () => paced(parts, route, admitted) ?? handler(call));
    if (actor === undefined || isRefusal(outcome)) return linkHeldBack(parts, context, route, outcome);
    return withPosition(outcome, await parts.touchSession?.(actor));
  };

  return async (name, route, handler, context) => {
    const admitted = await admitAndRead(context, route);
    if (isRefusal(admitted)) return sendRefusal(context, admitted);
    await reply(context, route, () => outcomeOf(context, { name, route, handler }, admitted));
  };
};

/** Computes and sends replies within the allowance of their callers. */
const replying = ({ allowance, publicEndpoint }: AnswerParts) => {
  const send = async (context: Context, route: Route, outcome: Outcome): Promise<void> => {
    if (isRefusal(outcome)) return sendRefusal(context, outcome);
    // Only a session that starts has its token in the reply.
    const { token = bearer(context) } = ('body' in outcome ? outcome.body : {}) as { readonly token?: string };
    if (route.session !== undefined) sendFileCookie(context, route, token, publicEndpoint);
    const bytes = await sendReply(context, route, outcome);
    allowance.written(callerOf(context), context.res, bytes);
  };
  return async (context: Context, route: Route, compute: () => Promise<Outcome>): Promise<void> => {
    const caller = callerOf(context);
    const answer = () => allowance.measure(caller, async () => send(context, route, await compute()));
    // An upload takes as long as its sender needs, and a panel waits for news.
    if (isMultipart(route, context) || route.permission.access === 'admin') return answer();
    const refused = await allowance.inTurn(caller, answer);
    if (refused !== undefined) sendRefusal(context, refused);
  };
};
