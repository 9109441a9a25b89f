import type { Views } from './views.ts';

type Thing = { readonly [name: string]: Thing } & { readonly _id: string } & { readonly length: number };
type Things = readonly Thing[];

const things = (value: unknown): Things => value as Things;

const kindOf = ({ isEvent, isPoll, type }: Thing): string => {
  if (isEvent) return 'event';
  if (isPoll) return 'poll';
  return String(type) === 'text' ? 'text' : 'file';
};

const messageOf = (message: Thing) => ({
  id: message._id,
  sender: message.senderId?._id,
  kind: kindOf(message),
  replyTo: message.replyTo?._id ?? null,
  edited: message.isEdited,
  deleted: message.isDeleted,
  text: message.isDeleted || kindOf(message) !== 'text' ? null : message.content,
  reactions: things(message.reactions).map(({ emoji, users }) => ({ emoji, users })),
});

/** Those that are the same for everybody, with the viewer's own votes. */
const pollOf = ({ _id, createdBy, name, state, options, answered, mine, eventId }: Thing) => ({
  id: _id,
  creator: createdBy,
  name,
  state,
  options: things(options).map((option) => inOrder(option, ['startsAt', 'yes', 'ifneedbe', 'no'])),
  answered,
  mine: things(options).map(({ id }) => mine?.[String(id)] ?? null),
  event: eventId ?? null,
});

const groupOf = (views: Thing, unread: unknown) => {
  const group = views.group?.group as Thing;
  return {
    name: group.name,
    description: group.description,
    image: group.imageUrl !== null,
    settings: group.settings,
    role: group.role,
    members: things(views.members?.members).map(({ userId, role }) => ({ id: userId?._id, role })),
    removed: views.removed?.refused
      ? null
      : things(views.removed?.removed)
          .map(({ userId }) => String(userId?._id))
          .sort(),
    mayInvite: group.inviteCode !== undefined,
    unread,
    pins: things(views.pins?.pins).map(({ message }) => message?._id),
    chat: things(views.chat?.messages).map(messageOf),
    polls: things(views.polls as Thing)
      .map((line) => pollOf(JSON.parse(String(line)) as Thing))
      .sort((a, b) => (a.id < b.id ? -1 : 1)),
    found: views.found,
  };
};

const inOrder = (value: unknown, names: readonly string[]): Readonly<Record<string, unknown>> =>
  Object.fromEntries(names.map((name) => [name, (value as Record<string, unknown>)[name]]));

const FIELDS = [
  'id',
  'group',
  'name',
  'description',
  'location',
  'date',
  'time',
  'duration',
  'timeZone',
  'creator',
  'startsAt',
  'reminder',
  'attendance',
];

const COUNTS = ['going', 'maybe', 'cant', 'waiting', 'guests', 'notConfirmed', 'seats', 'guestsEach'];

const attendanceOf = ({ attendance, mine }: Thing): unknown =>
  attendance === undefined
    ? null
    : {
        ...inOrder(attendance, COUNTS),
        mine: {
          ...inOrder(mine, ['answer', 'guests', 'place']),
          asked: mine?.ask !== null,
          reminder: mine?.reminder ?? null,
        },
      };

const eventOf = (event: Thing) =>
  inOrder(
    { ...event, id: event._id, group: event.groupId, creator: event.createdBy, attendance: attendanceOf(event) },
    FIELDS,
  );

/** A product's views of a person, in the terms of the model. */
export const inModelWords = (views: Views): unknown => {
  const { me, myGroups, preferences, alertSettings, colors, feeds, pins, events } = views as unknown as Thing;
  const user = me?.user as Thing;
  const groups = things(myGroups?.groups).map(({ _id, unreadCount }) => {
    const view = groupOf(views[`group ${_id}`] as Thing, unreadCount);
    return [_id, { ...view, settings: settingsOf(view.settings) }] as const;
  });
  return {
    me: {
      firstName: user.firstName,
      lastName: user.lastName,
      email: user.email,
      phoneNumber: user.phoneNumber,
      picture: user.profilePictureUrl !== null,
      complete: user.profileComplete,
      numberIsChanging: user.phoneChange !== undefined,
      reminderDefault: user.reminderDefault ?? null,
    },
    groups: Object.fromEntries(groups.sort(([a], [b]) => (a < b ? -1 : 1))),
    colors: inOrder(colors?.preferences, Object.keys(colors?.preferences ?? {}).sort()),
    notifications: Object.fromEntries(
      groups.map(([id]) => [id, notificationsOf(preferences?.preferences?.[String(id)])] as const),
    ),
    showText: alertSettings?.showText,
    feeds: things(feeds).map((line) => JSON.parse(String(line)) as string),
    pins: Object.keys(pins?.preferences ?? {}).sort(),
    events: things(events?.events)
      .map(eventOf)
      .sort((a, b) => (String(a.id) < String(b.id) ? -1 : 1)),
  };
};

const notificationsOf = (chosen: Thing | undefined) => ({
  level: chosen?.level ?? null,
  eventChanges: chosen?.eventChanges ?? null,
  mutedUntil: chosen?.mutedUntil ?? null,
});

const settingsOf = (settings: unknown): unknown =>
  inOrder(settings, ['allowMembersCreateEvents', 'allowMembersInvite', 'allowMembersEditGroupDetails']);
