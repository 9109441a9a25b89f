import { groupDescription, groupName } from '@quorum/contracts/group/wire.ts';

/** Why a group name or description is refused, or undefined. Surrounding blanks do not count. */
export const nameError = (name: string): string | undefined => groupName.safeParse(name).error?.issues[0]?.message;

export const descriptionError = (description: string): string | undefined =>
  groupDescription.safeParse(description).error?.issues[0]?.message;
