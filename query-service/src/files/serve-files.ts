import { refuse } from '@quorum/contracts/kernel/refusals.ts';
import { sendRefusal } from '@quorum/service-kit/http/send-reply.ts';
import type { FileScope } from '@quorum/service-kit/ports/file-links.ts';
import type { Context as KoaContext, Middleware } from 'koa';
import type { Context, Reading } from '../reading/context.ts';
import { retryRead } from '../reading/retry-read.ts';
import { maySee } from './may-see.ts';
import { openFile } from './open-file.ts';
import { type FileAnswer, serveFile } from './serve-file.ts';

/** A picture is requested as soon as its upload is acknowledged, when it and its group may not be in the read models yet. */
const findFile = ({ reads }: Reading, id: string, scope: FileScope) =>
  retryRead(
    async () => ({ allowed: await maySee({ reads }, scope), file: await reads.active.get('files', id) }),
    ({ allowed, file }) => allowed && file !== undefined,
    () => true,
  );

const fileIdOf = ({ method, path }: KoaContext): string | undefined =>
  method === 'GET' || method === 'HEAD' ? /^\/files\/([\w-]{1,100})$/.exec(path)?.[1] : undefined;

const conditionsOf = (context: KoaContext) => ({
  range: context.get('range') || undefined,
  ifRange: context.get('if-range') || undefined,
  ifNoneMatch: context.get('if-none-match') || undefined,
});

/** Serves stored files under their signed addresses: `GET /files/{id}?e=…&v=…&s=…`, `&download` to save instead of showing. */
export const serveFiles =
  ({
    reads,
    fileLinks,
    clock,
    ...store
  }: Pick<Context, 'clock' | 'fileLinks' | 'files' | 'log' | 'reads'>): Middleware =>
  async (context, next): Promise<void> => {
    const id = fileIdOf(context);
    if (id === undefined) return void (await next());
    context.state.route = 'file';
    const { e, v, s, download } = context.query;
    const signed = { expires: String(e), scope: String(v), signature: String(s) };
    const scope = fileLinks.check(id, signed, clock.now());
    if (scope === undefined) return sendRefusal(context, refuse('file/link-expired'));
    const found = await findFile({ reads }, id, scope);
    if (found?.allowed !== true) return sendRefusal(context, refuse('file/link-expired'));
    const { file } = found;
    if (file === undefined) return sendRefusal(context, refuse('file/not-found'));
    const named = await reads.active.get('fileNames', id);
    const answer = serveFile(
      { id, size: file.size, name: named?.name ?? '', mimeType: file.mimeType },
      { ...conditionsOf(context), download: download !== undefined },
    );
    await sendFile(context, store, id, answer);
  };

const sendFile = async (
  context: KoaContext,
  store: Pick<Context, 'files' | 'log'>,
  id: string,
  { status, headers, range }: FileAnswer,
): Promise<void> => {
  const isEmpty = status === 304 || status === 416 || context.method === 'HEAD';
  const found = isEmpty ? undefined : await openFile(store, id, range);
  // Headers only with the file: they would make the browser keep an error in its place.
  if (!isEmpty && found === undefined) return sendRefusal(context, refuse('file/not-found'));
  context.status = status;
  // Koa resets type and length for a stream body, so set them after it.
  if (found !== undefined) context.body = found.stream;
  context.set({ ...headers });
};
