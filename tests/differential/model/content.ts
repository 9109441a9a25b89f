import { type Command, ref } from '../command.ts';
import { inGroup, mayCreateEvents } from './groups.ts';
import { eraseAccount, setUsers } from './people.ts';
import {
  type CalendarEvent,
  isText,
  type Message,
  nextPlace,
  OK,
  type Person,
  type Role,
  type State,
  type Status,
  text,
} from './state.ts';

const DAY = 24 * 3_600_000;
const PALETTE = ['👍', '❤️', '😂', '😮', '😢', '😡', '🎉', '🔥'];
const MY_SCHEDULE = 'my-q';

const isDate = (value: unknown): boolean => {
  const given = String(value);
  const at = new Date(`${given}T00:00:00Z`);
  return /^\d{4}-\d\d-\d\d$/.test(given) && !Number.isNaN(at.getTime()) && at.toISOString().startsWith(given);
};
const isTime = (value: unknown): boolean => /^([01]?\d|2[0-3]):[0-5]\d$/.test(String(value));
const isDuration = (value: unknown): boolean => Number.isInteger(value) && (value as number) > 0;

const isMessageText = (value: unknown): boolean => text(value) !== '' && String(value).length <= 5000;

/** What has to be sound before anything else is looked at. */
export const isSoundContent = ({ does, body = {} }: Command): boolean => {
  const given = (name: string, isSound: (value: unknown) => boolean): boolean => !(name in body) || isSound(body[name]);
  switch (does) {
    case 'sendMessage':
    case 'editMessage':
      return isMessageText(body.content);
    case 'addReaction':
    case 'removeReaction':
      return PALETTE.includes(String(body.emoji));
    case 'createEvent':
      return isText(body.name, 100) && isDate(body.date) && isTime(body.time) && given('duration', isDuration);
    case 'changeEvent':
      return (
        Object.keys(body).length > 0 &&
        given('name', (name) => isText(name, 100)) &&
        given('date', isDate) &&
        given('time', isTime) &&
        given('duration', isDuration)
      );
    default:
      return true;
  }
};

const post = (state: State, message: Pick<Message, 'id' | 'group' | 'sender' | 'kind' | 'replyTo' | 'text'>): void => {
  const place = nextPlace(state);
  const fresh = { at: state.now, place, edited: false, deleted: false, reactions: new Map() };
  state.messages.set(message.id, { ...message, ...fresh });
};

/** Also when the event that it announces is gone. */
export const isGone = (state: State, { id, kind, deleted }: Message): boolean =>
  deleted || (kind === 'event' && !state.events.has(id));

const sendMessage = inGroup(
  ({ body }) => body?.groupId,
  ({ state, group, person }, { n, body }) => {
    const replyTo = body?.replyTo === undefined ? undefined : ref(body.replyTo);
    if (replyTo !== undefined) {
      const repliedTo = state.messages.get(replyTo);
      if (repliedTo?.group !== group.id) return 400;
      if (isGone(state, repliedTo)) return 409;
    }
    post(state, {
      id: `m${n}`,
      group: group.id,
      sender: person.name,
      kind: 'text',
      replyTo,
      text: String(body?.content),
    });
    return OK;
  },
);

const sendFile = inGroup(
  ({ body }) => body?.groupId,
  ({ state, group, person }, { n }) => {
    post(state, { id: `m${n}`, group: group.id, sender: person.name, kind: 'file', replyTo: undefined, text: '' });
    return OK;
  },
);

type OnMessage = { readonly state: State; readonly message: Message; readonly person: Person; readonly role: Role };

/** To outsiders a message does not exist. */
const onMessage =
  (rule: (at: OnMessage, command: Command) => Status, idOf = ({ params }: Command): unknown => params?.id) =>
  (state: State, person: Person, command: Command): Status => {
    const message = state.messages.get(ref(idOf(command)));
    const role = message && state.groups.get(message.group)?.members.get(person.name)?.role;
    return message === undefined || role === undefined ? 404 : rule({ state, message, person, role }, command);
  };

const editMessage = onMessage(({ state, message, person }, { body }) => {
  if (message.sender !== person.name) return 403;
  if (state.now - message.at > DAY) return 403;
  if (message.deleted) return 409;
  if (message.kind !== 'text') return 400;
  if (message.text !== body?.content) message.edited = true;
  message.text = String(body?.content);
  return OK;
});

const erase = (message: Message): void => {
  message.deleted = true;
  message.reactions.clear();
};

const deleteMessage = onMessage(({ message, person, role }) => {
  if (message.sender !== person.name && role === 'member') return 403;
  erase(message);
  return OK;
});

const react = onMessage(({ state, message, person }, { does, body }) => {
  if (isGone(state, message)) return 409;
  const emoji = String(body?.emoji);
  const others = (message.reactions.get(emoji) ?? []).filter((name) => name !== person.name);
  if (does === 'removeReaction') setUsers(message.reactions, emoji, others);
  else if (others.length === (message.reactions.get(emoji) ?? []).length)
    setUsers(message.reactions, emoji, [...others, person.name]);
  return OK;
});

const report = onMessage(
  ({ state, message, person }, { n }) => {
    if (message.sender === person.name) return 400;
    const isSame = [...state.reports.values()].some(
      ({ reporter, message: id }) => reporter === person.name && id === message.id,
    );
    if (isSame || isGone(state, message)) return 409;
    const about = { reporter: person.name, message: message.id, against: message.sender };
    state.reports.set(`r${n}`, { id: `r${n}`, ...about, decided: false });
    return OK;
  },
  ({ body }) => body?.messageId,
);

const readUpTo = inGroup(
  ({ params }) => params?.id,
  ({ state, group, person }, { body }) => {
    const message = state.messages.get(ref(body?.messageId));
    if (message?.group !== group.id) return 404;
    person.read.set(group.id, Math.max(person.read.get(group.id) ?? 0, message.place));
    return OK;
  },
);

const schedule = (state: State, person: Person, { n, body = {} }: Command, group: string): Status => {
  state.events.set(`e${n}`, {
    id: `e${n}`,
    group,
    creator: person.name,
    name: text(body.name),
    description: text(body.description),
    location: text(body.location),
    date: String(body.date),
    time: String(body.time).padStart(5, '0'),
    duration: (body.duration as number | undefined) ?? 60,
    timeZone: String(body.timeZone),
  });
  if (group !== MY_SCHEDULE)
    post(state, { id: `e${n}`, group, sender: person.name, kind: 'event', replyTo: undefined, text: '' });
  return OK;
};

const createInGroup = inGroup(
  ({ body }) => body?.groupId,
  (at, command) => (mayCreateEvents(at) ? schedule(at.state, at.person, command, at.group.id) : 403),
);

/** Only the creator sees a personal event, and only members see one of a group. Only the creator changes it. */
const onEvent =
  (rule: (state: State, event: CalendarEvent, body: Record<string, unknown>) => Status) =>
  (state: State, person: Person, { params, body = {} }: Command): Status => {
    const event = state.events.get(ref(params?.id));
    if (event === undefined) return 404;
    const isMine = event.creator === person.name;
    const sees = event.group === MY_SCHEDULE ? isMine : state.groups.get(event.group)?.members.has(person.name);
    if (sees !== true) return 404;
    return isMine ? rule(state, event, body) : 403;
  };

/** Its message in the chat is shown as deleted, without reactions. */
const cancel = (state: State, id: string): Status => {
  state.events.delete(id);
  state.messages.get(id)?.reactions.clear();
  return OK;
};

export const contentRules = {
  sendMessage,
  sendFile,
  editMessage,
  deleteMessage,
  addReaction: react,
  removeReaction: react,
  report,
  readGroupUpTo: readUpTo,
  createEvent: (state: State, person: Person, command: Command): Status =>
    command.body?.groupId === MY_SCHEDULE
      ? schedule(state, person, command, MY_SCHEDULE)
      : createInGroup(state, person, command),
  changeEvent: onEvent((_, event, body) => {
    Object.assign(event, body);
    event.time = event.time.padStart(5, '0');
    return OK;
  }),
  deleteEvent: onEvent((state, { id }) => cancel(state, id)),
};

const review = (state: State, { body }: Command): Status => {
  const reviewed = state.reports.get(ref(body?.reportId));
  if (reviewed === undefined) return 404;
  if (reviewed.decided) return 409;
  reviewed.decided = true;
  const { message: id, against } = reviewed;
  const message = state.messages.get(id);
  const person = state.people.get(against);
  const others = [...state.reports.values()];
  if (body?.action === 'remove_message') {
    if (message !== undefined) erase(message);
    if (state.events.has(id)) cancel(state, id);
    for (const other of others) if (other.message === id) other.decided = true;
  }
  if (body?.action === 'ban_user' && person !== undefined) {
    state.banned.add(person.phone);
    eraseAccount(state, person);
    for (const other of others) if (other.against === against) other.decided = true;
  }
  return OK;
};

/** Commands of administrators. */
export const adminRules = {
  adminSignIn: (state: State, { n }: Command): Status => {
    state.visits.add(`v${n}`);
    return OK;
  },
  adminSignOut: (state: State, { body }: Command): Status => (state.visits.has(ref(body?.visitId)) ? OK : 404),
  openReport: (state: State, { params }: Command): Status => (state.reports.has(ref(params?.id)) ? OK : 404),
  reviewReport: review,
  changeConfig: (state: State, { params, body }: Command): Status => {
    const known = ['app_download_enabled', 'ios_app_store_url', 'android_play_store_url'];
    if (!known.includes(String(params?.key))) return 404;
    state.config.set(String(params?.key), String(body?.value));
    return OK;
  },
};
