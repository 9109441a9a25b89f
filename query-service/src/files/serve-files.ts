import { pipeline, Readable, type Transform } from 'node:stream';
import { isRefusal, type Refusal, refuse } from '@quorum/contracts/kernel/refusals.ts';
import { type AdmissionParts, bearer, recognizing } from '@quorum/service-kit/http/admission/admit-caller.ts';
import { addressOf } from '@quorum/service-kit/http/admission/origin.ts';
import { RateLimit } from '@quorum/service-kit/http/admission/rate-limit.ts';
import { fileToken } from '@quorum/service-kit/http/file-cookie.ts';
import { callerOf } from '@quorum/service-kit/http/observe-requests.ts';
import { RunningStreams, whenOver } from '@quorum/service-kit/http/running-streams.ts';
import { sendRefusal } from '@quorum/service-kit/http/send-reply.ts';
import type { FileDocument } from '@quorum/service-kit/reads/media.ts';
import type { Context as KoaContext, Middleware } from 'koa';
import type { Context, Reading } from '../reading/context.ts';
import { retryRead } from '../reading/retry-read.ts';
import { maySee, type Viewer } from './may-see.ts';
import { openFile } from './open-file.ts';
import { type FileAnswer, serveFile } from './serve-file.ts';

/** A picture is requested as soon as its upload is acknowledged, when it and its group may not be in the read models yet. */
const findFile = (context: Reading, id: string, viewer: Viewer): Promise<FileDocument | undefined> =>
  retryRead(
    async () => {
      const file = await context.reads.active.get('files', id);
      return file !== undefined && (await maySee(context, viewer, file)) ? file : undefined;
    },
    (file) => file !== undefined,
    () => true,
  );

const fileIdOf = ({ method, path }: KoaContext): string | undefined =>
  method === 'GET' || method === 'HEAD' ? /^\/files\/([\w-]{1,100})$/.exec(path)?.[1] : undefined;

const conditionsOf = (context: KoaContext) => ({
  range: context.get('range') || undefined,
  ifRange: context.get('if-range') || undefined,
  ifNoneMatch: context.get('if-none-match') || undefined,
});

/** Concurrent downloads of one person: more than a page shows at once. */
const MAX_DOWNLOADS = 100;
/** Wrong codes per image and address, per hour. */
const WRONG_CODES_PER_HOUR = 10;

/** Serves stored files: `GET /files/{id}`, `?download` to save instead of showing, `?code=…` for an invited person. */
export const serveFiles = (context: Pick<Context, 'files' | 'log' | 'reads'>, parts: AdmissionParts): Middleware => {
  const { adminAuthenticator, allowance, clock, publicEndpoint } = parts;
  const recognize = recognizing(parts);
  const running = new RunningStreams({ ofKey: MAX_DOWNLOADS });
  const wrongCodes = new RateLimit(WRONG_CODES_PER_HOUR / 3600, WRONG_CODES_PER_HOUR);

  const viewerOf = async (request: KoaContext): Promise<Viewer | Refusal> => {
    const token = bearer(request) ?? fileToken(request, 'person');
    const actor = await recognize(request, token);
    if (isRefusal(actor)) return actor;
    const { code } = request.query;
    const visit = fileToken(request, 'administrator');
    const isNobody = [actor, visit, code].every((credential) => credential === undefined);
    if (isNobody) return refuse(token === undefined ? 'session/missing' : 'session/invalid');
    return {
      userId: actor?.userId,
      code: code === undefined ? undefined : String(code),
      isAdministrator: async () =>
        visit !== undefined && (await adminAuthenticator.visits.isOpen(visit, clock.now())) === true,
    };
  };

  const fileFor = async (request: KoaContext, id: string): Promise<FileDocument | Refusal> => {
    const viewer = await viewerOf(request);
    if (isRefusal(viewer)) return viewer;
    const guess = `${addressOf(request.req, publicEndpoint)} ${id}`;
    if (viewer.code !== undefined && wrongCodes.isSpent(guess, clock.now()))
      return refuse('request/too-many', undefined, wrongCodes.take(guess, clock.now()));
    const file = await findFile(context, id, viewer);
    if (file === undefined && viewer.code !== undefined) wrongCodes.take(guess, clock.now());
    return file ?? refuse('file/not-found');
  };

  return async (request, next): Promise<void> => {
    const id = fileIdOf(request);
    if (id === undefined) return void (await next());
    request.state.route = 'file';
    const file = await fileFor(request, id);
    if (isRefusal(file)) return sendRefusal(request, file);
    const named = await context.reads.active.get('fileNames', id);
    const answer = serveFile(
      { id, size: file.size, name: named?.name ?? '', mimeType: file.mimeType },
      { ...conditionsOf(request), download: request.query.download !== undefined },
    );
    const end = running.begin(callerOf(request));
    if (end === undefined) return sendRefusal(request, refuse('request/too-many', undefined, 1));
    try {
      const pacing = allowance.pacing(callerOf(request));
      const send = () => allowance.measure(callerOf(request), () => sendFile(request, context, { id, answer, pacing }));
      const refused = await allowance.inTurn(callerOf(request), send);
      if (refused !== undefined) sendRefusal(request, refused);
    } finally {
      if (request.body instanceof Readable) whenOver(request.body, end);
      else end();
    }
  };
};

const hasBody = (method: string, status: number): boolean => status !== 304 && status !== 416 && method !== 'HEAD';

const sendFile = async (
  context: KoaContext,
  store: Pick<Context, 'files' | 'log'>,
  { id, answer, pacing }: { readonly id: string; readonly answer: FileAnswer; readonly pacing: Transform },
): Promise<void> => {
  const { status, headers, range } = answer;
  const isFull = hasBody(context.method, status);
  const found = isFull ? await openFile(store, id, range) : undefined;
  // Headers only with the file: they would make the browser keep an error in its place.
  if (isFull && found === undefined) return sendRefusal(context, refuse('file/not-found'));
  context.status = status;
  // Koa resets type and length for a stream body, so set them after it.
  if (found !== undefined) context.body = pipeline(found.stream, pacing, () => undefined);
  // Nobody would end the stream of a request that has gone.
  if (context.res.destroyed) pacing.destroy();
  context.set({ ...headers });
};
