import type { Role } from '@quorum/contracts/kernel/permissions.ts';
import { Set as ImmutableSet, OrderedMap } from 'immutable';
import type { Group, Member } from './group.ts';

type PackedMember = readonly [id: string, role: Role, joinedAt: string];

type PackedGroup = Omit<Group, 'members' | 'removed'> & {
  /** In joining order. */
  readonly members: readonly PackedMember[];
  readonly removed: readonly string[];
};

const packMember = ([id, { role, joinedAt }]: [string, Member]): PackedMember => [id, role, joinedAt];

const unpackMember = ([id, role, joinedAt]: PackedMember): [string, Member] => [id, { role, joinedAt }];

export const packGroup = (group: Group): PackedGroup => ({
  ...group,
  members: [...group.members].map(packMember),
  removed: [...group.removed],
});

export const unpackGroup = (packed: unknown): Group => {
  const group = packed as PackedGroup;
  return { ...group, members: OrderedMap(group.members.map(unpackMember)), removed: ImmutableSet(group.removed) };
};
