import type { Context } from '../application/context.ts';

/** Where an upload is put, until it is known what becomes of it. */
export const uploadsTo = ({ files, ids }: Pick<Context, 'files' | 'ids'>, { userId }: { readonly userId: string }) => ({
  store: files,
  newId: () => ids.uuid(),
  uploaderId: userId,
});
