import { z } from 'zod';
import type { PersonView } from '../account/wire.ts';
import { id, optionalText, pageLimit, plainText } from '../kernel/fields.ts';
import { limits } from '../kernel/limits.ts';
import { answers, type Route, type Success } from '../kernel/route.ts';
import type { GroupView, MemberView } from './wire.ts';

/** Someone removed from a group and not let back in. */
export type RemovedMemberView = {
  readonly userId: PersonView;
  readonly removedAt: string;
};

export const transferBody = z.object({ userId: id });

/** `deleteEvents` also cancels the member's coming events in the group. */
export const removeMemberBody = z.object({ deleteEvents: z.boolean({ error: 'Please choose yes or no' }).optional() });

export const roleBody = z.object({
  role: z.enum(['admin', 'member'], { error: 'Please choose the role admin or member' }),
});

export const membersQuery = z.object({
  search: optionalText(100).optional(),
  after: plainText(200, 'This page does not exist').optional(),
  limit: pageLimit(limits.maxMemberPage).optional(),
});

/** Who is in a group, and in which role. */
export const memberRoutes = {
  groupMembers: {
    method: 'GET',
    path: '/api/groups/:id/members',
    service: 'query',
    permission: { access: 'profile', rule: 'readGroup' },
    query: membersQuery,
    compress: 'always',
    answer: answers<{
      members: MemberView[];
      total: number;
      next: string | null;
    }>(),
  },
  leaveGroup: {
    method: 'POST',
    path: '/api/groups/:id/leave',
    service: 'command',
    pace: 'once',
    permission: { access: 'profile', rule: 'leaveGroup' },
    answer: answers<Success>(),
  },
  removeMember: {
    method: 'DELETE',
    path: '/api/groups/:id/members/:userId',
    service: 'command',
    pace: 'once',
    permission: { access: 'profile', rule: 'removeMember' },
    body: removeMemberBody,
    answer: answers<{ group: GroupView }>(),
  },
  removedMembers: {
    method: 'GET',
    path: '/api/groups/:id/removed',
    service: 'query',
    permission: { access: 'profile', rule: 'manageRemoved' },
    answer: answers<{ removed: RemovedMemberView[] }>(),
  },
  letBackIn: {
    method: 'DELETE',
    path: '/api/groups/:id/removed/:userId',
    service: 'command',
    pace: 'once',
    permission: { access: 'profile', rule: 'manageRemoved' },
    answer: answers<Success>(),
  },
  changeRole: {
    method: 'PUT',
    path: '/api/groups/:id/members/:userId/role',
    service: 'command',
    pace: 'change',
    permission: { access: 'profile', rule: 'changeRoles' },
    body: roleBody,
    answer: answers<{ group: GroupView }>(),
  },
  transferOwnership: {
    method: 'POST',
    path: '/api/groups/:id/transfer',
    service: 'command',
    pace: 'change',
    permission: { access: 'profile', rule: 'transferOwnership' },
    body: transferBody,
    answer: answers<{ group: GroupView }>(),
  },
} as const satisfies { readonly [name: string]: Route };
