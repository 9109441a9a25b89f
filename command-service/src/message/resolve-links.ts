import { isRefusal } from '@quorum/contracts/kernel/refusals.ts';
import type { LinkPreview } from '@quorum/contracts/message/link-preview.ts';
import { findLinks } from '@quorum/contracts/text/find-links.ts';
import { personSubject } from '@quorum/domain/event-definition.ts';
import { fileDecider } from '@quorum/domain/file/decider.ts';
import { fileStream } from '@quorum/domain/file/events.ts';
import { filesOf, messageDecider } from '@quorum/domain/message/decider.ts';
import { messageStream } from '@quorum/domain/message/events.ts';
import type { EventOf } from '@quorum/domain/stored-event.ts';
import { deterministicUuid } from '@quorum/service-kit/deterministic-uuid.ts';
import { recordFile, removeFile } from '../file/files.ts';
import type { Context } from '../handling/context.ts';
import { FairQueue } from '../handling/queues.ts';
import { causedBy, processManager } from '../process-managers/process-manager.ts';
import { storeImageCopy } from '../uploads/store-images.ts';

const NAME = 'resolve-links';

/** Links per message that get a preview. */
const MAX_PREVIEWS = 3;

/** Milliseconds to fetch a page and its picture. */
const TIMEOUT_MS = 5000;

/** Pages fetched at once: each may take seconds and half a megabyte. */
const MAX_AT_ONCE = 16;

/** Of these, pages that one person's messages link to. */
const MAX_PER_PERSON = 4;

/** Pages of one person that may wait; further ones get no preview. Otherwise a flood would delay everybody's. */
const MAX_WAITING = 30;

/** The reason for a failed fetch is not revealed, because it would show what the server can reach. */
const FAILED = 'Unable to load preview';

const queue = new FairQueue({ atOnce: MAX_AT_ONCE, share: MAX_PER_PERSON });

const withoutPreview = (url: string): LinkPreview => ({ url, domain: new URL(url).hostname, error: FAILED });

type Linking = EventOf<'MessagePosted' | 'MessageEdited'>;

/**
 * Stores a copy of an image that a linked page names. Loaded from its own address, it would reveal to that site who reads the message.
 * @param at place of the link within the message. The file's id is made of it and readable in the log, so it must not say the address.
 * @returns the file's id, or undefined if there is no valid image.
 */
const keepImage = async (
  context: Context,
  { event, signal }: { readonly event: Linking; readonly signal: AbortSignal },
  at: number,
  url: string | undefined,
): Promise<string | undefined> => {
  if (url === undefined) return undefined;
  const { aggregates, files, links } = context;
  const { groupId, messageId, senderId: ownerId } = event.data;
  // The same for a repeat of the look-up, so that it leaves one copy.
  const fileId = deterministicUuid(`preview ${event.id} image ${at}`);
  const { status } = await aggregates.load(fileDecider, fileStream(fileId));
  if (status !== 'none') return status === 'stored' ? fileId : undefined;
  const fetched = await links.fetchImage(url, signal);
  if (!fetched.ok) return undefined;
  const store = { store: files, newId: () => fileId, subject: personSubject(ownerId) };
  const copy = await storeImageCopy(store, ownerId, fetched.bytes);
  if (copy === undefined) return undefined;
  const file = { ...copy, ownerId, groupId, messageId, purpose: 'message-preview' as const, name: 'preview' };
  await recordFile(context, file, causedBy(NAME, event, fileId));
  return fileId;
};

/** @param at place among the message's links. */
const previewOf = async (context: Context, url: string, at: number, event: Linking): Promise<LinkPreview> => {
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const fetched = await context.links.fetch(url, signal);
  if (!fetched.ok) {
    context.log.debug({ reason: fetched.error }, 'a link has no preview');
    return withoutPreview(url);
  }
  const { image, ...details } = fetched.preview;
  const imageId = await keepImage(context, { event, signal }, at, image);
  return {
    url,
    domain: new URL(url).hostname,
    ...details,
    ...(imageId === undefined ? {} : { image: imageId }),
  };
};

/** Fetches the pages a message links to and records their previews. */
const resolve = async (context: Context, event: Linking, isOwn: (url: string) => boolean): Promise<void> => {
  const { messageId, senderId, text } = event.data;
  if (text === null) return;
  const linked = new Set(findLinks(text).map((link) => link.url));
  const urls = [...linked].filter((url) => !isOwn(url)).slice(0, MAX_PREVIEWS);
  const { aggregates } = context;
  const stream = messageStream(messageId);
  const metadata = causedBy(NAME, event);
  const before = await aggregates.load(messageDecider, stream);
  // A changed text gets its own run.
  if (before.status !== 'posted' || before.text !== text) return;
  if (await aggregates.knows(messageDecider, stream, metadata.commandId)) return;

  const known = new Map((before.previews ?? []).map((preview) => [preview.url, preview]));
  const previews = await Promise.all(
    urls.map(
      async (url, at) =>
        known.get(url) ??
        queue.run(senderId, MAX_WAITING, () => previewOf(context, url, at, event)) ??
        withoutPreview(url),
    ),
  );
  const resolved = await aggregates.handle({
    decider: messageDecider,
    stream,
    command: { type: 'ResolvePreviews', text, previews },
    metadata,
    facts: () => ({ actorId: metadata.actorId }),
  });
  if (!isRefusal(resolved) && resolved.events.length > 0) return;
  // The message was edited or deleted during the fetch, so nothing will use the copies.
  await dropCopies(context, event, previews);
};

const dropCopies = async (context: Context, event: Linking, previews: readonly LinkPreview[]): Promise<void> => {
  const shown = filesOf(await context.aggregates.load(messageDecider, messageStream(event.data.messageId)));
  const left = filesOf({ file: null, previews: [...previews] }).filter((fileId) => !shown.includes(fileId));
  for (const fileId of left) await removeFile(context, fileId, causedBy(NAME, event, `drop ${fileId}`));
};

/** @param publicOrigin where the product is. Its own pages have no preview. */
export const resolveLinks = (publicOrigin: string | undefined) => {
  const isOwn = (url: string): boolean => publicOrigin !== undefined && new URL(url).origin === publicOrigin;
  const run = (context: Context, event: Linking) => resolve(context, event, isOwn);
  return processManager(
    NAME,
    { MessagePosted: run, MessageEdited: run },
    {
      // An edit may have removed links.
      mayConcern: (event) =>
        event.type !== 'MessagePosted' || (event.data.text !== null && findLinks(event.data.text).length > 0),
    },
  );
};
