import { groupAudience, userAudience } from '@quorum/contracts/kernel/audiences.ts';
import type { Handlers } from '@quorum/service-kit/http/call.ts';
import type { Context } from '../reading/context.ts';
import { readAt } from '../reading/read-at.ts';
import { myGroups, oneGroup } from './groups.ts';
import { MemberNames } from './member-names.ts';
import { memberPage, removedMembers } from './members.ts';
import { inGroup } from './membership.ts';

export const groupHandlers = (context: Pick<Context, 'reads' | 'clock'>) => {
  const { reads } = context;
  const names = new MemberNames(context);
  return {
    myGroups: ({ actor: { userId }, origin }) =>
      readAt(reads, userAudience(userId), () => myGroups(context, userId, origin)),
    group: ({ params, actor, origin }, permission) =>
      // The permission reads the group that is shown.
      readAt(reads, groupAudience(params.id ?? ''), () =>
        inGroup(context, { groupId: params.id, actorId: actor.userId }, permission, async (standing) => ({
          group: await oneGroup(context, standing, origin),
        })),
      ),
    groupMembers: ({ params, actor, query }, permission) =>
      inGroup(context, { groupId: params.id, actorId: actor.userId }, permission, async ({ group }) => ({
        body: await memberPage(context, names, group, query),
      })),
    removedMembers: ({ params, actor }, permission) =>
      inGroup(context, { groupId: params.id, actorId: actor.userId }, permission, async ({ group }) => ({
        body: { removed: await removedMembers(context, group.id) },
      })),
  } satisfies Partial<Handlers<'query'>>;
};
