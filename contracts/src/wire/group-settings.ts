/** What the owner allows members to do. */
export type GroupSettings = {
  readonly allowMembersCreateEvents: boolean;
  readonly allowMembersInvite: boolean;
  readonly allowMembersEditGroupDetails: boolean;
};

export const defaultGroupSettings: GroupSettings = {
  allowMembersCreateEvents: true,
  allowMembersInvite: false,
  allowMembersEditGroupDetails: false,
};
