import { memberWith } from '../kernel/permissions.ts';

export const limits = {
  /** Per group. */
  pins: 50,
} as const;

export const refusals = {
  'pin/too-many': [409, 'A chat can have up to 50 pinned messages. Unpin one first.'],
} as const;

export const permissions = {
  pinMessages: memberWith('allowMembersEditGroupDetails'),
} as const;
