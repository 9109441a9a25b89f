import { groupAudience, userAudience } from '@quorum/contracts/kernel/audiences.ts';
import { isRefusal } from '@quorum/contracts/kernel/refusals.ts';
import { rules } from '@quorum/contracts/things.ts';
import type { Handlers } from '@quorum/service-kit/http/call.ts';
import type { Change } from '@quorum/service-kit/ports/read-store.ts';
import { membershipId, memberView, sharedGroupView } from '@quorum/service-kit/reads/group.ts';
import { type Context, loadPeople } from '../reading/context.ts';
import { find, inField, type Loader, type Loaders, named, personOf } from '../reading/loaders.ts';
import { readAt } from '../reading/read-at.ts';
import { myGroups, oneGroup } from './groups.ts';
import { MemberNames } from './member-names.ts';
import { memberPage, removedMembers } from './members.ts';
import { inGroup, standingIn } from './membership.ts';

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

const memberIdOf = ({ data }: Change): string => membershipId(String(data.groupId), String(data.userId));

const ownGroupId: Loader['idOf'] = (change) => `${personOf(change)} ${String(change.data.groupId)}`;

/** The views that frames carry. */
export const groupLoaders = {
  group: {
    idOf: named('groupId'),
    load: async ({ context, groups, origin }, changes) => {
      const shown = changes.flatMap((change) => groups.get(named('groupId')(change)) ?? []);
      const people = await loadPeople(
        context,
        shown.map(({ ownerId }) => ownerId),
      );
      return new Map(shown.map((group) => [group.id, sharedGroupView(group, { people, origin })]));
    },
    into: inField('group'),
    gone: 'groupDeleted',
  },
  groupName: {
    idOf: named('groupId'),
    load: async ({ groups }) => new Map([...groups].map(([id, { name }]) => [id, name ?? ''])),
    into: inField('groupName'),
    gone: 'groupDeleted',
  },
  ownGroup: {
    idOf: ownGroupId,
    load: async ({ context, origin }, changes) => {
      const found = changes.map(async (change) => {
        const standing = await standingIn(context, String(change.data.groupId), personOf(change), rules.readGroup);
        if (isRefusal(standing)) return [];
        return [[ownGroupId(change), await oneGroup(context, standing, origin)] as const];
      });
      return new Map((await Promise.all(found)).flat());
    },
    into: inField('group'),
  },
  /** Also for changes about a member who has since left; a separate change reports the leaving. */
  member: {
    idOf: memberIdOf,
    load: async ({ context }, changes) => {
      const [members, people] = await Promise.all([
        find(context, 'memberships', changes.map(memberIdOf)),
        loadPeople(context, changes.map(named('userId'))),
      ]);
      return new Map([...members].map(([id, member]) => [id, memberView(member, people)]));
    },
    into: inField('member'),
    gone: 'groupUpdated',
  },
} satisfies Partial<Loaders>;
