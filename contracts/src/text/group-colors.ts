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

/** Also used for a stored preference without an index. */
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
  readonly preferences: Readonly<Record<string, number>>;
  /** Ids of all the user's groups, in any order. */
  readonly groupIds: readonly string[];
};

/** Index of a group's color: the stored preference, else its position among the sorted group ids, else a hash of its id. */
export const colorIndexOf = (groupId: string, { preferences, groupIds }: ColorKnowledge): number => {
  if (Object.hasOwn(preferences, groupId)) {
    const chosen = preferences[groupId] ?? DEFAULT_COLOR_INDEX;
    return isColorIndex(chosen) ? chosen : DEFAULT_COLOR_INDEX;
  }
  const position = [...groupIds].sort().indexOf(groupId);
  return (position === -1 ? hashOf(groupId) : position) % GROUP_PALETTE.length;
};

/** The group's color, or the fallback without an id. Personal entries use {@link PERSONAL_COLOR}. */
export const groupColor = (groupId: string | undefined, knowledge: ColorKnowledge): GroupColor =>
  (groupId ? GROUP_PALETTE[colorIndexOf(groupId, knowledge)] : undefined) ?? FALLBACK_COLOR;

/** The first color of the palette that is used least. */
export const leastUsedColorIndex = (used: readonly number[]): number => {
  const uses = GROUP_PALETTE.map((_, index) => used.filter((one) => one === index).length);
  return uses.indexOf(Math.min(...uses));
};

/** The color of a group the user is not in. It is the same everywhere. */
export const outsiderColor = (groupId: string): GroupColor => groupColor(groupId, { preferences: {}, groupIds: [] });
