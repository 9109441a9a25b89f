import type { Command } from '../command.ts';
import type { CalendarEvent, Group } from '../model/state.ts';
import { inSomeGroup, type Move, type Writer } from './writer.ts';

const EMOJI = ['👍', '❤️', '😂', '🎉'];
const WORDS = ['hello', 'see you there', 'on my way', 'bring the blue boat', 'who has the key?', 'naïve café ☕'];

const words = ({ random, n }: Writer): string => (random.chance(0.02) ? ' ' : `${random.pick(WORDS)} ${n}`);

/** A message of the group, or an unknown one. */
const target = (writer: Writer, group: Group): string => `$${writer.messageIn(group)?.id ?? 'm-none'}`;

const day = ({ random }: Writer): string =>
  random.chance(0.02) ? '2034-02-30' : `2034-0${1 + random.below(9)}-${10 + random.below(18)}`;
const time = ({ random }: Writer): string => `${random.below(24)}:${random.pick(['00', '15', '30', '45'])}`;
const duration = ({ random }: Writer): number => (random.chance(0.02) ? 0 : 15 * (1 + random.below(100)));

const say = (writer: Writer, group: Group): void => {
  const who = writer.memberOf(group);
  const reply = writer.random.chance(0.2) ? { replyTo: target(writer, group) } : {};
  const body = { groupId: `$${group.id}`, content: words(writer), ...reply };
  writer.add({ does: 'sendMessage', who, body, keys: [who, group.id] });
};

const sendFile = (writer: Writer, group: Group): void => {
  const who = writer.memberOf(group);
  const file = writer.random.chance(0.5) ? 'picture' : 'text';
  writer.add({ does: 'sendFile', who, body: { groupId: `$${group.id}` }, file, keys: [who, group.id] });
};

/** Mostly by the sender. */
const edit = (writer: Writer, group: Group): void => {
  const message = writer.messageIn(group);
  const who = writer.random.chance(0.8) && message ? message.sender : writer.memberOf(group);
  const params = { id: `$${message?.id ?? 'm-none'}` };
  writer.add({ does: 'editMessage', who, params, body: { content: words(writer) }, keys: [who, group.id] });
};

const remove = (writer: Writer, group: Group): void => {
  const who = writer.memberOf(group);
  writer.add({ does: 'deleteMessage', who, params: { id: target(writer, group) }, keys: [who, group.id] });
};

const react = (writer: Writer, group: Group): void => {
  const who = writer.memberOf(group);
  const body = { emoji: writer.random.chance(0.02) ? '🥸' : writer.random.pick(EMOJI) };
  const does = writer.random.chance(0.7) ? 'addReaction' : 'removeReaction';
  writer.add({ does, who, params: { id: target(writer, group) }, body, keys: [who, group.id] });
};

const report = (writer: Writer, group: Group): void => {
  const who = writer.memberOf(group);
  const body = { messageId: target(writer, group), reason: 'spam', description: `not nice ${writer.n}` };
  writer.add({ does: 'report', who, body, keys: [who, group.id] });
};

const read = (writer: Writer, group: Group): void => {
  const who = writer.memberOf(group);
  const body = { messageId: target(writer, group) };
  writer.add({ does: 'readGroupUpTo', who, params: { id: `$${group.id}` }, body, keys: [who, group.id] });
};

const pin = (writer: Writer, group: Group): void => {
  const who = writer.memberOf(group);
  const [id, messageId] = [`$${group.id}`, target(writer, group)];
  const keys = [who, group.id];
  if (writer.random.chance(0.7)) writer.add({ does: 'pinMessage', who, params: { id }, body: { messageId }, keys });
  else writer.add({ does: 'unpinMessage', who, params: { id, messageId }, keys });
};

/** Now and then one that does not exist. */
export const reminder = ({ random }: Writer): unknown => random.pick([0, 10, 30, 1440, 'none', 31]);

const plan = (writer: Writer, who: string, groupId: string): void => {
  const name = writer.random.chance(0.02) ? '' : `Event ${writer.n}`;
  const timeZone = writer.random.pick(['UTC', 'Asia/Tokyo']);
  const when = { date: day(writer), time: time(writer), duration: duration(writer), timeZone };
  const repeats = { unit: 'day', every: 2 + writer.random.below(5), count: 1 + writer.random.below(4) };
  const rule = writer.random.chance(0.4) ? { repeats } : {};
  const set = writer.random.chance(0.3) ? { reminder: writer.random.pick([10, 'none']) } : {};
  const more = { ...when, ...rule, ...set, groupId };
  const body = { name, description: `about ${writer.n}`, location: 'Boat house', ...more };
  writer.add({ does: 'createEvent', who, body, keys: groupId === 'my-q' ? [who] : [who, groupId.slice(1)] });
};

/** Who changes an event, and whom that concerns. */
type OnEvent = Pick<Command, 'who' | 'keys'>;

/** The event, or all of its series. */
const oneOrAll = ({ random }: Writer, { id }: CalendarEvent, share: number): string =>
  random.chance(share) ? seriesIdOf(id) : id;

const seriesIdOf = (id: string): string => id.split('_')[0] ?? '';

/** A time that no series had before, since an answer counts again once its time is back. */
const newTime = ({ n }: Writer): string => `${n % 24}:${String(15 * (n % 4) + 1 + (n % 13)).padStart(2, '0')}`;

const SCOPES = ['this', 'following', 'all'] as const;

/** Texts and times of a date, of those from it on, or of all. */
const changeDate = (writer: Writer, event: CalendarEvent, on: OnEvent): void => {
  const { random, n } = writer;
  const id = oneOrAll(writer, event, 0.2);
  const change = random.chance(0.5) ? { time: newTime(writer) } : { name: `Event ${n}`, location: `Place ${n}` };
  const scope = id === event.id ? { scope: random.pick(SCOPES) } : {};
  writer.add({ does: 'changeEvent', ...on, params: { id: `$${id}` }, body: { ...change, ...scope } });
};

const deleteEvent = (writer: Writer, event: CalendarEvent, on: OnEvent): void => {
  const { random, state } = writer;
  const id = oneOrAll(writer, event, 0.2);
  const scope = id.includes('_') ? { query: { scope: random.pick(SCOPES) ?? '' } } : {};
  writer.add({ does: 'deleteEvent', ...on, params: { id: `$${id}` }, ...scope });
  // What came of it: the event or the date, the series, or an earlier end. Without success, the first.
  const gone = state.cancelled.has(seriesIdOf(id)) ? seriesIdOf(id) : id;
  const isEnded = id.includes('_') && !state.cancelled.has(gone);
  if (isEnded) return;
  const params = { id: `$${gone}` };
  // At once, so that nobody has left in between.
  if (random.chance(0.4)) writer.add({ does: 'restoreEvent', ...on, params });
  else if (!gone.includes('_') && random.chance(0.3)) writer.add({ does: 'purgeEvent', ...on, params });
};

/** An event of the group, or a personal one; mostly by its creator. */
const changeEvent = (writer: Writer): void => {
  const { random } = writer;
  const event = random.pick([...writer.state.events.values()].slice(-60));
  if (event === undefined) return;
  const who = random.chance(0.85) ? event.creator : writer.person();
  const keys = event.group === 'my-q' ? [...new Set([who, event.creator])] : [who, event.group];
  const params = { id: `$${event.id}` };
  if (random.chance(0.3)) deleteEvent(writer, event, { who, keys });
  else if (event.id.includes('_')) changeDate(writer, event, { who, keys });
  else if (random.chance(0.2)) writer.add({ does: 'revertEvent', who, params, body: { revision: 0 }, keys });
  else writer.add({ does: 'changeEvent', who, params, body: changes(writer), keys });
};

const changes = (writer: Writer): Record<string, unknown> => {
  const { random } = writer;
  const details = { name: `Event ${writer.n}`, location: 'Elsewhere' };
  const single = { ...details, reminder: random.pick([30, 'none']) };
  return random.chance(0.5) ? single : { date: day(writer), time: time(writer), duration: duration(writer) };
};

/** Of a group, mostly. Those who are no members may not answer. */
const answer = (writer: Writer): void => {
  const { random, state } = writer;
  const event = random.pick([...state.events.values()].slice(-20));
  if (event === undefined) return;
  const group = state.groups.get(event.group);
  const who = group === undefined ? event.creator : writer.memberOf(group);
  const keys = [...new Set([who, event.creator, ...(group === undefined ? [] : [group.id])])];
  const about = { who, params: { id: `$${oneOrAll(writer, event, 0.2)}` }, keys };
  const scope: Record<string, string> = event.id.includes('_') && random.chance(0.5) ? { scope: 'this' } : {};
  const given = {
    answer: random.pick(['going', 'going', 'maybe', 'cant', 'perhaps']),
    guests: random.below(3),
    ...scope,
  };
  random.weighted([
    [8, () => writer.add({ does: 'giveRsvp', ...about, body: given })],
    [2, () => writer.add({ does: 'takeRsvpBack', ...about, query: scope })],
    [
      2,
      () => {
        const minutes = random.chance(0.2) ? null : reminder(writer);
        writer.add({ does: 'chooseReminder', ...about, params: { id: `$${event.id}` }, body: { minutes } });
      },
    ],
    [
      2,
      () => {
        const body = { seats: random.chance(0.2) ? null : 1 + random.below(4), guestsEach: random.below(3) };
        writer.add({ does: 'setSeats', ...about, who: random.chance(0.8) ? event.creator : who, body });
      },
    ],
  ] as const)();
};

const review = (writer: Writer): void => {
  const { random, state } = writer;
  const report = random.pick([...state.reports.values()].slice(-30));
  if (report === undefined) return;
  const id = `$${report.id}`;
  if (random.chance(0.5)) {
    writer.add({ does: 'openReport', who: 'admin', params: { id }, keys: [] });
    return;
  }
  const action = random.weighted([
    [5, 'allow'],
    [5, 'remove_message'],
    [1, 'ban_user'],
  ] as const);
  const body = { reportId: id, action, adminNotes: `seen ${writer.n}` };
  writer.add({ does: 'reviewReport', who: 'admin', body, keys: [] });
};

const administer = (writer: Writer): void => {
  const { random } = writer;
  const keys = ['admin'];
  const visits = writer.history.filter(({ does }) => does === 'adminSignIn');
  const visitId = `$v${random.pick(visits)?.n ?? '-none'}`;
  const key = random.pick(['app_download_enabled', 'ios_app_store_url', 'unknown']) ?? '';
  const value = key === 'app_download_enabled' ? 'false' : `https://apps.example/${writer.n}`;
  random.weighted([
    [2, () => writer.add({ does: 'adminSignIn', who: 'admin', keys })],
    [1, () => writer.add({ does: 'adminSignOut', who: 'admin', body: { visitId }, keys })],
    [2, () => writer.add({ does: 'changeConfig', who: 'admin', params: { key }, body: { value }, keys })],
  ] as const)();
};

/** Chats, calendars and their moderation. */
export const contentMoves: readonly Move[] = [
  inSomeGroup(34, say),
  inSomeGroup(2, sendFile),
  inSomeGroup(6, edit),
  inSomeGroup(4, remove),
  inSomeGroup(12, react),
  inSomeGroup(2, report),
  inSomeGroup(10, read),
  inSomeGroup(2, pin),
  inSomeGroup(4, (writer, group) => plan(writer, writer.memberOf(group), `$${group.id}`), false),
  [2, (writer) => plan(writer, writer.person(), 'my-q')],
  [4, changeEvent],
  [8, answer],
  [0.8, review],
  [0.5, administer],
];
