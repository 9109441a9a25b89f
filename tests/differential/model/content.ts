import { type Command, ref } from '../command.ts';
import { creatorsParty, walk } from './attendance.ts';
import { byBody, byPath, leads, may } from './groups.ts';
import { eraseAccount } from './people.ts';
import { changeDates, planSeries, reached, seriesOf } from './series.ts';
import type { CalendarEvent, Message, Person, Role, Rule, Series, State } from './state.ts';
import { done, isText, nextPlace, OK, text } from './state.ts';

const DAY = 24 * 3_600_000;
const PALETTE = ['👍', '❤️', '😂', '😮', '😢', '😡', '🎉', '🔥'];
const MY_SCHEDULE = 'my-q';
/** Who deleted what was removed with its message. */
const MODERATION = 'moderation';

const isDate = (value: unknown): boolean => {
  const at = new Date(`${String(value)}T00:00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(String(value));
};
const isTime = (value: unknown): boolean => /^([01]?\d|2[0-3]):[0-5]\d$/.test(String(value));
const isDuration = (value: unknown): boolean => Number.isInteger(value) && (value as number) > 0;
const isMessage = (value: unknown): boolean => text(value) !== '' && String(value).length <= 5000;
const isEventName = (value: unknown): boolean => isText(value, 100);

/** Checks that precede all others. */
export const isSoundContent = ({ does, body = {} }: Command): boolean => {
  const given = (name: string, isSound: (value: unknown) => boolean): boolean => !(name in body) || isSound(body[name]);
  const isWhen = given('date', isDate) && given('time', isTime) && given('duration', isDuration);
  if (does === 'sendMessage' || does === 'editMessage') return isMessage(body.content);
  if (does === 'addReaction' || does === 'removeReaction') return PALETTE.includes(String(body.emoji));
  if (does === 'giveRsvp') return ['going', 'maybe', 'cant'].includes(String(body.answer));
  if (does === 'createEvent') return isEventName(body.name) && isWhen && 'date' in body && 'time' in body;
  return does !== 'changeEvent' || (Object.keys(body).length > 0 && given('name', isEventName) && isWhen);
};

/** Applies even if the event that it announces is gone. */
export const isGone = (state: State, { id, kind, deleted }: Message): boolean =>
  deleted ||
  (kind === 'event' && !state.events.has(id) && !state.series.has(id)) ||
  (kind === 'poll' && !state.polls.has(id));

type Posted = Partial<Message> & Pick<Message, 'id' | 'group' | 'sender' | 'kind'>;

export const post = (state: State, posted: Posted): number => {
  const fresh = { replyTo: undefined, text: '', edited: false, deleted: false, reactions: [] };
  return done(() => state.messages.set(posted.id, { ...fresh, at: state.now, place: nextPlace(state), ...posted }));
};

const send = (kind: 'text' | 'file'): Rule<Person> =>
  byBody(({ state, group, person }, { n, body }) => {
    const replyTo = body?.replyTo === undefined ? undefined : ref(body.replyTo);
    const repliedTo = state.messages.get(replyTo ?? '');
    if (replyTo !== undefined && repliedTo?.group !== group.id) return 400;
    if (repliedTo !== undefined && isGone(state, repliedTo)) return 409;
    const said = { kind, replyTo, text: String(body?.content ?? '') };
    return post(state, { id: `m${n}`, group: group.id, sender: person.name, ...said });
  });

type OnMessage = { readonly state: State; readonly message: Message; readonly person: Person; readonly role: Role };

/** A message does not exist for outsiders. */
const onMessage =
  (
    rule: (at: OnMessage, command: Command) => number,
    idOf = ({ params }: Command): unknown => params?.id,
  ): Rule<Person> =>
  (state, person, command) => {
    const message = state.messages.get(ref(idOf(command)));
    const role = state.groups.get(message?.group ?? '')?.members.get(person.name)?.role;
    return message === undefined || role === undefined ? 404 : rule({ state, message, person, role }, command);
  };

/** By the sender, within a day. */
const editMessage = onMessage(({ state, message, person }, { body }) => {
  if (message.sender !== person.name || state.now - message.at > DAY) return 403;
  if (message.deleted) return 409;
  if (message.kind !== 'text') return 400;
  const edited = message.edited || message.text !== body?.content;
  return done(() => Object.assign(message, { edited, text: body?.content }));
});

const erase = (message: Message | undefined): number =>
  done(() => message && Object.assign(message, { deleted: true, reactions: [] }));

const deleteMessage = onMessage(({ message, person, role }) =>
  message.sender !== person.name && role === 'member' ? 403 : erase(message),
);

const react = (adds: boolean): Rule<Person> =>
  onMessage(({ state, message: { reactions, ...message }, person: { name } }, { body }) => {
    if (isGone(state, { reactions, ...message })) return 409;
    const emoji = String(body?.emoji);
    const at = reactions.findIndex((given) => given.emoji === emoji && given.name === name);
    if (at >= 0 === adds) return OK;
    return done(() => (adds ? reactions.push({ emoji, name }) : reactions.splice(at, 1)));
  });

/** Once per person, until it is decided. */
const report = onMessage(
  ({ state, message, person: { name } }, { n }) => {
    if (message.sender === name) return 400;
    const isOpen = [...state.reports.values()].some(
      (one) => one.reporter === name && one.message === message.id && !one.decided,
    );
    if (isOpen || isGone(state, message)) return 409;
    const made = { id: `r${n}`, reporter: name, message: message.id, against: message.sender, decided: false };
    return done(() => state.reports.set(made.id, made));
  },
  ({ body }) => body?.messageId,
);

const readUpTo = byPath(({ state, group: { id }, person: { read } }, { body }) => {
  const message = state.messages.get(ref(body?.messageId));
  if (message?.group !== id) return 404;
  return done(() => read.set(id, Math.max(read.get(id) ?? 0, message.place)));
});

const pin = byPath((at, { body }) => {
  const { state, group } = at;
  const message = state.messages.get(ref(body?.messageId));
  if (!may(at, 'allowMembersEditGroupDetails')) return 403;
  if (message?.group !== group.id) return 404;
  if (isGone(state, message)) return 409;
  return done(() => group.pins.includes(message.id) || Object.assign(group, { pins: [message.id, ...group.pins] }));
});

const unpin = byPath((at, { params }) => {
  const { group } = at;
  const pins = group.pins.filter((id) => id !== ref(params?.messageId));
  return may(at, 'allowMembersEditGroupDetails') ? done(() => Object.assign(group, { pins })) : 403;
});

export const schedule = (
  state: State,
  { name }: Pick<Person, 'name'>,
  { n, body = {} }: Pick<Command, 'n' | 'body'>,
  group: string,
): number => {
  const parties = new Map(group === MY_SCHEDULE ? [] : [[name, creatorsParty()]]);
  const open = { seats: null, guestsEach: 0, reminder: 'none', reminders: new Map(), parties };
  const { repeats, ...given } = body;
  const entered = { description: '', location: '', duration: 60, ...open, ...given, id: `e${n}`, group, creator: name };
  const event = normal(entered as unknown as CalendarEvent);
  const { parties: _, reminders: __, ...first } = event;
  if (repeats === undefined) state.events.set(event.id, event);
  else planSeries(state, event, repeats);
  state.firsts.set(event.id, first);
  return group === MY_SCHEDULE ? OK : post(state, { id: `e${n}`, group, sender: name, kind: 'event' });
};

const normal = (event: CalendarEvent): CalendarEvent => ({ ...event, time: event.time.padStart(5, '0') });

const createInGroup = byBody((at, command) =>
  may(at, 'allowMembersCreateEvents') ? schedule(at.state, at.person, command, at.group.id) : 403,
);

/** Only the creator sees a personal event, and only members see one of a group. Only the creator changes it; leaders delete it too. */
const onEvent =
  (rule: (state: State, event: CalendarEvent | Series, command: Command) => number): Rule<Person> =>
  (state, { name }, command) => {
    const id = ref(command.params?.id);
    const series = seriesOf(state, id);
    const event = series ?? state.events.get(id);
    const isMine = event?.creator === name;
    const role = state.groups.get(event?.group ?? '')?.members.get(name)?.role;
    const sees = event?.group === MY_SCHEDULE ? isMine : role !== undefined;
    if (event === undefined || !sees) return 404;
    const may = isMine || (command.does === 'deleteEvent' && leads(role));
    if (!may) return 403;
    const isGone = id !== event.id && !state.events.has(id);
    return isGone ? 404 : rule(state, event, command);
  };

/** An event, a date or a series. Its message in the chat is shown as deleted, without reactions. */
const cancel = ({ events, series, cancelled, messages }: State, id: string, by: string): number =>
  done(() => {
    const event = series.get(id) ?? events.get(id);
    if (event === undefined) return;
    const dates = 'dates' in event ? event.dates : [event];
    cancelled.set(id, { event, listed: dates.filter((date) => events.delete(date.id)), by });
    series.delete(id);
    messages.get(id)?.reactions.splice(0);
  });

const deleteDates = (state: State, series: Series, { who, params, query }: Command): number => {
  const id = ref(params?.id);
  const isOne = id !== series.id && (query?.scope ?? 'this') === 'this';
  const gone = reached(series, id, query?.scope);
  if (isOne) return cancel(state, id, who);
  if (gone.length === series.dates.length) return cancel(state, series.id, who);
  return done(() => {
    series.dates = series.dates.filter((date) => !gone.includes(date));
    for (const date of gone) state.events.delete(date.id);
  });
};

/** Somebody who sees an event, or saw it until it was deleted. */
const onDeleted =
  (
    rule: (
      state: State,
      event: CalendarEvent | Series,
      about: { isMine: boolean; role: Role | undefined; name: string },
    ) => number,
  ): Rule<Person> =>
  (state, { name }, { params }) => {
    const id = ref(params?.id);
    const event = state.cancelled.get(id)?.event ?? state.series.get(id) ?? state.events.get(id);
    const isMine = event?.creator === name;
    const role = state.groups.get(event?.group ?? '')?.members.get(name)?.role;
    if (event === undefined || !(event.group === MY_SCHEDULE ? isMine : role !== undefined)) return 404;
    return rule(state, event, { isMine, role, name });
  };

/** By whoever deleted it, while they may still do so, and by the owner. */
const restore = onDeleted((state, event, { isMine, role, name }) => {
  const gone = state.cancelled.get(event.id);
  if (role !== 'owner' && !(gone?.by === name && (isMine || leads(role)))) return 403;
  if (gone?.isPurged) return 410;
  if (gone?.isRemoved) return 409;
  return done(() => {
    state.cancelled.delete(event.id);
    for (const date of gone?.listed ?? []) state.events.set(date.id, date);
    if ('dates' in event) state.series.set(event.id, event);
  });
});

/** For good, by the creator. */
const purge = onDeleted((state, { id }, { isMine }) => {
  const gone = state.cancelled.get(id);
  if (!isMine) return 403;
  return gone === undefined ? 409 : done(() => Object.assign(gone, { isPurged: true }));
});

export const contentRules = {
  sendMessage: send('text'),
  sendFile: send('file'),
  editMessage,
  deleteMessage,
  addReaction: react(true),
  removeReaction: react(false),
  report,
  readGroupUpTo: readUpTo,
  pinMessage: pin,
  unpinMessage: unpin,
  createEvent: (state: State, person: Person, command: Command): number =>
    command.body?.groupId === MY_SCHEDULE
      ? schedule(state, person, command, MY_SCHEDULE)
      : createInGroup(state, person, command),
  changeEvent: onEvent((state, event, command) =>
    'dates' in event
      ? changeDates(event, command)
      : done(() => state.events.set(event.id, normal({ ...event, ...command.body }))),
  ),
  deleteEvent: onEvent((state, event, command) =>
    'dates' in event ? deleteDates(state, event, command) : cancel(state, event.id, command.who),
  ),
  restoreEvent: restore,
  purgeEvent: purge,
  // Every event is planned for later than any test runs. No series is put back here.
  revertEvent: onEvent((state, event) =>
    done(() => {
      const back = { ...(event as CalendarEvent), ...state.firsts.get(event.id) };
      state.events.set(event.id, back);
      walk(back);
    }),
  ),
};

/** A decision is final, and settles other reports that it makes pointless. Nobody can be banned whose account is deleted. */
const review = (state: State, { body }: Command): number => {
  const reviewed = state.reports.get(ref(body?.reportId));
  if (reviewed === undefined || reviewed.decided) return reviewed === undefined ? 404 : 409;
  const { message, against } = reviewed;
  const person = state.people.get(against);
  const removes = body?.action === 'remove_message';
  const bans = body?.action === 'ban_user';
  if (bans && person?.deleted === true) return 409;
  reviewed.decided = true;
  if (removes) erase(state.messages.get(message));
  if (removes) cancel(state, message, MODERATION);
  if (removes) state.polls.delete(message);
  if (removes) Object.assign(state.cancelled.get(message) ?? {}, { isRemoved: true });
  if (bans && person !== undefined) state.banned.add(person.phone);
  if (bans && person !== undefined) eraseAccount(state, person);
  for (const other of state.reports.values())
    if ((removes && other.message === message) || (bans && other.against === against)) other.decided = true;
  return OK;
};

const SETTINGS = ['app_download_enabled', 'ios_app_store_url', 'android_play_store_url'];

/** Commands of administrators. */
export const adminRules = {
  adminSignIn: () => OK,
  adminSignOut: () => OK,
  openReport: (state: State, { params }: Command) => (state.reports.has(ref(params?.id)) ? OK : 404),
  reviewReport: review,
  changeConfig: (_: State, { params }: Command) => (SETTINGS.includes(params?.key ?? '') ? OK : 404),
};
