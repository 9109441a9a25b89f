export const limits = {
  /** Letters of a search. */
  search: 200,
  searchWords: 8,
  searchPage: 20,
  searchPageMost: 50,
  /** Different words by which a message is found. */
  searchedWords: 400,
} as const;

export const refusals = {
  'search/too-short': [400, 'Type at least 2 letters'],
  'search/too-long': [400, 'This search is too long'],
} as const;
