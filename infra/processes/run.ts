import { messageOf } from '@quorum/service-kit/message-of.ts';
import { makePrivateFiles } from './engines/private-folder.ts';
import { SettingsError } from './settings/settings.ts';

export type Running = { stop(): Promise<void> };

/** Milliseconds for the whole shutdown. */
const STOP_TIMEOUT_MS = 10_000;

/**
 * Runs a process until a signal stops it. Configuration errors are reported on one line; SIGTERM and SIGINT shut it down
 * gracefully.
 */
export const run = async (start: () => Promise<Running>): Promise<void> => {
  makePrivateFiles();
  let running: Running;
  try {
    running = await start();
  } catch (error) {
    const line =
      error instanceof SettingsError
        ? error.message
        : error instanceof Error
          ? (error.stack ?? error.message)
          : String(error);
    process.stderr.write(`Quorum cannot start. ${line}\n`);
    process.exit(1);
  }
  let stopping = false;
  const stop = () => {
    if (stopping) return;
    stopping = true;
    setTimeout(() => {
      process.stderr.write(`Quorum did not stop within ${STOP_TIMEOUT_MS / 1000} s and is ended.\n`);
      process.exit(1);
    }, STOP_TIMEOUT_MS).unref();
    running.stop().then(
      () => process.exit(0),
      (error) => {
        process.stderr.write(`Quorum did not stop cleanly: ${messageOf(error)}\n`);
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
};
