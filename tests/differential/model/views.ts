import { attendanceOf, startOf } from './attendance.ts';
import { isGone } from './content.ts';
import { liveFeeds } from './feeds.ts';
import { pollsOf } from './polls.ts';
import type { CalendarEvent, Group, Message, Person, State } from './state.ts';

const byId = (a: { readonly id: string }, b: { readonly id: string }): number => (a.id < b.id ? -1 : 1);

/** A person's views, in the terms of the model. */
export const viewOf = (state: State, person: Person) => {
  const groups = [...state.groups.values()].filter(({ members }) => members.has(person.name)).sort(byId);
  const events = [...state.events.values()].filter(({ group, creator }) =>
    group === 'my-q' ? creator === person.name : groups.some(({ id }) => id === group),
  );
  return {
    me: {
      firstName: person.first,
      lastName: person.last,
      email: person.email,
      phoneNumber: person.phone,
      picture: person.picture,
      complete: person.complete,
      numberIsChanging: person.waitingPhone !== undefined,
      reminderDefault: person.reminderDefault,
    },
    groups: Object.fromEntries(groups.map((group) => [group.id, groupView(state, group, person)])),
    colors: Object.fromEntries(groups.map(({ id }) => [id, person.colors.get(id)])),
    notifications: Object.fromEntries(groups.map(({ id }) => [id, notificationsOf(person, id)])),
    showText: person.showText,
    feeds: liveFeeds(state, person),
    pins: groups.flatMap(({ id }) => (person.pins.has(id) ? [id] : [])),
    events: events.map((event) => eventView(event, person.name)).sort(byId),
  };
};

const notificationsOf = (person: Person, groupId: string) => {
  const { level = null, eventChanges = null, mutedUntil = null } = person.notifications.get(groupId) ?? {};
  return { level, eventChanges, mutedUntil };
};

const eventView = (event: CalendarEvent, viewer: string) => {
  const { id, group, name, description, location, date, time, duration, timeZone, creator, reminder } = event;
  const when = { date, time, duration, timeZone };
  const startsAt = startOf(event);
  const attendance = attendanceOf(event, viewer);
  return { id, group, name, description, location, ...when, creator, startsAt, reminder, attendance };
};

const groupView = (
  state: State,
  { id, name, description, image, settings, members, removed, pins }: Group,
  person: Person,
) => {
  const own = members.get(person.name);
  const leads = own?.role !== 'member';
  const chat = [...state.messages.values()].filter(({ group }) => group === id).sort((a, b) => a.place - b.place);
  const seen = Math.max(person.read.get(id) ?? 0, own?.place ?? 0);
  const isUnread = (message: Message) =>
    message.place > seen && message.sender !== person.name && !isGone(state, message);
  const roles = [...members].map(([member, { role }]) => ({ id: member, role }));
  return {
    name,
    description,
    image,
    settings,
    role: own?.role,
    members: ['owner', 'admin', 'member'].flatMap((shown) => roles.filter(({ role }) => role === shown)),
    removed: leads ? [...removed].sort() : null,
    mayInvite: leads || settings.allowMembersInvite,
    unread: Math.min(chat.filter(isUnread).length, 100),
    pins: pins.filter((pinned) => chat.some((message) => message.id === pinned && !isGone(state, message))),
    chat: chat.map((message) => messageView(state, message)),
    polls: pollsOf(state, id, person.name),
    found: ['', SEARCHED].map((word) => found(state, chat, word)),
  };
};

/** A word that many messages have. */
export const SEARCHED = 'boat';

const found = (state: State, chat: readonly Message[], word: string): readonly string[] =>
  chat
    .filter((message) => !isGone(state, message))
    .filter(({ kind, text }) => word === '' || (kind === 'text' && text.toLowerCase().split(/\W+/).includes(word)))
    .map(({ id }) => id)
    .reverse();

const messageView = (state: State, message: Message) => {
  const { id, sender, kind, replyTo, edited, reactions } = message;
  const deleted = isGone(state, message);
  return {
    id,
    sender,
    // Of a poll's message, only that it existed is left.
    kind: deleted && kind === 'poll' ? 'text' : kind,
    replyTo: replyTo ?? null,
    edited: edited && !deleted,
    deleted,
    text: deleted || kind !== 'text' ? null : message.text,
    reactions: [...new Set(reactions.map(({ emoji }) => emoji))].map((emoji) => ({
      emoji,
      users: reactions.filter((given) => given.emoji === emoji).map(({ name }) => name),
    })),
  };
};
