import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Registry } from 'prom-client';
import { equalText } from '../secrets.ts';
import { withTimeout } from '../with-timeout.ts';

/** Why a part is not ready, in words safe to publish. */
export class NotReadyError extends Error {
  override readonly name = 'NotReadyError';
}

/** Each part by name: `true`, or what is wrong. An engine's own error message names hosts and files, so it is not exposed. */
type Parts = Readonly<Record<string, true | string>>;

/** A process is ready when it can serve: when nothing that it needs is wrong. Other faults degrade it. */
export type Readiness = { readonly needed: Parts; readonly others: Parts };

/** Who may read the metrics: everybody, nobody, or callers with a token. */
export type MetricsAccess = 'open' | 'closed' | { readonly token: string };

export type Operations = {
  readonly ready: () => Promise<Readiness>;
  readonly registry: Registry;
  /** `open` by default. */
  readonly metrics?: MetricsAccess;
};

const send = (response: ServerResponse, status: number, type: string, body: string): void => {
  response.writeHead(status, {
    'Content-Type': type,
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
  });
  response.end(body);
};

/** With `?deep`, ready means that nothing at all is wrong, which is for alerts and not for balancing. */
const answerReady = (response: ServerResponse, { ready }: Operations, isDeep: boolean): void => {
  ready().then(
    ({ needed, others }) => {
      const parts = { ...needed, ...others };
      const isReady = Object.values(isDeep ? parts : needed).every((part) => part === true);
      send(response, isReady ? 200 : 503, 'application/json', JSON.stringify({ ready: isReady, parts }));
    },
    () => send(response, 503, 'application/json', '{"ready":false}'),
  );
};

const answerMetrics = (
  request: IncomingMessage,
  response: ServerResponse,
  { registry, metrics = 'open' }: Operations,
): void => {
  if (metrics === 'closed') return void send(response, 404, 'text/plain', 'Not found\n');
  if (metrics !== 'open' && !equalText(request.headers.authorization ?? '', `Bearer ${metrics.token}`))
    return void send(response, 401, 'text/plain', 'Please show the token of the metrics\n');
  // A gauge may query an engine that is unreachable. That must not end the process.
  registry.metrics().then(
    (text) => send(response, 200, registry.contentType, text),
    () => send(response, 503, 'text/plain', 'The metrics cannot be read for now\n'),
  );
};

/** Answers `/healthz`, `/readyz` and `/metrics`. @returns false for other requests. */
export const answerOperations = (
  request: IncomingMessage,
  response: ServerResponse,
  operations: Operations,
): boolean => {
  const [path, query] = request.url?.split('?', 2) ?? [];
  switch (path) {
    case '/healthz':
      send(response, 200, 'application/json', '{"status":"alive"}');
      return true;
    case '/readyz':
      answerReady(response, operations, new URLSearchParams(query).has('deep'));
      return true;
    case '/metrics':
      answerMetrics(request, response, operations);
      return true;
    default:
      return false;
  }
};

/** Milliseconds until a check counts as failed; longer than the engines' own timeouts. */
const CHECK_TIMEOUT_MS = 6_000;
/** The same for what the process does not need, which must not delay the answer beyond the patience of a probe. */
const OTHER_TIMEOUT_MS = 1_000;

export type Checks = Readonly<Record<string, () => Promise<unknown>>>;

const check = async (probe: () => Promise<unknown>, within: number): Promise<true | string> => {
  try {
    await withTimeout(within, probe(), () => new NotReadyError(`no answer within ${within / 1000} s`));
    return true;
  } catch (error) {
    return error instanceof NotReadyError ? error.message : 'out of reach';
  }
};

/** Runs all checks concurrently, so that one that hangs does not delay the others. */
const checkAll = async (checks: Checks, within: number): Promise<Parts> =>
  Object.fromEntries(
    await Promise.all(Object.entries(checks).map(async ([name, probe]) => [name, await check(probe, within)] as const)),
  );

export const checkReadiness = async (needed: Checks, others: Checks): Promise<Readiness> => {
  const [ofNeeded, ofOthers] = await Promise.all([
    checkAll(needed, CHECK_TIMEOUT_MS),
    checkAll(others, OTHER_TIMEOUT_MS),
  ]);
  return { needed: ofNeeded, others: ofOthers };
};
