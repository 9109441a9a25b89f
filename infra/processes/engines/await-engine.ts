import { backOff } from '@quorum/service-kit/back-off.ts';
import { BusUnavailableError } from '@quorum/service-kit/ports/bus.ts';
import { LogUnavailableError } from '@quorum/service-kit/ports/event-log.ts';
import { FileStoreUnavailableError } from '@quorum/service-kit/ports/file-store.ts';
import { KeysUnavailableError } from '@quorum/service-kit/ports/key-store.ts';
import { ReadStoreUnavailableError } from '@quorum/service-kit/ports/read-store.ts';
import { SettingsError } from '../settings/settings.ts';

export type EnginePatience = {
  /** Milliseconds to wait for an unreachable engine. */
  readonly limit: number;
  /** Called once per engine that is waited for. */
  readonly print: (line: string) => void;
};

const unavailable = [
  LogUnavailableError,
  KeysUnavailableError,
  ReadStoreUnavailableError,
  FileStoreUnavailableError,
  BusUnavailableError,
];

/** Errors of authentication, trust or a damaged file, which waiting does not fix. Matched by words, because each driver has its own classes. */
const FINAL =
  /credential|authenticat|authoriz|access.denied|password|sasl|certificate|self.signed|unable to verify|malformed|not a database|wrong version number|packet length too long/i;

/** PERMISSION_DENIED and UNAUTHENTICATED of gRPC. */
const FINAL_CODES: ReadonlySet<unknown> = new Set([7, 16]);

const chainOf = (error: unknown): readonly Error[] => (error instanceof Error ? [error, ...chainOf(error.cause)] : []);

/** Whether waiting may help. */
export const isPassing = (error: unknown): boolean => {
  const chain = chainOf(error);
  if (!chain.some((each) => unavailable.some((kind) => each instanceof kind))) return false;
  return !chain.some((each) => FINAL.test(each.message) || FINAL_CODES.has((each as { code?: unknown }).code));
};

/** The error of a client that expects encryption from a server without it. */
const NOT_ENCRYPTED = /wrong version number|packet length too long/i;

export const reasonOf = (error: unknown): string => {
  if (chainOf(error).some(({ message }) => NOT_ENCRYPTED.test(message)))
    return 'the server does not encrypt. Add tls=false to its address, or set KAFKA_TLS=false for Kafka';
  return error instanceof Error ? (error.message.split('\n', 1)[0] ?? error.name) : String(error);
};

const pauseAfter = backOff(250, 2_000);

/**
 * Opens one engine, waiting if it is unreachable.
 * @param what names the engine.
 * @throws SettingsError, one line, if it stays unreachable or waiting cannot help.
 */
export const awaitEngine = async <T>(
  what: string,
  open: () => Promise<T>,
  { limit, print }: EnginePatience,
): Promise<T> => {
  const until = Date.now() + limit;
  for (let failures = 1; ; failures++) {
    try {
      return await open();
    } catch (error) {
      const line = `${what}: ${reasonOf(error)}`;
      const pause = pauseAfter(failures);
      if (!isPassing(error) || Date.now() + pause > until) throw new SettingsError(line);
      if (failures === 1) print(`Waiting for ${line} (up to ${Math.round(limit / 1_000)} s, START_PATIENCE)`);
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }
};
