import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Registry } from 'prom-client';

/** Why a part is not ready, in words that anybody may read. */
export class NotReadyError extends Error {
  override readonly name = 'NotReadyError';
}

/** Each part by name: `true`, or what is wrong with it. An engine's own words name hosts and files, and stay inside. */
export type Readiness = Readonly<Record<string, true | string>>;

export type Operations = { readonly ready: () => Promise<Readiness>; readonly registry: Registry };

const send = (response: ServerResponse, status: number, type: string, body: string): void => {
  response.writeHead(status, {
    'Content-Type': type,
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
  });
  response.end(body);
};

/** Answers `/healthz`, `/readyz` and `/metrics`. @returns false when the request is for none of them. */
export const answerOperations = (
  request: IncomingMessage,
  response: ServerResponse,
  { ready, registry }: Operations,
): boolean => {
  const path = request.url?.split('?', 1)[0];
  if (path === '/healthz') {
    send(response, 200, 'application/json', '{"status":"alive"}');
    return true;
  }
  if (path === '/readyz') {
    ready().then(
      (parts) => {
        const isReady = Object.values(parts).every((part) => part === true);
        send(response, isReady ? 200 : 503, 'application/json', JSON.stringify({ ready: isReady, parts }));
      },
      () => send(response, 503, 'application/json', '{"ready":false}'),
    );
    return true;
  }
  if (path === '/metrics') {
    // A gauge asks an engine, which may be out of reach: that is no reason for the process to end.
    registry.metrics().then(
      (text) => send(response, 200, registry.contentType, text),
      () => send(response, 503, 'text/plain', 'The metrics cannot be read for now\n'),
    );
    return true;
  }
  return false;
};

/** How long a check may take before it counts as failed, in milliseconds; longer than an engine is waited for by itself. */
const CHECK_WITHIN = 6_000;

const check = async (probe: () => Promise<unknown>): Promise<true | string> => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new NotReadyError(`no answer within ${CHECK_WITHIN / 1000} s`)), CHECK_WITHIN);
  });
  try {
    await Promise.race([probe(), late]);
    return true;
  } catch (error) {
    return error instanceof NotReadyError ? error.message : 'out of reach';
  } finally {
    clearTimeout(timer);
  }
};

/** Checks everything at once, so that one that hangs does not hold up the others. */
export const checkAll = async (probes: Readonly<Record<string, () => Promise<unknown>>>): Promise<Readiness> =>
  Object.fromEntries(
    await Promise.all(Object.entries(probes).map(async ([name, probe]) => [name, await check(probe)] as const)),
  );
