import type { LinkPreview } from '@quorum/contracts/events/message.ts';
import { messageStream } from '@quorum/contracts/events/message.ts';
import { findLinks } from '@quorum/contracts/text/find-links.ts';
import { decidePreviews } from '../../domain/message/decide.ts';
import { messageAggregate } from '../../domain/message/message.ts';
import { type Context, metadataOf } from '../context.ts';
import { causedBy, type EventPolicy } from './policy.ts';

/** Links of one message that get a preview. */
const MOST_PREVIEWS = 3;

const previewOf = async ({ links }: Context, url: string): Promise<LinkPreview> => {
  const domain = new URL(url).hostname;
  const fetched = await links.fetch(url);
  return fetched.ok ? { url, domain, ...fetched.preview } : { url, domain, error: fetched.error };
};

/** Looks up the pages that a message links to and records what they say of themselves. */
export const resolveLinks: EventPolicy = {
  name: 'resolve-links',
  types: new Set(['MessagePosted', 'MessageEdited']),
  react: async (context, event) => {
    if (event.type !== 'MessagePosted' && event.type !== 'MessageEdited') return;
    const { messageId, text } = event.data;
    if (text === null) return;
    const urls = [...new Set(findLinks(text).map((link) => link.url))].slice(0, MOST_PREVIEWS);
    const edited = event.type === 'MessageEdited';
    if (urls.length === 0 && !edited) return;
    const previews = await Promise.all(urls.map((url) => previewOf(context, url)));
    await context.aggregates.handle(
      messageAggregate,
      messageStream(messageId),
      metadataOf(causedBy('resolve-links', event)),
      (message) =>
        previews.length === 0 && (message.previews ?? []).length === 0 ? [] : decidePreviews(message, text, previews),
    );
  },
};
