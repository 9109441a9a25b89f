import type { GroupSettings } from '@quorum/contracts/kernel/permissions.ts';
import { z } from 'zod';
import { defineEvent, groupSubject, personal } from '../event-definition.ts';

/** Stream `group-{groupId}`: details, settings, members and roles of one group. */
export const groupStream = (groupId: string): string => `group-${groupId}`;

const groupSettings = z.object({
  allowMembersCreateEvents: z.boolean(),
  allowMembersInvite: z.boolean(),
  allowMembersEditGroupDetails: z.boolean(),
}) satisfies z.ZodType<GroupSettings>;

const groupId = z.uuid();
const userId = z.uuid();
const ofGroup = (data: { groupId: string }): string => groupSubject(data.groupId);

export const groupEvents = [
  defineEvent({
    type: 'GroupCreated',
    audit: { kind: 'group', person: 'ownerId', say: '*{actor}* created the group' },
    schema: z.object({
      groupId,
      ownerId: userId,
      name: personal(z.string()),
      description: personal(z.string()),
      settings: groupSettings,
      inviteCode: z.string(),
      sixDigitCode: z.string(),
      imageId: z.string().nullable(),
    }),
    personal: [{ subject: ofGroup, fields: ['name', 'description'] }],
  }),
  defineEvent({
    type: 'GroupDetailsChanged',
    audit: { kind: 'group', say: '*{actor}* changed the name or description of the group' },
    schema: z.object({
      groupId,
      name: personal(z.string()),
      description: personal(z.string()),
    }),
    personal: [{ subject: ofGroup, fields: ['name', 'description'] }],
  }),
  defineEvent({
    type: 'GroupImageChanged',
    audit: { kind: 'group', say: '*{actor}* changed the image of the group' },
    schema: z.object({ groupId, fileId: z.string() }),
  }),
  defineEvent({
    type: 'GroupImageRemoved',
    audit: { kind: 'group', say: '*{actor}* removed the image of the group' },
    schema: z.object({ groupId }),
  }),
  defineEvent({
    type: 'GroupSettingsChanged',
    audit: { kind: 'group', say: '*{actor}* changed the permissions' },
    schema: z.object({ groupId, settings: groupSettings }),
  }),
  defineEvent({
    type: 'MemberJoined',
    audit: {
      kind: 'members',
      person: 'userId',
      facts: ['via'],
      say: ({ via }) => ({ sentence: '*{actor}* joined', detail: `with the ${via}` }),
    },
    schema: z.object({ groupId, userId, via: z.enum(['code', 'link']) }),
  }),
  defineEvent({
    type: 'MemberLeft',
    audit: { kind: 'members', person: 'userId', facts: ['reason'], say: '*{personOrActor}* left' },
    schema: z.object({
      groupId,
      userId,
      reason: z.enum(['own-wish', 'account-deleted']),
    }),
  }),
  defineEvent({
    type: 'MemberRemoved',
    audit: { kind: 'members', person: 'userId', facts: ['by'], say: '*{actor}* removed *{person}*' },
    /** `withEvents`: the member's coming events in the group are cancelled too. */
    schema: z.object({ groupId, userId, by: userId, withEvents: z.boolean() }),
  }),
  /** A removed member may join again, or their account was deleted. */
  defineEvent({
    type: 'RemovalLifted',
    audit: {
      kind: 'members',
      person: 'userId',
      facts: ['reason'],
      say: ({ reason }) =>
        reason === 'account-deleted'
          ? '*{personOrActor}* left the list of removed members'
          : '*{actor}* let *{person}* back in',
    },
    schema: z.object({ groupId, userId, reason: z.enum(['let-back-in', 'account-deleted']) }),
  }),
  /** The previous codes stop working. */
  defineEvent({
    type: 'InvitationRenewed',
    audit: { kind: 'group', say: '*{actor}* renewed the invitation' },
    schema: z.object({
      groupId,
      inviteCode: z.string(),
      sixDigitCode: z.string(),
      previousInviteCode: z.string(),
      previousSixDigitCode: z.string(),
    }),
  }),
  defineEvent({
    type: 'MemberRoleChanged',
    audit: {
      kind: 'members',
      person: 'userId',
      facts: ['role'],
      say: ({ role }) => `*{actor}* made *{person}* ${role === 'admin' ? 'an admin' : 'a member'}`,
    },
    schema: z.object({ groupId, userId, role: z.enum(['admin', 'member']) }),
  }),
  /** The former owner stays a member until a separate `MemberLeft`. */
  defineEvent({
    type: 'OwnershipTransferred',
    audit: {
      kind: 'members',
      person: 'to',
      facts: ['reason'],
      say: ({ reason }) => ({
        sentence: '*{actor}* made *{person}* the owner',
        detail: reason === 'account-deleted' ? '{group}, because the account of the owner was deleted' : '',
      }),
    },
    schema: z.object({
      groupId,
      from: userId,
      to: userId,
      reason: z.enum(['own-wish', 'account-deleted']),
    }),
  }),
  defineEvent({
    type: 'GroupDeleted',
    audit: {
      kind: 'group',
      facts: ['reason'],
      say: ({ reason }) => ({
        sentence: '*{actor}* deleted the group',
        detail: reason === 'account-deleted' ? 'because the account of its last member was deleted' : '',
      }),
    },
    schema: z.object({
      groupId,
      reason: z.enum(['own-wish', 'account-deleted']),
    }),
  }),
] as const;
