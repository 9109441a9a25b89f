import type { LinkPreview } from '@quorum/contracts/events/message.ts';
import { messageStream } from '@quorum/contracts/events/message.ts';
import { findLinks } from '@quorum/contracts/text/find-links.ts';
import { isRefusal } from '@quorum/contracts/wire/refusals.ts';
import { Turns } from '@quorum/service-kit/turns.ts';
import { decidePreviews } from '../../domain/message/decide.ts';
import { filesOf, messageAggregate } from '../../domain/message/message.ts';
import { type Context, metadataOf } from '../context.ts';
import { removeFile } from '../files.ts';
import { keepPreviewImage, type PreviewOwner } from '../preview-images.ts';
import { causedBy, type EventPolicy } from './policy.ts';

const NAME = 'resolve-links';
/** Links of one message that get a preview. */
const MOST_PREVIEWS = 3;
/** Pages looked up at once: each may take seconds and half a megabyte. */
const MOST_AT_ONCE = 16;
/** Why a page could not be read is not told: it would say what the server can reach from where it stands. */
const FAILED = 'Unable to load preview';

const turns = new Turns(MOST_AT_ONCE);

const previewOf = async (context: Context, url: string, owner: PreviewOwner): Promise<LinkPreview> => {
  const domain = new URL(url).hostname;
  const fetched = await context.links.fetch(url);
  if (!fetched.ok) {
    context.log.debug({ reason: fetched.error }, 'a link has no preview');
    return { url, domain, error: FAILED };
  }
  const { image, favicon, ...said } = fetched.preview;
  const [imageId, faviconId] = await Promise.all([
    image === undefined ? undefined : keepPreviewImage(context, image, `image ${url}`, owner),
    favicon === undefined ? undefined : keepPreviewImage(context, favicon, `favicon ${url}`, owner),
  ]);
  return {
    url,
    domain,
    ...said,
    ...(imageId === undefined ? {} : { image: imageId }),
    ...(faviconId === undefined ? {} : { favicon: faviconId }),
  };
};

/** Looks up the pages that a message links to and records what they say of themselves. */
export const resolveLinks: EventPolicy = {
  name: NAME,
  types: new Set(['MessagePosted', 'MessageEdited']),
  // An edit may have taken links away.
  mayConcern: (event) =>
    event.type !== 'MessagePosted' || (event.data.text !== null && findLinks(event.data.text).length > 0),
  react: async (context, event) => {
    if (event.type !== 'MessagePosted' && event.type !== 'MessageEdited') return;
    const { messageId, groupId, senderId, text } = event.data;
    if (text === null) return;
    const urls = [...new Set(findLinks(text).map((link) => link.url))].slice(0, MOST_PREVIEWS);
    const { aggregates } = context;
    const stream = messageStream(messageId);
    const cause = causedBy(NAME, event);
    const before = await aggregates.load(messageAggregate, stream);
    // A text that was changed meanwhile has a turn of its own.
    if (before.status !== 'posted' || before.text !== text) return;
    if ((await aggregates.repeated(messageAggregate, stream, metadataOf(cause))) !== undefined) return;

    const known = new Map((before.previews ?? []).map((preview) => [preview.url, preview]));
    const owner = { groupId, messageId, ownerId: senderId, seed: event.id, cause };
    const previews = await Promise.all(
      urls.map(async (url) => known.get(url) ?? turns.take(() => previewOf(context, url, owner))),
    );
    const resolved = await aggregates.handle(messageAggregate, stream, metadataOf(cause), (message) =>
      decidePreviews(message, text, previews),
    );
    if (!isRefusal(resolved) && resolved.events.length > 0) return;
    // Edited or deleted while the pages were looked up: nothing will name the copies.
    const shown = filesOf(await aggregates.load(messageAggregate, stream));
    for (const fileId of filesOf({ file: null, previews })) {
      if (!shown.includes(fileId)) await removeFile(context, fileId, causedBy(NAME, event, `drop ${fileId}`));
    }
  },
};
