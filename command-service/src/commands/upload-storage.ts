import type { ServerResponse } from 'node:http';
import { type Refusal, refuse } from '@quorum/contracts/kernel/refusals.ts';
import { formatSize } from '@quorum/contracts/text/file-kinds.ts';
import type { Context } from '../application/context.ts';

type Uploading = {
  readonly actor: { readonly userId: string };
  readonly raw: { readonly response: ServerResponse };
};

/** Where an upload is put until its fate is known, and whether its owner has room for it. */
export const uploadsTo = (
  { files, ids, storedBytes }: Pick<Context, 'files' | 'ids' | 'storedBytes'>,
  { actor: { userId }, raw: { response } }: Uploading,
) => ({
  store: files,
  newId: () => ids.uuid(),
  uploaderId: userId,
  reserve: async (bytes: number): Promise<Refusal | undefined> => {
    const over = await storedBytes.reserve(userId, bytes);
    if (over === undefined) return refuse('upload/storage-full', { size: formatSize(storedBytes.most) });
    if (response.closed) over();
    else response.once('close', over);
    return undefined;
  },
});
