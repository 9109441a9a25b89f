import { type Command, ref } from '../command.ts';
import { withdrawIn, withdrawVotes } from './attendance.ts';
import { eraseGroup } from './people.ts';
import type { Group, Person, Role, Rule, State } from './state.ts';
import { done, isText, nextPlace, OK, text } from './state.ts';

const DAY = 24 * 3_600_000;

export const leads = (role: Role | undefined): boolean => role === 'owner' || role === 'admin';

type InGroup = { readonly state: State; readonly group: Group; readonly person: Person; readonly role: Role };
type GroupRule = (at: InGroup, command: Command) => number;

/** First finds the group and the person's role in it. A group that does not exist answers like one of others. */
const inGroup =
  (groupOf: (command: Command) => unknown, rule: GroupRule): Rule<Person> =>
  (state, person, command) => {
    const group = state.groups.get(ref(groupOf(command)));
    if (group?.alive !== true) return 403;
    const role = group.members.get(person.name)?.role;
    return role === undefined ? 403 : rule({ state, group, person, role }, command);
  };

export const byPath = (rule: GroupRule) => inGroup(({ params }) => params?.id, rule);
export const byBody = (rule: GroupRule) => inGroup(({ body }) => body?.groupId, rule);

export const may = ({ group, role }: InGroup, setting: keyof Group['settings']): boolean =>
  leads(role) || group.settings[setting];

const isDetails = (body: Command['body']): boolean => isText(body?.name, 50) && isText(body?.description, 200);
const detailsOf = (body: Command['body']) => ({ name: text(body?.name), description: text(body?.description) });

/** Blue, green, purple, yellow, red. */
const COLORS_TO_GIVE = [0, 2, 4, 3, 1];

/** The first of the colors that the person's other groups use least. */
const giveColor = ({ groups }: State, { name, colors }: Person, group: string): number => {
  const used = [...colors]
    .filter(([id]) => id !== group && groups.get(id)?.members.has(name))
    .map(([, color]) => color);
  const uses = COLORS_TO_GIVE.map((color) => used.filter((one) => one === color).length);
  return done(() => colors.set(group, COLORS_TO_GIVE[uses.indexOf(Math.min(...uses))] as number));
};

const createGroup: Rule<Person> = (state, person, { n, body }) => {
  const { name, groupsCreated } = person;
  const image = body?.imageUrl;
  if (!isDetails(body) || (image !== undefined && state.images.get(ref(image)) !== name)) return 400;
  if (groupsCreated.filter((at) => at > state.now - DAY).length >= 20) return 429;
  groupsCreated.push(state.now);
  state.groups.set(`g${n}`, {
    id: `g${n}`,
    ...detailsOf(body),
    image: image !== undefined,
    settings: { allowMembersCreateEvents: true, allowMembersInvite: false, allowMembersEditGroupDetails: false },
    alive: true,
    members: new Map([[name, { role: 'owner', place: nextPlace(state) }]]),
    removed: new Set(),
    pins: [],
    invitation: 0,
  });
  return giveColor(state, person, `g${n}`);
};

/** The group of a current code or link, such as `$link:g5:0`, where the number counts the renewals. */
const invitedTo = (state: State, given: unknown): Group | undefined => {
  const [, id = '', renewal] = /^\$(?:link|code6):(g\d+):(\d+)$/.exec(String(given)) ?? [];
  const group = state.groups.get(id);
  return group?.alive === true && group.invitation === Number(renewal) ? group : undefined;
};

/** Ten unknown invitations an hour; a removed member is refused. */
const withInvitation =
  (field: string, rule: (group: Group, person: Person, state: State) => number): Rule<Person> =>
  (state, person, { params, body }) => {
    const group = invitedTo(state, { ...params, ...body }[field]);
    if (person.misses >= 10) return 429;
    if (group === undefined) person.misses += 1;
    if (group === undefined) return 404;
    return group.removed.has(person.name) ? 403 : rule(group, person, state);
  };

const join = ({ id, members }: Group, person: Person, state: State): number => {
  if (members.has(person.name)) return 409;
  members.set(person.name, { role: 'member', place: nextPlace(state) });
  return giveColor(state, person, id);
};

const leave = (state: State, group: Group, person: Person | undefined): void => {
  withdrawIn(state, group.id, person?.name ?? '');
  withdrawVotes(state, group.id, person?.name ?? '');
  group.members.delete(person?.name ?? '');
  for (const own of [person?.pins, person?.colors, person?.notifications, person?.read]) own?.delete(group.id);
};

/** The owner removes anyone else, an admin removes plain members. */
const removeMember: GroupRule = ({ state, group, person, role }, { params }) => {
  const target = ref(params?.userId);
  const targetRole = group.members.get(target)?.role;
  if (!leads(role)) return 403;
  if (targetRole === undefined) return 404;
  if (targetRole === 'owner' || target === person.name || (role === 'admin' && targetRole === 'admin')) return 403;
  leave(state, group, state.people.get(target));
  return done(() => group.removed.add(target));
};

const changeRole: GroupRule = ({ group, role }, { params, body }) => {
  const target = group.members.get(ref(params?.userId));
  if (role !== 'owner') return 403;
  if (target === undefined) return 404;
  return target.role === 'owner' ? 400 : done(() => Object.assign(target, { role: body?.role }));
};

const transfer: GroupRule = ({ group, person, role }, { body }) => {
  const target = group.members.get(ref(body?.userId));
  if (role !== 'owner') return 403;
  if (target === undefined) return 404;
  Object.assign(group.members.get(person.name) ?? {}, { role: 'member' });
  return done(() => Object.assign(target, { role: 'owner' }));
};

/** Checks that precede all others. */
export const isSoundForGroup = ({ does, body = {} }: Command): boolean => {
  if (does === 'changeGroupDetails') return isDetails(body);
  if (does === 'changeRole') return body.role === 'admin' || body.role === 'member';
  if (does === 'chooseColor') return [0, 1, 2, 3, 4].includes(body.colorIndex as number);
  if (does === 'changeGroupPreferences') return [undefined, 0, 1, 2, 3, 4].includes(body.color as number | undefined);
  return !['changeGroupSettings', 'chooseNotifications'].includes(does) || Object.keys(body).length > 0;
};

const EDIT = 'allowMembersEditGroupDetails';

export const groupRules = {
  createGroup,
  uploadGroupImage: (state: State, { name }: Person, { n }: Command) => done(() => state.images.set(`i${n}`, name)),
  uploadImageOfGroup: byPath((at) => (may(at, EDIT) ? done(() => Object.assign(at.group, { image: true })) : 403)),
  removeImageOfGroup: byPath((at) => (may(at, EDIT) ? done(() => Object.assign(at.group, { image: false })) : 403)),
  changeGroupDetails: byPath((at, { body }) =>
    may(at, EDIT) ? done(() => Object.assign(at.group, detailsOf(body))) : 403,
  ),
  changeGroupSettings: byPath(({ group, role }, { body }) =>
    role === 'owner' ? done(() => Object.assign(group.settings, body)) : 403,
  ),
  deleteGroup: byPath(({ state, group, role }, { body }) => {
    if (role !== 'owner') return 403;
    return body?.confirmationName === group.name ? done(() => eraseGroup(state, group.id)) : 400;
  }),
  leaveGroup: byPath(({ state, group, person, role }) =>
    role === 'owner' ? 403 : done(() => leave(state, group, person)),
  ),
  removeMember: byPath(removeMember),
  letBackIn: byPath(({ group, role }, { params }) => {
    if (!leads(role)) return 403;
    return group.removed.delete(ref(params?.userId)) ? OK : 404;
  }),
  renewInvitation: byPath(({ group, role }) =>
    leads(role) ? done(() => Object.assign(group, { invitation: group.invitation + 1 })) : 403,
  ),
  changeRole: byPath(changeRole),
  transferOwnership: byPath(transfer),
  previewGroup: withInvitation('code', () => OK),
  joinByCode: withInvitation('code', join),
  joinByLink: withInvitation('inviteCode', join),
  changeGroupPreferences: byBody(({ group, person }, { body }) =>
    done(() => {
      if (body?.color !== undefined) person.colors.set(group.id, body.color as number);
      if (body?.pinned === true) person.pins.add(group.id);
      if (body?.pinned === false) person.pins.delete(group.id);
    }),
  ),
  chooseNotifications: byPath(({ group, person }, { body }) =>
    done(() => person.notifications.set(group.id, { ...person.notifications.get(group.id), ...body })),
  ),
  readActivity: (): number => OK,
  chooseColor: byBody(({ group, person }, { body }) =>
    done(() => person.colors.set(group.id, body?.colorIndex as number)),
  ),
  pinGroup: byBody(({ group, person }, { body }) =>
    done(() => (body?.isPinned === true ? person.pins.add(group.id) : person.pins.delete(group.id))),
  ),
};

/** For visitors, only the link. */
export const invitation = (state: State, { params }: Command): number =>
  String(params?.inviteCode).startsWith('$link:') && invitedTo(state, params?.inviteCode) !== undefined ? OK : 404;
