import type { LinkPreview } from '../wire/link-preview.ts';
import { findLinks } from './find-links.ts';

/** Previews of addresses that the text still names: what an edited message keeps of those it had. */
export const stillLinked = (previews: readonly LinkPreview[], text: string | null): readonly LinkPreview[] => {
  const urls = new Set(findLinks(text ?? '').map((link) => link.url));
  return previews.filter((preview) => urls.has(preview.url));
};
