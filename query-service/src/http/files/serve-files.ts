import { collections, type FileDocument } from '@quorum/contracts/documents/collections.ts';
import { refuse, statusOf, textOf } from '@quorum/contracts/wire/refusals.ts';
import type { Context as KoaContext, Middleware } from 'koa';
import type { Context } from '../../application/context.ts';
import { serveFile } from './serve-file.ts';

const sendRefusal = (context: KoaContext, code: 'file/not-found' | 'file/link-expired'): void => {
  const refusal = refuse(code);
  context.status = statusOf(refusal);
  context.body = { error: textOf(refusal) };
};

/** A picture is asked for as soon as its upload is answered, and may not be in the read models yet: so long it is looked for, in milliseconds. */
const FILE_GRACE = 1500;
const FILE_LOOK = 100;

const findFile = async ({ reads }: Pick<Context, 'reads'>, id: string): Promise<FileDocument | undefined> => {
  for (let waited = 0; ; waited += FILE_LOOK) {
    const file = await reads.active.get<FileDocument>(collections.files.name, id);
    if (file !== undefined || waited >= FILE_GRACE) return file;
    await new Promise((resolve) => setTimeout(resolve, FILE_LOOK));
  }
};

/** Serves stored files under their signed addresses: `GET /files/{id}?e=…&s=…`, `&download` to save instead of showing. */
export const serveFiles =
  ({ reads, files, fileLinks, clock }: Context): Middleware =>
  async (context, next): Promise<void> => {
    const id = /^\/files\/([\w-]{1,100})$/.exec(context.path)?.[1];
    if (id === undefined || (context.method !== 'GET' && context.method !== 'HEAD')) {
      await next();
      return;
    }
    context.state.route = 'file';
    const { e, s, download } = context.query;
    if (typeof e !== 'string' || typeof s !== 'string' || !fileLinks.check(id, e, s, clock.now())) {
      return sendRefusal(context, 'file/link-expired');
    }
    const file = await findFile({ reads }, id);
    if (file === undefined) return sendRefusal(context, 'file/not-found');
    const answer = serveFile(
      { id, size: file.size, name: file.name ?? '', mimeType: file.mimeType },
      {
        range: context.get('range') || undefined,
        ifRange: context.get('if-range') || undefined,
        ifNoneMatch: context.get('if-none-match') || undefined,
        download: download !== undefined,
      },
    );
    context.status = answer.status;
    context.set({ ...answer.headers });
    if (answer.status === 304 || answer.status === 416 || context.method === 'HEAD') return;
    const found = await files.read(id, answer.range);
    if (found === undefined) return sendRefusal(context, 'file/not-found');
    context.body = found.stream;
    // Koa takes the type of a stream's body to be unknown, and forgets the length that is known here.
    context.set({ ...answer.headers });
  };
