import { isGone } from './content.ts';
import type { CalendarEvent, Group, Message, Person, State } from './state.ts';

/** What a person sees, in the words of the model. */
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
    },
    groups: Object.fromEntries(groups.map((group) => [group.id, groupView(state, group, person)])),
    pins: [...person.pins].filter((id) => groups.some((group) => group.id === id)).sort(),
    events: events.map(eventView).sort(byId),
  };
};

export type PersonView = ReturnType<typeof viewOf>;

const byId = (a: { readonly id: string }, b: { readonly id: string }): number => (a.id < b.id ? -1 : 1);

const HOURS_EAST: Readonly<Record<string, number>> = { UTC: 0, 'Asia/Tokyo': 9 };

const eventView = ({ creator, ...event }: CalendarEvent) => {
  const midnight = Date.parse(`${event.date}T${event.time}:00Z`);
  const startsAt = new Date(midnight - (HOURS_EAST[event.timeZone] ?? 0) * 3_600_000).toISOString();
  return { ...event, creator, startsAt };
};

const groupView = (state: State, group: Group, person: Person) => {
  const own = group.members.get(person.name);
  const { name, description, image, settings, members, removed } = group;
  const leads = own?.role !== 'member';
  const chat = [...state.messages.values()].filter((message) => message.group === group.id);
  const seen = person.read.get(group.id) ?? own?.place ?? 0;
  const unread = chat.filter(
    (message) => message.place > seen && message.sender !== person.name && !isGone(state, message),
  );
  const roles = [...members].map(([id, { role }]) => ({ id, role }));
  return {
    name,
    description,
    image,
    settings: { ...settings },
    role: own?.role,
    members: [...roles.filter(({ role }) => role === 'owner'), ...roles.filter(({ role }) => role !== 'owner')],
    removed: leads ? [...removed].sort() : null,
    mayInvite: leads || settings.allowMembersInvite,
    unread: Math.min(unread.length, 100),
    chat: chat.sort((a, b) => a.place - b.place).map((message) => messageView(state, message)),
  };
};

const messageView = (state: State, message: Message) => {
  const { id, sender, kind, replyTo, edited, reactions } = message;
  const deleted = isGone(state, message);
  return {
    id,
    sender,
    kind,
    replyTo: replyTo ?? null,
    edited: edited && !deleted,
    deleted,
    text: deleted || kind !== 'text' ? null : message.text,
    reactions: [...reactions].map(([emoji, users]) => ({ emoji, users: [...users] })),
  };
};
