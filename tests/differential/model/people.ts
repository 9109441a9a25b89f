import { type Command, ref } from '../command.ts';
import { isReminder, withdraw } from './attendance.ts';
import { done, isText, OK, Person, type Rule, type State, text } from './state.ts';

export const owner = (state: State, phone: string): Person | undefined =>
  [...state.people.values()].find((person) => !person.deleted && person.phone === phone);

const isNumber = (phone: string): boolean => /^\+1\d{10}$/.test(phone);

/** Two codes to one number are 30 seconds apart, so only the first one before the clock moves is sent. */
const send = (state: State, phone: string, purpose: string, by = ''): number =>
  state.codes.has(phone) ? 429 : done(() => state.codes.set(phone, { purpose, by, used: false }));

/** Whether it is the last code sent to this number for this purpose. A code is used once. */
const isRight = (state: State, given: unknown, phone: string, purpose: string, by = ''): boolean => {
  const code = state.codes.get(phone);
  return code?.purpose === purpose && code.by === by && !code.used && given === `$code:${phone}`;
};

const use = ({ codes }: State, phone: string): unknown => Object.assign(codes.get(phone) ?? {}, { used: true });

const askForCode = (state: State, { does, body }: Command): number => {
  const phone = text(body?.phoneNumber);
  if (!isNumber(phone)) return 400;
  if (state.banned.has(phone)) return 403;
  const exists = owner(state, phone) !== undefined;
  if (exists !== (does === 'login')) return exists ? 409 : 404;
  return send(state, phone, does);
};

const verify = (state: State, { does, who, body }: Command): number => {
  const phone = text(body?.phoneNumber);
  const known = owner(state, phone);
  if (does === 'verifyLogin' && known === undefined) return 404;
  if (!isRight(state, body?.verificationCode, phone, does === 'verifyLogin' ? 'login' : 'signup')) return 400;
  use(state, phone);
  const person = known ?? new Person(who, phone);
  state.people.set(person.name, person);
  person.sessions.push({ at: state.now, ended: false });
  // Signing in with the current number stops a pending change.
  person.waitingPhone = undefined;
  return OK;
};

/** With only the code of the new number it waits three days; with both codes it takes effect now and ends other sessions. */
const changePhone: Rule<Person> = (state, person, { body }) => {
  const phone = text(body?.phoneNumber);
  if (!isNumber(phone)) return 400;
  if (body?.verificationCode === undefined) return askToChange(state, person, phone);
  if (!isRight(state, body.verificationCode, phone, 'change', person.name)) return 400;
  const waits = body.currentCode === undefined;
  if (!waits && !isRight(state, body.currentCode, person.phone, 'leave', person.name)) return 400;
  use(state, phone);
  if (waits) return done(() => Object.assign(person, { waitingPhone: phone, hasStopLink: true }));
  use(state, person.phone);
  endOthers(person);
  // Links went to the number that the person has left.
  return done(() => Object.assign(person, { phone, waitingPhone: undefined, hasStopLink: false }));
};

const askToChange = (state: State, person: Person, phone: string): number => {
  if (state.banned.has(phone)) return 403;
  if (phone === person.phone) return 400;
  if (owner(state, phone) !== undefined) return 409;
  const sent = send(state, phone, 'change', person.name);
  if (sent === OK) send(state, person.phone, 'leave', person.name);
  return sent;
};

const end = (sessions: Person['sessions']): number =>
  done(() => sessions.map((session) => Object.assign(session, { ended: true })));
const endOthers = ({ sessions }: Person): number => end(sessions.slice(0, -1));
const endThis = ({ sessions }: Person): number => end(sessions.slice(-1));

const stop = (person: Person): number => done(() => Object.assign(person, { waitingPhone: undefined }));

/** The link in the text message to the current number signs everyone out; stopping twice is no error. */
const stopByLink = (state: State, { body }: Command): number => {
  const person = state.people.get(/^\$stop:(\w+)$/.exec(text(body?.token))?.[1] ?? '');
  if (person?.hasStopLink !== true) return 404;
  // The person who requested the change is signed in as this one.
  if (person.waitingPhone !== undefined) end(person.sessions);
  return stop(person);
};

/** The account is deleted with everything that the person created. Groups pass to the earliest member. */
export const eraseAccount = (state: State, person: Person): void => {
  const { name } = person;
  Object.assign(person, { deleted: true, hasStopLink: false });
  for (const group of state.groups.values()) {
    group.removed.delete(name);
    const role = group.members.get(name)?.role;
    group.members.delete(name);
    const [heir] = group.members.values();
    if (role === 'owner' && heir === undefined) eraseGroup(state, group.id);
    if (role === 'owner' && heir !== undefined) heir.role = 'owner';
  }
  for (const [id, message] of state.messages) {
    if (message.sender === name) state.messages.delete(id);
    message.reactions = message.reactions.filter((given) => given.name !== name);
  }
  for (const things of [state.events, state.series, state.polls])
    for (const [id, { creator }] of things) if (creator === name) things.delete(id);
  for (const [id, { event }] of state.cancelled) if (event.creator === name) state.cancelled.delete(id);
  withdraw(state.events.values(), name);
  for (const { votes } of state.polls.values()) votes.delete(name);
};

export const eraseGroup = ({ groups, messages, events, series, polls }: State, id: string): void => {
  Object.assign(groups.get(id) ?? {}, { alive: false, members: new Map(), removed: new Set() });
  for (const things of [messages, events, series, polls])
    for (const { id: thing, group } of things.values()) if (group === id) things.delete(thing);
};

/** Commands of visitors. */
export const visitorRules = {
  login: askForCode,
  signup: askForCode,
  verifyLogin: verify,
  verifySignup: verify,
  stopPhoneChange: stopByLink,
};

const isEmail = (email: string): boolean => /^[^\s@]+@[^\s@]+$/.test(email) && email.length <= 254;

/** Commands on one's own account. */
export const accountRules = {
  logout: (_, person) => endThis(person),
  checkIn: () => OK,
  endSession: (_, person, { params }) => (ref(params?.id) === `session:${person.name}` ? endThis(person) : 404),
  endOtherSessions: (_, person) => endOthers(person),
  updateEmail: (_, person, { body }) =>
    isEmail(text(body?.email)) ? done(() => Object.assign(person, { email: text(body?.email) })) : 400,
  updateName: (_, person, { body }) =>
    isText(body?.firstName, 50) && isText(body?.lastName, 50)
      ? done(() => Object.assign(person, { first: text(body?.firstName), last: text(body?.lastName) }))
      : 400,
  uploadProfilePicture: (_, person) => done(() => Object.assign(person, { picture: true })),
  completeProfile: (_, person) =>
    [person.email, person.first, person.last].includes('')
      ? 400
      : done(() => Object.assign(person, { complete: true })),
  updatePhone: changePhone,
  cancelPhoneChange: (_, person) => (person.waitingPhone === undefined ? 404 : stop(person)),
  deleteAccount: (state, person) => done(() => eraseAccount(state, person)),
} satisfies Record<string, Rule<Person>>;

/** Alerts in one's own browsers. */
export const notificationRules = {
  changeNotificationSettings: (_, person, { body }) =>
    typeof body?.showText === 'boolean' ? done(() => Object.assign(person, { showText: body.showText })) : 400,
  chooseReminderDefault: (_, person, { body }) =>
    isReminder(body?.minutes) ? done(() => Object.assign(person, { reminderDefault: body?.minutes })) : 400,
  // Only addresses that nobody may ask are generated: a real one would be.
  subscribeToPush: () => 400,
  unsubscribeFromPush: () => OK,
  testPush: () => OK,
} satisfies Record<string, Rule<Person>>;
