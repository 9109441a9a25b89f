/** Things that a message can have. `file` is neither picture nor video. */
export const searchedKinds = ['link', 'image', 'video', 'file', 'event'] as const;

export type SearchedKind = (typeof searchedKinds)[number];
