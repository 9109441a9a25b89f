import { userAudience } from '@quorum/contracts/kernel/audiences.ts';
import { isRefusal } from '@quorum/contracts/kernel/refusals.ts';
import type { FrameName, Shown } from '@quorum/contracts/socket.ts';
import { rules } from '@quorum/contracts/things.ts';
import type { Change } from '@quorum/service-kit/ports/read-store.ts';
import { userView } from '@quorum/service-kit/reads/account.ts';
import { presentAttendances, presentEvents, rsvpId } from '@quorum/service-kit/reads/attendance.ts';
import type { CollectionName, DocumentOf } from '@quorum/service-kit/reads/collections.ts';
import { type GroupDocument, membershipId, memberView, sharedGroupView } from '@quorum/service-kit/reads/group.ts';
import { presentMessages } from '@quorum/service-kit/reads/message.ts';
import { presentNotices } from '@quorum/service-kit/reads/notice.ts';
import { presentSeries } from '@quorum/service-kit/reads/series.ts';
import { changedAnswer, changedAnswers } from '../attendance/dates.ts';
import { oneGroup } from '../group/groups.ts';
import { standingIn } from '../group/membership.ts';
import { pinsOf } from '../message/pins.ts';
import { joinsOf, loadPeople, type Reading } from '../reading/context.ts';

/** What every loader starts from. */
export type Loading = {
  readonly context: Reading;
  /** The groups of all changes: the addresses of files depend on them. */
  readonly groups: ReadonlyMap<string, GroupDocument>;
  readonly origin: string;
};

/** How one kind of view is loaded for the changes that show it. */
export type Loader = {
  readonly idOf: (change: Change) => string;
  /** Views by id. */
  readonly load: (loading: Loading, changes: readonly Change[]) => Promise<ReadonlyMap<string, unknown>>;
  /** Puts a view into the payload. */
  readonly into: (payload: object, view: unknown) => object;
  /** The frame sent instead when the thing is gone, and its further data. */
  readonly gone?: FrameName;
  readonly goneData?: (change: Change) => object;
};

export const readyToLoad = async (context: Reading, groupIds: readonly string[], origin: string): Promise<Loading> => {
  const groups = await find(context, 'groups', groupIds);
  return { context, groups, origin };
};

const find = async <C extends CollectionName>({ reads }: Reading, collection: C, ids: readonly string[]) =>
  ids.length === 0 ? new Map<string, DocumentOf<C>>() : reads.active.getMany(collection, [...new Set(ids)]);

const inField =
  (name: string): Loader['into'] =>
  (payload, view) => ({ ...payload, [name]: view });

const named =
  (field: string): Loader['idOf'] =>
  ({ data }) =>
    String(data[field]);

const memberIdOf = ({ data }: Change): string => membershipId(String(data.groupId), String(data.userId));

const byId = <V extends { readonly _id: string }>(views: readonly V[]): ReadonlyMap<string, V> =>
  new Map(views.map((view) => [view._id, view]));

const personOf = ({ audience }: Change): string => audience.slice(userAudience('').length);

export const loaders: { readonly [S in Shown]: Loader } = {
  message: {
    idOf: named('messageId'),
    load: async ({ context }, changes) => {
      const found = await find(context, 'messages', changes.map(loaders.message.idOf));
      return byId(await presentMessages(joinsOf(context), [...found.values()]));
    },
    into: (_, view) => view as object,
    gone: 'messageDeleted',
    goneData: ({ position }) => ({ isEvent: false, revision: position }),
  },
  notice: {
    idOf: named('noticeId'),
    load: async ({ context }, changes) => {
      const found = await find(context, 'notices', changes.map(loaders.notice.idOf));
      return byId(await presentNotices(joinsOf(context), [...found.values()]));
    },
    into: inField('notice'),
  },
  pins: {
    idOf: named('groupId'),
    load: async ({ context }, changes) => {
      const found = [...new Set(changes.map(loaders.pins.idOf))].map(async (groupId) => {
        const pins = await pinsOf(context, groupId);
        return [groupId, { count: pins.length, newest: pins[0] ?? null }] as const;
      });
      return new Map(await Promise.all(found));
    },
    into: (payload, view) => ({ ...payload, ...(view as object) }),
  },
  event: {
    idOf: named('eventId'),
    load: async ({ context }, changes) => {
      const found = await find(context, 'entries', changes.map(loaders.event.idOf));
      return byId(await presentEvents(joinsOf(context), [...found.values()]));
    },
    into: inField('event'),
    gone: 'eventDeleted',
  },
  attendance: {
    idOf: named('eventId'),
    load: async ({ context }, changes) => {
      const found = await find(context, 'entries', changes.map(loaders.attendance.idOf));
      const shown = await presentAttendances(joinsOf(context), [...found.values()]);
      return new Map([...shown].map(([id, { attendance }]) => [id, attendance]));
    },
    into: inField('attendance'),
    gone: 'eventDeleted',
  },
  ownRsvp: {
    idOf: (change) => `${personOf(change)} ${String(change.data.eventId)}`,
    load: async ({ context }, changes) => {
      const entries = await find(context, 'entries', changes.map(named('eventId')));
      const found = changes.map(async (change) => {
        const entry = entries.get(String(change.data.eventId));
        if (entry === undefined) return [];
        const shown = await presentAttendances(joinsOf(context), [entry], personOf(change));
        return [[loaders.ownRsvp.idOf(change), shown.get(entry.id)?.mine] as const];
      });
      return new Map((await Promise.all(found)).flat());
    },
    into: inField('mine'),
    gone: 'eventDeleted',
  },
  datesAnswers: {
    idOf: named('eventId'),
    load: async ({ context }, changes) => {
      const found = await find(context, 'attendances', changes.map(loaders.datesAnswers.idOf));
      const people = await loadPeople(
        context,
        [...found.values()].flatMap(({ faces }) => faces),
      );
      return new Map([...found].map(([id, counts]) => [id, changedAnswers(counts, people)]));
    },
    into: inField('answers'),
    gone: 'eventDeleted',
  },
  ownDates: {
    idOf: (change) => rsvpId(String(change.data.eventId), personOf(change)),
    load: async ({ context }, changes) => {
      const found = await find(context, 'rsvps', changes.map(loaders.ownDates.idOf));
      const own = [...found].map(async ([id, rsvp]) => [id, await changedAnswer(context, rsvp)] as const);
      return new Map(await Promise.all(own));
    },
    into: inField('mine'),
  },
  series: {
    idOf: named('eventId'),
    load: async ({ context }, changes) => {
      const found = await find(context, 'series', changes.map(loaders.series.idOf));
      return byId(await presentSeries(joinsOf(context), [...found.values()]));
    },
    into: inField('series'),
    gone: 'eventDeleted',
  },
  group: {
    idOf: named('groupId'),
    load: async ({ context, groups, origin }, changes) => {
      const shown = changes.flatMap((change) => groups.get(loaders.group.idOf(change)) ?? []);
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
    idOf: (change) => `${personOf(change)} ${String(change.data.groupId)}`,
    load: async ({ context, origin }, changes) => {
      const found = changes.map(async (change) => {
        const standing = await standingIn(context, String(change.data.groupId), personOf(change), rules.readGroup);
        if (isRefusal(standing)) return [];
        return [[loaders.ownGroup.idOf(change), await oneGroup(context, standing, origin)] as const];
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
  user: {
    idOf: named('userId'),
    load: async ({ context }, changes) => {
      const people = await find(context, 'users', changes.map(loaders.user.idOf));
      return new Map([...people].map(([id, user]) => [id, userView(user)]));
    },
    into: inField('user'),
  },
};
