import { groupDescription, groupName } from '@quorum/contracts/wire/schemas/groups.ts';

/** The text that refuses a group name or description, or nothing. Blanks around it do not count. */
export const nameError = (name: string): string | undefined => groupName.safeParse(name).error?.issues[0]?.message;

export const descriptionError = (description: string): string | undefined =>
  groupDescription.safeParse(description).error?.issues[0]?.message;
