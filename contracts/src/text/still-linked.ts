import type { LinkPreview } from '../wire/link-preview.ts';
import { findLinks } from './find-links.ts';

/** Keeps the previews whose addresses still appear in the edited text. */
export const stillLinked = (previews: readonly LinkPreview[], text: string | null): readonly LinkPreview[] => {
  const urls = new Set(findLinks(text ?? '').map((link) => link.url));
  return previews.filter((preview) => urls.has(preview.url));
};
