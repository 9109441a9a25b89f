import { type Command, ref } from '../command.ts';
import { eraseGroup } from './people.ts';
import {
  type Group,
  isText,
  nextPlace,
  OK,
  type Person,
  type Role,
  type Settings,
  type State,
  type Status,
  text,
} from './state.ts';

const DAY = 24 * 3_600_000;

const leads = (role: Role | undefined): boolean => role === 'owner' || role === 'admin';

type InGroup = { readonly state: State; readonly group: Group; readonly person: Person; readonly role: Role };
type GroupRule = (at: InGroup, command: Command) => Status;

/** Finds the group and the person's role in it first: 404 for no group, 403 for no member. */
export const inGroup =
  (groupOf: (command: Command) => unknown, rule: GroupRule) =>
  (state: State, person: Person, command: Command): Status => {
    const group = state.groups.get(ref(groupOf(command)));
    if (group?.alive !== true) return 404;
    const role = group.members.get(person.name)?.role;
    return role === undefined ? 403 : rule({ state, group, person, role }, command);
  };

const byPath = (rule: GroupRule) => inGroup(({ params }) => params?.id, rule);

const may = ({ group, role }: InGroup, setting: keyof Settings): boolean => leads(role) || group.settings[setting];

export const mayCreateEvents = (at: InGroup): boolean => may(at, 'allowMembersCreateEvents');

const isDetails = (body: Command['body']): boolean => isText(body?.name, 50) && isText(body?.description, 200);

const createGroup = (state: State, person: Person, { n, body }: Command): Status => {
  if (!isDetails(body)) return 400;
  const image = body?.imageUrl;
  if (image !== undefined && state.images.get(ref(image)) !== person.name) return 400;
  if (person.groupsCreated.filter((at) => at > state.now - DAY).length >= 20) return 429;
  person.groupsCreated.push(state.now);
  state.groups.set(`g${n}`, {
    id: `g${n}`,
    name: text(body?.name),
    description: text(body?.description),
    image: image !== undefined,
    settings: {
      allowMembersCreateEvents: true,
      allowMembersInvite: false,
      allowMembersEditGroupDetails: false,
      ...(body?.settings as Partial<Settings> | undefined),
    },
    alive: true,
    members: new Map([[person.name, { role: 'owner', place: nextPlace(state) }]]),
    removed: new Set(),
    invitation: 0,
  });
  return OK;
};

/** The group that a code or link leads to now, as `$link:g5:0`: the number counts the renewals. */
const invitedTo = (state: State, given: unknown): Group | undefined => {
  const [, id = '', renewal] = /^\$(?:link|code6):(g\d+):(\d+)$/.exec(String(given)) ?? [];
  const group = state.groups.get(id);
  return group?.alive === true && group.invitation === Number(renewal) ? group : undefined;
};

const found = (state: State, person: Person, given: unknown): Group | Status => {
  if (person.misses >= 10) return 429;
  const group = invitedTo(state, given);
  if (group === undefined) {
    person.misses += 1;
    return 404;
  }
  return group.removed.has(person.name) ? 403 : group;
};

const join = (state: State, person: Person, given: unknown): Status => {
  if (text(given) === '') return 400;
  const group = found(state, person, given);
  if (typeof group === 'number') return group;
  if (group.members.has(person.name)) return 409;
  group.members.set(person.name, { role: 'member', place: nextPlace(state) });
  return OK;
};

const forget = (person: Person | undefined, group: string): void => {
  person?.pins.delete(group);
  person?.colors.delete(group);
  person?.read.delete(group);
};

const removeMember: GroupRule = ({ state, group, person, role }, { params }) => {
  const target = ref(params?.userId);
  const targetRole = group.members.get(target)?.role;
  if (!leads(role)) return 403;
  if (targetRole === undefined) return 404;
  if (targetRole === 'owner' || target === person.name) return 403;
  if (role === 'admin' && targetRole !== 'member') return 403;
  group.members.delete(target);
  group.removed.add(target);
  forget(state.people.get(target), group.id);
  return OK;
};

const changeRole: GroupRule = ({ group, role }, { params, body }) => {
  const target = group.members.get(ref(params?.userId));
  if (role !== 'owner') return 403;
  if (target === undefined) return 404;
  if (target.role === 'owner') return 400;
  target.role = body?.role as Role;
  return OK;
};

const transfer: GroupRule = ({ group, person, role }, { body }) => {
  const target = group.members.get(ref(body?.userId));
  if (role !== 'owner') return 403;
  if (target === undefined) return 404;
  for (const member of [group.members.get(person.name)]) if (member !== undefined) member.role = 'member';
  target.role = 'owner';
  return OK;
};

/** What has to be sound before anything else is looked at. */
export const isSoundGroupCommand = ({ does, body }: Command): boolean => {
  if (does === 'changeGroupDetails') return isDetails(body);
  if (does === 'changeRole') return body?.role === 'admin' || body?.role === 'member';
  if (does === 'chooseColor')
    return Number.isInteger(body?.colorIndex) && [0, 1, 2, 3, 4].includes(body?.colorIndex as number);
  if (does === 'changeGroupSettings') return Object.keys(body ?? {}).length > 0;
  return true;
};

const done = (act: () => unknown): Status => {
  act();
  return OK;
};

export const groupRules = {
  createGroup,
  uploadGroupImage: (state: State, person: Person, { n, file }: Command): Status =>
    file === 'picture' ? done(() => state.images.set(`i${n}`, person.name)) : 400,
  uploadImageOfGroup: byPath((at, { file }) => {
    if (!may(at, 'allowMembersEditGroupDetails')) return 403;
    return file === 'picture' ? done(() => (at.group.image = true)) : 400;
  }),
  removeImageOfGroup: byPath((at) =>
    may(at, 'allowMembersEditGroupDetails') ? done(() => (at.group.image = false)) : 403,
  ),
  changeGroupDetails: byPath((at, { body }) =>
    may(at, 'allowMembersEditGroupDetails')
      ? done(() => Object.assign(at.group, { name: text(body?.name), description: text(body?.description) }))
      : 403,
  ),
  changeGroupSettings: byPath(({ group, role }, { body }) =>
    role === 'owner' ? done(() => Object.assign(group.settings, body)) : 403,
  ),
  deleteGroup: byPath(({ state, group, role }, { body }) => {
    if (role !== 'owner') return 403;
    return body?.confirmationName === group.name ? done(() => eraseGroup(state, group.id)) : 400;
  }),
  leaveGroup: byPath(({ group, person, role }) => {
    if (role === 'owner') return 403;
    group.members.delete(person.name);
    forget(person, group.id);
    return OK;
  }),
  removeMember: byPath(removeMember),
  letBackIn: byPath(({ group, role }, { params }) => {
    if (!leads(role)) return 403;
    return group.removed.delete(ref(params?.userId)) ? OK : 404;
  }),
  renewInvitation: byPath(({ group, role }) => (leads(role) ? done(() => (group.invitation += 1)) : 403)),
  changeRole: byPath(changeRole),
  transferOwnership: byPath(transfer),
  previewGroup: (state: State, person: Person, { params }: Command): Status => {
    const group = found(state, person, params?.code);
    return typeof group === 'number' ? group : OK;
  },
  joinByCode: (state: State, person: Person, { body }: Command): Status => join(state, person, body?.code),
  joinByLink: (state: State, person: Person, { body }: Command): Status => join(state, person, body?.inviteCode),
  chooseColor: inGroup(
    ({ body }) => body?.groupId,
    ({ group, person }, { body }) => done(() => person.colors.set(group.id, body?.colorIndex as number)),
  ),
  pinGroup: inGroup(
    ({ body }) => body?.groupId,
    ({ group, person }, { body }) =>
      done(() => (body?.isPinned === true ? person.pins.add(group.id) : person.pins.delete(group.id))),
  ),
};

/** For visitors: the link alone. */
export const invitation = (state: State, { params }: Command): Status =>
  String(params?.inviteCode).startsWith('$link:') && invitedTo(state, params?.inviteCode) !== undefined ? OK : 404;
