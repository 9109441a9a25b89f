import type { MediaKind } from '@quorum/contracts/media/wire.ts';

/** The title capitalizes the kind, the sentences do not. */
export const mediaNames: Readonly<Record<MediaKind, { readonly title: string; readonly noun: string }>> = {
  files: { title: 'Files', noun: 'file' },
  images: { title: 'Images', noun: 'image' },
  links: { title: 'Links', noun: 'link' },
};
