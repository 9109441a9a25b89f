/** What the popout shows: its title is the name, its sentences say the word. */
export type MediaKind = 'files' | 'images' | 'links';

export const mediaNames: Readonly<Record<MediaKind, { readonly title: string; readonly noun: string }>> = {
  files: { title: 'Files', noun: 'file' },
  images: { title: 'Images', noun: 'image' },
  links: { title: 'Links', noun: 'link' },
};
