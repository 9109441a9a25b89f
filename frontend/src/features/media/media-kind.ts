/** The kind of media in the popout. The title capitalizes it, the sentences do not. */
export type MediaKind = 'files' | 'images' | 'links';

export const mediaNames: Readonly<Record<MediaKind, { readonly title: string; readonly noun: string }>> = {
  files: { title: 'Files', noun: 'file' },
  images: { title: 'Images', noun: 'image' },
  links: { title: 'Links', noun: 'link' },
};
