import { leader, memberWith } from '../kernel/permissions.ts';

export const refusals = {
  'invite/none-free': [503, 'No invitation codes are available right now. Please try again later.'],
  'invite/code-unknown': [404, 'Invalid invitation code'],
  'invite/link-unknown': [404, 'Invalid invitation link'],
  'invite/too-many-misses': [429, 'Too many invalid invitations. Please try again later.'],
} as const;

export const permissions = {
  invite: memberWith('allowMembersInvite'),
  renewInvitation: leader,
} as const;
