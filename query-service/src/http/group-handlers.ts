import { groupAudience, userAudience } from '@quorum/contracts/wire/socket.ts';
import type { Handlers } from '@quorum/service-kit/call.ts';
import type { Context } from '../application/context.ts';
import { myGroups, oneGroup } from '../application/groups.ts';
import { memberPage } from '../application/members.ts';
import { inGroup } from './in-group.ts';
import { readAt } from './read-at.ts';

type GroupRoutes = 'myGroups' | 'group' | 'groupMembers';

export const groupHandlers = (context: Context): Pick<Handlers<'query'>, GroupRoutes> => {
  const { reads } = context;
  return {
    myGroups: ({ actor: { userId }, origin }) =>
      readAt(reads, userAudience(userId), () => myGroups(context, userId, origin)),
    group: ({ params, actor, origin }) =>
      inGroup(context, { groupId: params.id, actorId: actor.userId, rule: 'readGroup' }, (standing) =>
        readAt(reads, groupAudience(standing.group.id), async () => ({
          group: await oneGroup(context, standing, origin),
        })),
      ),
    groupMembers: ({ params, actor, query }) =>
      inGroup(context, { groupId: params.id, actorId: actor.userId, rule: 'readGroup' }, async ({ group }) => ({
        body: await memberPage(context, group, query),
      })),
  };
};
