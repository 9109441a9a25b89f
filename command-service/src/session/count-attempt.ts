import { type Refusal, refuse } from '@quorum/contracts/kernel/refusals.ts';
import { type Attempts, attemptsDecider, refuseAttempt } from '@quorum/domain/attempts/decider.ts';
import { type AttemptKind, attemptsStream } from '@quorum/domain/attempts/events.ts';
import type { Accepted } from '../handling/aggregates.ts';
import type { CommandMetadata, DecideContext, PhoneContext } from '../handling/context.ts';

/** The counted attempts, and the person or address that they count for. */
export type Counter = {
  readonly kind: AttemptKind;
  /** The subject whose attempts are counted. */
  readonly key: string;
  /** The subject's previous name, if names rotate. Attempts counted under it still count. */
  readonly previousKey?: string | undefined;
};

type Tried = Counter & {
  /** Not stored in the log. Must not contain anything that has to be erasable: with the master key it can be guessed. */
  readonly tried: string;
  readonly oncePerAccount?: boolean;
};

export const counterOfAddress = async (
  { addresses, clock }: Pick<DecideContext, 'addresses' | 'clock'>,
  kind: AttemptKind,
  address: string,
): Promise<Counter> => {
  const { current, previous } = await addresses.nameOf(address, clock.now());
  return { kind, key: current, previousKey: previous };
};

type Counting = Pick<DecideContext, 'aggregates'>;

const countedBefore = async ({ aggregates }: Counting, { kind, previousKey }: Counter): Promise<Attempts> =>
  previousKey === undefined ? [] : aggregates.load(attemptsDecider, attemptsStream(kind, previousKey));

/** Attempts counted so far, oldest first. */
export const countedSoFar = async (context: Counting, counter: Counter): Promise<Attempts> => [
  ...(await countedBefore(context, counter)),
  ...(await context.aggregates.load(attemptsDecider, attemptsStream(counter.kind, counter.key))),
];

/** Whether another attempt is allowed now. */
export const refuseCounted = async (context: DecideContext, counter: Counter): Promise<Refusal | undefined> =>
  refuseAttempt(await countedSoFar(context, counter), counter.kind, context.clock.now());

/**
 * Counts requests whose response reveals whether a number has an account, so that numbers cannot be probed in bulk.
 * @param prober an address or an account.
 */
export const refuseProbe = ({ numberProbes, clock }: PhoneContext, prober: string): Refusal | undefined => {
  const wait = numberProbes.take(prober, clock.now());
  return wait > 0 ? refuse('request/too-many', undefined, wait) : undefined;
};

/** Counts one attempt. @returns a refusal if no more are allowed for now. */
export const count = (
  context: DecideContext,
  counter: Counter,
  metadata: CommandMetadata,
  oncePerAccount = false,
): Promise<Accepted<Attempts> | Refusal> => {
  const { kind, key } = counter;
  return context.aggregates.handle({
    decider: attemptsDecider,
    stream: attemptsStream(kind, key),
    command: { type: 'CountAttempt', kind, key, oncePerAccount },
    metadata,
    facts: async () => ({
      actorId: metadata.actorId,
      now: context.clock.now(),
      earlier: await countedBefore(context, counter),
    }),
  });
};

/**
 * Counts an attempt. Each distinct value tried is one attempt, even if the caller reuses one `Idempotency-Key` for all of them. A
 * true repeat is counted once.
 * @returns a refusal if no more are allowed for now.
 */
export const countAttempt = (
  context: DecideContext,
  { tried, oncePerAccount = false, ...counter }: Tried,
  metadata: CommandMetadata,
): Promise<Accepted<Attempts> | Refusal> => {
  const commandId = context.secrets.privateKey('attempt', `${metadata.commandId} ${tried}`);
  const attempt = { ...metadata, commandId, commandDigest: undefined, causationId: metadata.commandId };
  return count(context, counter, attempt, oncePerAccount);
};

/** Milliseconds. */
const CHECK_INTERVAL_MS = 10 * 60_000;

/**
 * Destroys expired keys of network addresses, even without further attempts. Every process may do it; a key destroyed by
 * one needs no work from the others.
 */
export const startExpiryOfAddressKeys = ({ addresses, clock, log }: DecideContext): { stop(): Promise<void> } => {
  let running = Promise.resolve();
  const look = (): void => {
    running = running
      .then(() => addresses.destroyExpired(clock.now()))
      .catch(() => log.warn('expired keys of network addresses could not be destroyed; it is tried again'));
  };
  const timer = setInterval(look, CHECK_INTERVAL_MS);
  timer.unref();
  look();
  return {
    stop: () => {
      clearInterval(timer);
      return running;
    },
  };
};
