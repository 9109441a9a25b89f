import type { ServerResponse } from 'node:http';
import { type Refusal, refuse } from '@quorum/contracts/kernel/refusals.ts';
import { formatSize } from '@quorum/contracts/text/file-kinds.ts';
import { metadataOf } from '../handling/command-metadata.ts';
import type { CommandMetadata, FileContext } from '../handling/context.ts';
import type { FormResult } from '../uploads/receive-upload.ts';

type Uploading = {
  readonly actor: { readonly userId: string };
  readonly raw: { readonly response: ServerResponse };
};

/** Where an upload is put until its fate is known, and whether its owner has room for it. */
export const uploadsTo = (
  { files, ids, storedBytes }: FileContext,
  { actor: { userId }, raw: { response } }: Uploading,
) => ({
  store: files,
  newId: () => ids.uuid(),
  uploaderId: userId,
  reserve: async (bytes: number): Promise<Refusal | undefined> => {
    const over = await storedBytes.reserve(userId, bytes);
    if (over === undefined) return refuse('storage/full', { size: formatSize(storedBytes.max) });
    if (response.closed) over();
    else response.once('close', over);
    return undefined;
  },
});

/** The parts of a call needed here. */
type Once<R> = Parameters<typeof metadataOf>[0] & {
  readonly once: (content: string, run: (commandDigest: string | undefined) => Promise<R>) => Promise<R>;
};

type Received = Extract<FormResult, { ok: true }> & {
  /** The command keeps or removes the upload itself. */
  readonly takenOver?: boolean;
};

/** Runs a command whose body was uploaded, once for all its repeats. Each repeat then removes its own upload. */
export const onceReceived = async <R>(
  { files }: FileContext,
  call: Once<R>,
  { digest, file, takenOver = false }: Received,
  run: (metadata: CommandMetadata) => Promise<R>,
): Promise<R> => {
  let ran = false;
  try {
    return await call.once(digest, (commandDigest) => {
      ran = true;
      return run({ ...metadataOf(call), commandDigest });
    });
  } finally {
    if (file !== undefined && !(ran && takenOver)) await files.remove(file.id);
  }
};
