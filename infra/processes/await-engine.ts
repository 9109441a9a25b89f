import { backOff } from '@quorum/service-kit/back-off.ts';
import { BusUnavailableError } from '@quorum/service-kit/ports/bus.ts';
import { LogUnavailableError } from '@quorum/service-kit/ports/event-log.ts';
import { FileStoreUnavailableError } from '@quorum/service-kit/ports/file-store.ts';
import { KeysUnavailableError } from '@quorum/service-kit/ports/key-store.ts';
import { ReadStoreUnavailableError } from '@quorum/service-kit/ports/read-store.ts';
import { SettingsError } from './settings.ts';

export type EnginePatience = {
  /** How long an engine that is away is waited for, in milliseconds. */
  readonly limit: number;
  /** Hears, once for each engine, what is waited for. */
  readonly tell: (line: string) => void;
};

const unavailable = [
  LogUnavailableError,
  KeysUnavailableError,
  ReadStoreUnavailableError,
  FileStoreUnavailableError,
  BusUnavailableError,
];

/** Who is not let in, or does not trust the other side, is not by waiting. Words, since each driver has classes of its own. */
const FINAL = /credential|authenticat|authoriz|access.denied|password|sasl|certificate|self.signed|unable to verify/i;
/** PERMISSION_DENIED and UNAUTHENTICATED of gRPC. */
const FINAL_CODES: ReadonlySet<unknown> = new Set([7, 16]);

/** An error and what it was caused by. */
const chainOf = (error: unknown): readonly Error[] => (error instanceof Error ? [error, ...chainOf(error.cause)] : []);

/** Whether it may get better by waiting. */
export const isPassing = (error: unknown): boolean => {
  const chain = chainOf(error);
  if (!chain.some((each) => unavailable.some((kind) => each instanceof kind))) return false;
  return !chain.some((each) => FINAL.test(each.message) || FINAL_CODES.has((each as { code?: unknown }).code));
};

const reasonOf = (error: unknown): string =>
  error instanceof Error ? (error.message.split('\n', 1)[0] ?? error.name) : String(error);

const pauseAfter = backOff(250, 2_000);

/**
 * Opens one engine. One that is away is waited for.
 * @param what names the engine.
 * @throws SettingsError, one line, when it stays away, or when waiting makes nothing better.
 */
export const awaitEngine = async <T>(
  what: string,
  open: () => Promise<T>,
  { limit, tell }: EnginePatience,
): Promise<T> => {
  const until = Date.now() + limit;
  for (let failures = 1; ; failures++) {
    try {
      return await open();
    } catch (error) {
      const line = `${what}: ${reasonOf(error)}`;
      const pause = pauseAfter(failures);
      if (!isPassing(error) || Date.now() + pause > until) throw new SettingsError(line);
      if (failures === 1) tell(`Waiting for ${line} (up to ${Math.round(limit / 1_000)} s, START_PATIENCE)`);
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }
};
