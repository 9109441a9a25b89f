import type { GeneratedName } from '../command.ts';
import type { Group } from '../model/state.ts';
import { inSomeGroup, type Move, type Writer } from './writer.ts';

const onGroup = (writer: Writer, group: Group, does: GeneratedName, body?: Readonly<Record<string, unknown>>): void => {
  const who = writer.memberOf(group);
  const params = { id: `$${group.id}` };
  writer.add({ does, who, params, ...(body === undefined ? {} : { body }), keys: [who, group.id] });
};

/** The current invitation, an old one, or an invented one. */
const invitationTo = ({ random }: Writer, { id, invitation }: Group): string =>
  random.weighted([
    [20, `${id}:${invitation}`],
    [1, `${id}:${invitation - 1}`],
    [1, 'none'],
  ] as const);

const join = (writer: Writer, group: Group): void => {
  const who = writer.person();
  const isLink = writer.random.chance(0.7);
  const given = `$${isLink ? 'link' : 'code6'}:${invitationTo(writer, group)}`;
  const body = isLink ? { inviteCode: given } : { code: given };
  writer.add({ does: isLink ? 'joinByLink' : 'joinByCode', who, body, keys: [who, group.id] });
};

const look = (writer: Writer, group: Group): void => {
  const who = writer.person();
  const inviteCode = `$link:${invitationTo(writer, group)}`;
  if (writer.random.chance(0.4))
    writer.add({ does: 'invitation', who: 'visitor', params: { inviteCode }, keys: [group.id] });
  else writer.add({ does: 'previewGroup', who, params: { code: inviteCode }, keys: [who, group.id] });
};

/** Mostly a member. */
const onMember = (writer: Writer, group: Group, does: 'removeMember' | 'changeRole' | 'transferOwnership'): void => {
  const who = writer.memberOf(group);
  const target = writer.random.pick([...group.members.keys()]) ?? writer.person();
  const userId = `$${writer.random.chance(0.05) ? writer.person() : target}`;
  const keys = [...new Set([who, group.id, userId.slice(1)])];
  const params = { id: `$${group.id}`, userId };
  const role = writer.random.pick(['admin', 'member', 'owner']);
  if (does === 'removeMember') writer.add({ does, who, params, keys });
  else writer.add({ does, who, params, body: does === 'changeRole' ? { role } : { userId }, keys });
};

const letBackIn = (writer: Writer, group: Group): void => {
  const who = writer.memberOf(group);
  const userId = `$${writer.random.pick([...group.removed]) ?? writer.person()}`;
  const keys = [...new Set([who, group.id, userId.slice(1)])];
  writer.add({ does: 'letBackIn', who, params: { id: `$${group.id}`, userId }, keys });
};

const settings = (writer: Writer, group: Group): void => {
  const names = ['allowMembersCreateEvents', 'allowMembersInvite', 'allowMembersEditGroupDetails'];
  const chosen = names.filter(() => writer.random.chance(0.4));
  const body = Object.fromEntries(chosen.map((name) => [name, writer.random.chance(0.5)]));
  onGroup(writer, group, 'changeGroupSettings', body);
};

const image = (writer: Writer, group: Group): void => {
  const who = writer.memberOf(group);
  const about = { who, params: { id: `$${group.id}` }, keys: [who, group.id] };
  if (writer.random.chance(0.4)) writer.add({ does: 'removeImageOfGroup', ...about });
  else writer.add({ does: 'uploadImageOfGroup', ...about, file: 'picture' });
};

const create = (writer: Writer): void => {
  const who = writer.person();
  const isFull = [...writer.state.groups.values()].filter(({ alive }) => alive).length >= writer.size.groups * 1.2;
  if (isFull) return;
  const withImage = writer.random.chance(0.3);
  if (withImage) writer.add({ does: 'uploadGroupImage', who, file: 'picture', keys: [who] });
  const body = {
    name: `Group ${writer.n}`,
    description: 'New',
    ...(withImage ? { imageUrl: `$i${writer.n - 1}` } : {}),
  };
  writer.add({ does: 'createGroup', who, body, keys: [who, `g${writer.n}`] });
};

/** The color of a group that a member joins at the same time depends on whether this group is still theirs. */
const dissolve = (writer: Writer, group: Group): void => {
  const confirmationName = writer.random.chance(0.5) ? group.name : 'Another name';
  const who = writer.memberOf(group);
  const keys = [...new Set([who, group.id, ...group.members.keys()])];
  writer.add({ does: 'deleteGroup', who, params: { id: `$${group.id}` }, body: { confirmationName }, keys });
};

const details = (writer: Writer, group: Group): void => {
  const name = writer.random.chance(0.05) ? ' ' : `Group ${writer.n}`;
  onGroup(writer, group, 'changeGroupDetails', { name, description: `About ${writer.n}` });
};

const prefer = (writer: Writer, group: Group): void => {
  const who = writer.memberOf(group);
  const groupId = `$${group.id}`;
  const [on, color] = [writer.random.chance(0.7), writer.random.below(6)];
  const chosen = writer.random.weighted([
    [1, { does: 'pinGroup', body: { groupId, isPinned: on } }],
    [1, { does: 'chooseColor', body: { groupId, colorIndex: color } }],
    [1, { does: 'changeGroupPreferences', body: { groupId, pinned: on, ...(on ? { color } : {}) } }],
  ] as const);
  writer.add({ ...chosen, who, keys: [who, group.id] });
  const level = writer.random.chance(0.5) ? 'mentions' : 'nothing';
  const body = on ? { level } : { eventChanges: on, mutedUntil: 'always' };
  writer.add({ does: 'chooseNotifications', who, params: { id: groupId }, body, keys: [who, group.id] });
};

/** Of no events. */
const importNothing = (writer: Writer, group: Group): void => {
  const who = writer.memberOf(group);
  writer.add({ does: 'importEvents', who, body: { groupId: `$${group.id}`, events: '' }, keys: [who, group.id] });
};

/** A group's calendar, or the person's own. */
const linkCalendar = (writer: Writer, group: Group): void => {
  const who = writer.memberOf(group);
  const keys = [who, group.id];
  const made = writer.random.pick([...(writer.state.people.get(who)?.feedsMade ?? [])]);
  const body = writer.random.chance(0.7) ? { groupId: `$${group.id}` } : {};
  if (made !== undefined && writer.random.chance(0.4))
    writer.add({ does: 'endCalendarFeed', who, params: { id: `$${made}` }, keys });
  else writer.add({ does: 'createCalendarFeed', who, body, keys });
};

/** Alone, because what concerns the person comes from many groups. */
const seeActivity = (writer: Writer): void => {
  const upTo = writer.random.pick(['2020-05-01T10:00:00.000Z', '2999-05-01T10:00:00.000Z']);
  writer.add({ does: 'readActivity', who: writer.person(), body: { upTo }, keys: [] });
};

/** Groups, their members and invitations. */
export const groupMoves: readonly Move[] = [
  inSomeGroup(7, join),
  inSomeGroup(1, look),
  inSomeGroup(1, (writer, group) => onGroup(writer, group, 'leaveGroup')),
  inSomeGroup(1.5, (writer, group) => onMember(writer, group, 'removeMember')),
  inSomeGroup(1.5, (writer, group) => onMember(writer, group, 'changeRole')),
  inSomeGroup(0.5, (writer, group) => onMember(writer, group, 'transferOwnership')),
  inSomeGroup(1, letBackIn),
  inSomeGroup(0.5, (writer, group) => onGroup(writer, group, 'renewInvitation'), false),
  inSomeGroup(1, settings),
  inSomeGroup(1, details),
  inSomeGroup(0.6, image, false),
  inSomeGroup(2, prefer),
  inSomeGroup(1, linkCalendar),
  inSomeGroup(0.2, importNothing),
  inSomeGroup(0.15, dissolve, false),
  [1, create],
  [0.3, seeActivity],
];
