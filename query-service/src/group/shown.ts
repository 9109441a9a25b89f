import { isRefusal } from '@quorum/contracts/kernel/refusals.ts';
import { rules } from '@quorum/contracts/things.ts';
import type { Change } from '@quorum/service-kit/ports/read-store.ts';
import { membershipId, memberView, sharedGroupView } from '@quorum/service-kit/reads/group.ts';
import { loadPeople } from '../reading/context.ts';
import { find, inField, type Loader, type Loaders, named, personOf } from '../reading/shown.ts';
import { oneGroup } from './groups.ts';
import { standingIn } from './membership.ts';

const memberIdOf = ({ data }: Change): string => membershipId(String(data.groupId), String(data.userId));

const ownGroupId: Loader['idOf'] = (change) => `${personOf(change)} ${String(change.data.groupId)}`;

/** What frames show of it. */
export const groupsShown = {
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
