export const limits = {
  /** Events at once. */
  imported: 1000,
  /** Per file and request. */
  importBytes: 1_048_576,
  /** Events per person. */
  importedPerDay: 2000,
  /** Characters of the name that another calendar gives an event. */
  importedUid: 500,
  /** Names of events that an imported one overlaps. */
  importClashes: 3,
} as const;

export const refusals = {
  'import/too-many-today': [429, 'You can import up to 2,000 events a day. Please try again later.'],
} as const;
