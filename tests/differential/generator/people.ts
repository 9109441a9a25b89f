import { isHere } from '../model/model.ts';
import { owner } from '../model/people.ts';
import { reminder } from './content.ts';
import type { Move, Writer } from './writer.ts';

const isFree = ({ state }: Writer, phone: string): boolean =>
  !state.banned.has(phone) && [...state.people.values()].every((person) => person.deleted || person.phone !== phone);

/** The number of a deleted account, or an unused one. */
const freePhone = (writer: Writer): string => {
  const former = [...writer.state.people.values()].find(
    ({ phone }) => isFree(writer, phone) && !writer.state.codes.has(phone),
  );
  return former && writer.random.chance(0.5) ? former.phone : `+1415${String(2_000_000 + writer.n)}`;
};

export const signUp = (writer: Writer): void => {
  const who = `p${writer.state.people.size}`;
  const phoneNumber = freePhone(writer);
  const keys = [who, phoneNumber];
  writer.add({ does: 'signup', who: 'visitor', body: { phoneNumber }, keys });
  writer.add({ does: 'verifySignup', who, body: { phoneNumber, verificationCode: `$code:${phoneNumber}` }, keys });
  writer.add({ does: 'updateEmail', who, body: { email: `${who}@example.org` }, keys });
  writer.add({ does: 'updateName', who, body: { firstName: `First${who}`, lastName: `Last${who}` }, keys });
  writer.add({ does: 'completeProfile', who, keys });
};

/** Commands that sign a person in, which fails with a wrong code. */
export const signIn = (writer: Pick<Writer, 'state' | 'add'>, who: string, isRight = true): void => {
  const phoneNumber = writer.state.people.get(who)?.phone ?? '';
  if (writer.state.codes.has(phoneNumber)) return;
  // The number of a deleted account may belong to someone else, whose browser it then is.
  const signedIn = owner(writer.state, phoneNumber)?.name ?? who;
  const keys = [signedIn, phoneNumber];
  writer.add({ does: 'login', who: 'visitor', body: { phoneNumber }, keys });
  const verificationCode = isRight ? `$code:${phoneNumber}` : '000000';
  writer.add({ does: 'verifyLogin', who: signedIn, body: { phoneNumber, verificationCode }, keys });
};

const comeBack = (writer: Writer): void => {
  const away = [...writer.state.people.values()].filter(({ name, deleted }) => !deleted && !isHere(writer.state, name));
  const person = writer.random.pick(away);
  if (person !== undefined) signIn(writer, person.name, writer.random.chance(0.8));
};

const endSessions = (writer: Writer): void => {
  const who = writer.person();
  const keys = [who];
  const params = { id: writer.random.chance(0.3) ? `$session:${who}` : '$session:none' };
  writer.random.weighted([
    [2, () => writer.add({ does: 'logout', who, keys })],
    [2, () => writer.add({ does: 'endOtherSessions', who, keys })],
    [2, () => writer.add({ does: 'endSession', who, params, keys })],
    [1, () => writer.add({ does: 'checkIn', who, keys })],
    [2, () => signIn(writer, who)],
  ] as const)();
};

const chooseAlerts = (writer: Writer, who: string): void => {
  const keys = [who];
  writer.random.weighted([
    [
      2,
      () =>
        writer.add({ does: 'changeNotificationSettings', who, body: { showText: writer.random.chance(0.5) }, keys }),
    ],
    [1, () => writer.add({ does: 'chooseReminderDefault', who, body: { minutes: reminder(writer) }, keys })],
    [1, () => writer.add({ does: 'subscribeToPush', who, body: HOSTILE_TARGET, keys })],
    [1, () => writer.add({ does: 'unsubscribeFromPush', who, keys })],
    [1, () => writer.add({ does: 'testPush', who, keys })],
  ] as const)();
};

/** An address that no server may ask. */
const HOSTILE_TARGET = { endpoint: 'https://127.0.0.1/', keys: { p256dh: 'AA', auth: 'AA' }, timeZone: 'UTC' };

const changeAccount = (writer: Writer): void => {
  const who = writer.person();
  const keys = [who];
  const { n, random } = writer;
  const email = random.chance(0.1) ? 'nobody' : `${who}-${n}@example.org`;
  const lastName = random.chance(0.1) ? ' ' : `Last${n}`;
  random.weighted([
    [2, () => writer.add({ does: 'updateEmail', who, body: { email }, keys })],
    [4, () => writer.add({ does: 'updateName', who, body: { firstName: `First${n}`, lastName }, keys })],
    [1, () => writer.add({ does: 'uploadProfilePicture', who, file: 'picture', keys })],
    [1, () => writer.add({ does: 'completeProfile', who, keys })],
    [1, () => chooseAlerts(writer, who)],
  ] as const)();
};

/** With both codes at once; or only with the new number's, and stopped before the three days are over. */
const changePhone = (writer: Writer): void => {
  const { random, state } = writer;
  const who = writer.person();
  const current = state.people.get(who)?.phone ?? '';
  const taken = random.pick([...state.people.values()])?.phone ?? '';
  const phoneNumber = random.chance(0.8) ? freePhone(writer) : taken;
  if (state.codes.has(current) || state.codes.has(phoneNumber) || !isHere(state, who)) return;
  writer.add({ does: 'updatePhone', who, body: { phoneNumber }, keys: [] });
  const verificationCode = `$code:${phoneNumber}`;
  if (random.chance(0.5)) {
    const body = { phoneNumber, verificationCode, currentCode: `$code:${current}` };
    writer.add({ does: 'updatePhone', who, body, keys: [] });
    return;
  }
  writer.add({ does: 'updatePhone', who, body: { phoneNumber, verificationCode }, keys: [] });
  if (random.chance(0.5)) writer.add({ does: 'cancelPhoneChange', who, keys: [] });
  else {
    const body = { token: `$stop:${who}` };
    writer.add({ does: 'stopPhoneChange', who: 'visitor', body, keys: [] });
  }
};

const leave = (writer: Writer): void => {
  const here = [...writer.state.people.values()].filter(({ deleted }) => !deleted);
  if (here.length > writer.size.people * 0.8) writer.add({ does: 'deleteAccount', who: writer.person(), keys: [] });
  else signUp(writer);
};

/** Accounts, sessions and the clock. */
export const accountMoves: readonly Move[] = [
  [1.5, endSessions],
  [1, comeBack],
  [1.5, changeAccount],
  [0.4, changePhone],
  [0.3, leave],
  [0.3, signUp],
  [0.5, (writer) => writer.add({ does: 'clock', who: 'visitor', keys: [] })],
];
