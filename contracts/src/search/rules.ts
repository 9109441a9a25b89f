export const limits = {
  /** Letters of a search. */
  search: 200,
  searchWords: 8,
  searchPage: 20,
  maxSearchPage: 50,
  /** Different words that are indexed per message. */
  searchedWords: 400,
} as const;

export const refusals = {
  'search/too-short': [400, 'Type at least 2 letters'],
  'search/too-long': [400, 'This search is too long'],
} as const;

/** Things that a message can have. `file` is neither picture nor video. */
export const searchedKinds = ['link', 'image', 'video', 'file', 'event'] as const;

export type SearchedKind = (typeof searchedKinds)[number];
