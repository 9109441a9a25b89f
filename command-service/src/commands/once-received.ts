import type { Cause, Context } from '../application/context.ts';
import type { FormResult } from '../uploads/receive-upload.ts';
import { causeOf } from './cause.ts';

/** The parts of a call needed here. */
type Once<R> = Parameters<typeof causeOf>[0] & {
  readonly once: (content: string, run: (commandDigest: string | undefined) => Promise<R>) => Promise<R>;
};

type Received = Extract<FormResult, { ok: true }> & {
  /** The command keeps or removes the upload itself. */
  readonly takenOver?: boolean;
};

/** Runs a command whose body was uploaded, once for all its repeats. Each repeat then removes its own upload. */
export const onceReceived = async <R>(
  { files }: Pick<Context, 'files'>,
  call: Once<R>,
  { digest, file, takenOver = false }: Received,
  run: (cause: Cause) => Promise<R>,
): Promise<R> => {
  let ran = false;
  try {
    return await call.once(digest, (commandDigest) => {
      ran = true;
      return run({ ...causeOf(call), commandDigest });
    });
  } finally {
    if (file !== undefined && !(ran && takenOver)) await files.remove(file.id);
  }
};
