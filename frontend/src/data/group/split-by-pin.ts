type WithId = { readonly _id: string };

/** Splits the groups into pinned and others. The order stays. */
export const splitByPin = <Group extends WithId>(
  groups: readonly Group[],
  pins: Readonly<Record<string, true>>,
): { readonly pinned: readonly Group[]; readonly others: readonly Group[] } => ({
  pinned: groups.filter(({ _id }) => Object.hasOwn(pins, _id)),
  others: groups.filter(({ _id }) => !Object.hasOwn(pins, _id)),
});
