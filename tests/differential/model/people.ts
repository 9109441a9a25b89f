import { type Command, ref } from '../command.ts';
import { isText, OK, type Person, type State, type Status, text } from './state.ts';

const owner = (state: State, phone: string): Person | undefined =>
  [...state.people.values()].find((person) => !person.deleted && person.phone === phone);

const isNumber = (phone: string): boolean => /^\+1\d{10}$/.test(phone);

/** Between two codes to one number lie 30 seconds: only the first before the clock moves is sent. */
const send = (state: State, phone: string, purpose: string, by: string): Status => {
  if (state.codes.has(phone)) return 429;
  state.codes.set(phone, { purpose, by, used: false });
  return OK;
};

/** Whether it is the code last sent to this number for this purpose. A code is used once. */
const isRight = (state: State, given: unknown, phone: string, purpose: string, by: string): boolean => {
  const code = state.codes.get(phone);
  return code?.purpose === purpose && code.by === by && !code.used && given === `$code:${phone}`;
};
const use = (state: State, phone: string): void => {
  const code = state.codes.get(phone);
  if (code !== undefined) code.used = true;
};

const askForCode = (state: State, { does, body }: Command): Status => {
  const phone = text(body?.phoneNumber);
  if (!isNumber(phone)) return 400;
  if (state.banned.has(phone)) return 403;
  const exists = owner(state, phone) !== undefined;
  if (does === 'login' && !exists) return 404;
  if (does === 'signup' && exists) return 409;
  return send(state, phone, does, '');
};

const newPerson = (name: string, phone: string): Person => ({
  name,
  phone,
  first: '',
  last: '',
  email: '',
  complete: false,
  picture: false,
  deleted: false,
  sessions: [],
  waitingPhone: undefined,
  hasStopLink: false,
  pins: new Set(),
  colors: new Map(),
  read: new Map(),
  misses: 0,
  groupsCreated: [],
});

const verify = (state: State, { does, who, body }: Command): Status => {
  const phone = text(body?.phoneNumber);
  const purpose = does === 'verifySignup' ? 'signup' : 'login';
  if (!isRight(state, body?.verificationCode, phone, purpose, '')) return 400;
  use(state, phone);
  const person = purpose === 'signup' ? newPerson(who, phone) : owner(state, phone);
  if (person === undefined) return 404;
  state.people.set(person.name, person);
  person.sessions.push({ at: state.now, ended: false });
  // Signing in by the current number stops a change that waits.
  person.waitingPhone = undefined;
  return OK;
};

const takePhone = (person: Person, phone: string): Status => {
  person.phone = phone;
  person.waitingPhone = undefined;
  endOthers(person);
  return OK;
};

const changePhone = (state: State, person: Person, body: Command['body']): Status => {
  const phone = text(body?.phoneNumber);
  if (!isNumber(phone)) return 400;
  if (body?.verificationCode === undefined) {
    if (state.banned.has(phone)) return 403;
    if (phone === person.phone) return 400;
    if (owner(state, phone) !== undefined) return 409;
    const sent = send(state, phone, 'change', person.name);
    if (sent === OK) send(state, person.phone, 'leave', person.name);
    return sent;
  }
  const isNew = isRight(state, body.verificationCode, phone, 'change', person.name);
  if (body.currentCode === undefined) {
    if (!isNew) return 400;
    use(state, phone);
    person.waitingPhone = phone;
    person.hasStopLink = true;
    return OK;
  }
  if (!isNew || !isRight(state, body.currentCode, person.phone, 'leave', person.name)) return 400;
  use(state, phone);
  use(state, person.phone);
  return takePhone(person, phone);
};

const endOthers = (person: Person): void => {
  for (const session of person.sessions.slice(0, -1)) session.ended = true;
};

const endThis = (person: Person): Status => {
  for (const session of person.sessions.slice(-1)) session.ended = true;
  return OK;
};

const cancelPhoneChange = (person: Person): Status => {
  if (person.waitingPhone === undefined) return 404;
  person.waitingPhone = undefined;
  return OK;
};

/** The link in the text message to the current number; stopping twice is no mistake. */
const stopByLink = (state: State, { body }: Command): Status => {
  const name = /^\$stop:(\w+)$/.exec(text(body?.token))?.[1];
  const person = name === undefined ? undefined : state.people.get(name);
  if (person?.hasStopLink !== true) return 404;
  person.waitingPhone = undefined;
  return OK;
};

/** The account goes with everything that the person made. Groups pass to the member who joined first. */
export const eraseAccount = (state: State, person: Person): void => {
  const { name } = person;
  person.deleted = true;
  for (const group of state.groups.values()) {
    if (!group.alive) continue;
    group.removed.delete(name);
    const role = group.members.get(name)?.role;
    group.members.delete(name);
    const [heir] = group.members.values();
    if (role === 'owner' && heir === undefined) eraseGroup(state, group.id);
    if (role === 'owner' && heir !== undefined) heir.role = 'owner';
  }
  for (const [id, message] of state.messages) {
    if (message.sender === name) state.messages.delete(id);
    for (const [emoji, users] of message.reactions)
      setUsers(
        message.reactions,
        emoji,
        users.filter((user) => user !== name),
      );
  }
  for (const [id, event] of state.events) if (event.creator === name) state.events.delete(id);
};

export const setUsers = (reactions: Map<string, string[]>, emoji: string, users: string[]): void => {
  if (users.length === 0) reactions.delete(emoji);
  else reactions.set(emoji, users);
};

export const eraseGroup = (state: State, id: string): void => {
  const group = state.groups.get(id);
  if (group === undefined) return;
  group.alive = false;
  group.members.clear();
  group.removed.clear();
  for (const message of state.messages.values()) if (message.group === id) state.messages.delete(message.id);
  for (const event of state.events.values()) if (event.group === id) state.events.delete(event.id);
};

/** Commands of visitors. */
export const visitorRules = {
  login: askForCode,
  signup: askForCode,
  verifyLogin: verify,
  verifySignup: verify,
  stopPhoneChange: stopByLink,
};

type OfPerson = (state: State, person: Person, command: Command) => Status;

/** Commands on the own account. */
export const accountRules = {
  logout: (_, person) => endThis(person),
  checkIn: () => OK,
  endSession: (_, person, { params }) => (ref(params?.id) === `session:${person.name}` ? endThis(person) : 404),
  endOtherSessions: (_, person) => {
    endOthers(person);
    return OK;
  },
  updateEmail: (_, person, { body }) => {
    const email = text(body?.email);
    if (!/^[^\s@]+@[^\s@]+$/.test(email) || email.length > 254) return 400;
    person.email = email;
    return OK;
  },
  updateName: (_, person, { body }) => {
    if (!isText(body?.firstName, 50) || !isText(body?.lastName, 50)) return 400;
    person.first = text(body?.firstName);
    person.last = text(body?.lastName);
    return OK;
  },
  uploadProfilePicture: (_, person, { file }) => {
    if (file !== 'picture') return 400;
    person.picture = true;
    return OK;
  },
  completeProfile: (_, person) => {
    if (person.email === '' || person.first === '' || person.last === '') return 400;
    person.complete = true;
    return OK;
  },
  updatePhone: (state, person, { body }) => changePhone(state, person, body),
  cancelPhoneChange: (_, person) => cancelPhoneChange(person),
  deleteAccount: (state, person) => {
    eraseAccount(state, person);
    return OK;
  },
} satisfies Record<string, OfPerson>;
