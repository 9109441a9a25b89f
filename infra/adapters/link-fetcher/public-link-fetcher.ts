import type { LinkFetcher } from '@quorum/service-kit/ports/link-fetcher.ts';
import { buildConnector } from 'undici';
import { checkedConnector, type Resolve, systemResolve } from './checked-connector.ts';
import { decodeHtml } from './decode-html.ts';
import { pagePreview } from './page-preview.ts';
import { publicGet } from './public-get.ts';

export type LinkFetcherOptions = {
  readonly resolve?: Resolve;
  /** Opens sockets to checked addresses only. */
  readonly connect?: buildConnector.connector;
};

/** Milliseconds. An attempt to connect goes on after its fetch was given up. */
const CONNECT_TIMEOUT_MS = 5000;

const startsWith = (bytes: Uint8Array, text: string, at = 0): boolean =>
  Buffer.from(bytes.subarray(at, at + text.length)).toString('latin1') === text;

/** The mime type of a JPEG, PNG, GIF or WebP by its first bytes; otherwise `undefined`. */
const imageType = (bytes: Uint8Array): string | undefined => {
  if (startsWith(bytes, '\xff\xd8\xff')) return 'image/jpeg';
  if (startsWith(bytes, '\x89PNG\r\n\x1a\n')) return 'image/png';
  if (startsWith(bytes, 'GIF87a') || startsWith(bytes, 'GIF89a')) return 'image/gif';
  if (startsWith(bytes, 'RIFF') && startsWith(bytes, 'WEBP', 8)) return 'image/webp';
  return undefined;
};

/** Link previews from the public web over HTTP. */
export const publicLinkFetcher = (options: LinkFetcherOptions = {}): LinkFetcher => {
  const connect = options.connect ?? buildConnector({ timeout: CONNECT_TIMEOUT_MS });
  const connector = checkedConnector(options.resolve ?? systemResolve, connect);

  return {
    fetch: async (url, signal) => {
      const page = await publicGet(url, {
        connector,
        signal,
        accept: 'text/html, application/xhtml+xml;q=0.9',
        wanted: (type) => /^(text\/html|application\/xhtml\+xml)\s*(;|$)/.test(type),
        whole: false,
      });
      if ('error' in page) return { ok: false, error: page.error };
      const preview = await pagePreview(decodeHtml(page.bytes, page.contentType), page.url);
      return preview === undefined ? { ok: false, error: 'nothing-said' } : { ok: true, preview };
    },

    fetchImage: async (url, signal) => {
      const image = await publicGet(url, {
        connector,
        signal,
        accept: 'image/webp, image/png, image/jpeg, image/gif',
        // Servers mislabel images, so the bytes decide.
        wanted: () => true,
        whole: true,
      });
      if ('error' in image) return { ok: false, error: image.error };
      const mimeType = imageType(image.bytes);
      return mimeType === undefined ? { ok: false, error: 'not-an-image' } : { ok: true, bytes: image.bytes, mimeType };
    },
  };
};
