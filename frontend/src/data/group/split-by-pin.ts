type WithId = { readonly _id: string };

/** Pinned groups and the others, each in the order given. */
export const splitByPin = <Group extends WithId>(
  groups: readonly Group[],
  pins: Readonly<Record<string, true>>,
): { readonly pinned: readonly Group[]; readonly others: readonly Group[] } => ({
  pinned: groups.filter(({ _id }) => Object.hasOwn(pins, _id)),
  others: groups.filter(({ _id }) => !Object.hasOwn(pins, _id)),
});
