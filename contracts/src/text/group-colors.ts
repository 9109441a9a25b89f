export type GroupColor = {
  readonly name: string;
  /** `#RRGGBB` */
  readonly hex: string;
  /** Name of the accent color in the design tokens. */
  readonly accent: 'blue' | 'red' | 'green' | 'yellow' | 'purple' | 'teal' | 'personal';
};

/** The colors a user can choose for a group, by index. */
export const GROUP_PALETTE = [
  { name: 'Blue', hex: '#248AEE', accent: 'blue' },
  { name: 'Red', hex: '#EE2430', accent: 'red' },
  { name: 'Green', hex: '#24EE44', accent: 'green' },
  { name: 'Yellow', hex: '#EEC224', accent: 'yellow' },
  { name: 'Purple', hex: '#9524EE', accent: 'purple' },
] as const satisfies readonly GroupColor[];

export const PERSONAL_COLOR: GroupColor = { name: 'White', hex: '#FFFFFF', accent: 'personal' };
/** For a group we know nothing about. */
export const FALLBACK_COLOR: GroupColor = { name: 'Teal', hex: '#4ECDC4', accent: 'teal' };

/** Also used for a stored index that is not of the palette. */
export const DEFAULT_COLOR_INDEX = 0;

export const isColorIndex = (value: number): boolean =>
  Number.isInteger(value) && value >= 0 && value < GROUP_PALETTE.length;

const hashOf = (text: string): number => {
  let hash = 0;
  for (let at = 0; at < text.length; at += 1) hash = (Math.imul(hash, 31) + text.charCodeAt(at)) >>> 0;
  return hash;
};

export type ColorKnowledge = {
  /** The user's stored choices, by group id. */
  readonly preferences: Readonly<Record<string, { readonly color?: number | undefined }>>;
  /** The place of each of the user's groups, see {@link placesOf}. */
  readonly places: ReadonlyMap<string, number>;
};

/** The places of all the user's groups, given in any order, among their sorted ids. */
export const placesOf = (groupIds: readonly string[]): ReadonlyMap<string, number> =>
  new Map([...groupIds].sort().map((id, place) => [id, place]));

/** Index of a group's color: the stored preference, else its position among the sorted group ids, else a hash of its id. */
export const colorIndexOf = (groupId: string, { preferences, places }: ColorKnowledge): number => {
  const chosen = Object.hasOwn(preferences, groupId) ? preferences[groupId]?.color : undefined;
  if (chosen !== undefined) return isColorIndex(chosen) ? chosen : DEFAULT_COLOR_INDEX;
  return (places.get(groupId) ?? hashOf(groupId)) % GROUP_PALETTE.length;
};

/** The group's color, or the fallback without an id. Personal entries use {@link PERSONAL_COLOR}. */
export const groupColor = (groupId: string | undefined, knowledge: ColorKnowledge): GroupColor =>
  (groupId ? GROUP_PALETTE[colorIndexOf(groupId, knowledge)] : undefined) ?? FALLBACK_COLOR;

/** The order in which colors are given: blue, green, purple, yellow, red. Red is last, because it looks like danger. */
const GIVEN_IN_ORDER = [0, 2, 4, 3, 1] as const;

/** The color to give a new group: the first, in the order in which they are given, of those used least. */
export const leastUsedColorIndex = (used: readonly number[]): number => {
  const uses = GIVEN_IN_ORDER.map((index) => used.filter((one) => one === index).length);
  return GIVEN_IN_ORDER[uses.indexOf(Math.min(...uses))] ?? DEFAULT_COLOR_INDEX;
};

/** The color of a group the user is not in. It is the same everywhere. */
export const outsiderColor = (groupId: string): GroupColor =>
  groupColor(groupId, { preferences: {}, places: new Map() });
