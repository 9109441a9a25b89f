export type AccentName = 'blue' | 'red' | 'green' | 'yellow' | 'purple' | 'teal' | 'personal';

/** The colors that a user can choose for a group. `id` is the stored colorIndex, `hex` the stored color. */
export const CHOOSABLE_ACCENTS = [
  { id: 0, name: 'blue', label: 'Blue', hex: '#248AEE' },
  { id: 1, name: 'red', label: 'Red', hex: '#EE2430' },
  { id: 2, name: 'green', label: 'Green', hex: '#24EE44' },
  { id: 3, name: 'yellow', label: 'Yellow', hex: '#EEC224' },
  { id: 4, name: 'purple', label: 'Purple', hex: '#9524EE' },
] as const satisfies readonly { id: number; name: AccentName; label: string; hex: string }[];
