import { findLinks } from '../text/find-links.ts';

/** Metadata of a linked page. `error` is a short reason for showing nothing. */
export type LinkPreview = {
  readonly url: string;
  readonly domain: string;
  readonly title?: string | undefined;
  readonly description?: string | undefined;
  readonly image?: string | undefined;
  readonly siteName?: string | undefined;
  readonly error?: string | undefined;
};

/** Keeps the previews whose addresses still appear in the edited text. */
export const stillLinked = (previews: readonly LinkPreview[], text: string | null): readonly LinkPreview[] => {
  const urls = new Set(findLinks(text ?? '').map((link) => link.url));
  return previews.filter((preview) => urls.has(preview.url));
};
