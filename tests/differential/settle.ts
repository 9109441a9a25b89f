import { until } from '@quorum/service-kit/testing/until.ts';
import type { Actor } from './actor.ts';
import { type Command, PLANNED, ref } from './command.ts';
import { attendanceOf } from './model/attendance.ts';
import { isHere } from './model/model.ts';
import type { Group, Message, State } from './model/state.ts';

type Members = { readonly members?: readonly { readonly userId: { readonly _id: string } }[] };
type Messages = { readonly messages?: readonly { readonly _id: string; readonly isDeleted: boolean }[] };

/** A person whose browser can read the group. */
const witness = (state: State, { members }: Group): string | undefined =>
  [...members.keys()].find((name) => isHere(state, name));

const showsMembers = async (actor: Actor, state: State, group: Group): Promise<boolean> => {
  const who = witness(state, group);
  if (who === undefined) return true;
  const id = actor.names.get(group.id) ?? '';
  const { body } = await actor.call(who, 'groupMembers', { params: { id }, query: { limit: '200' } });
  const shown = ((body as Members).members ?? []).map(({ userId }) => userId._id).sort();
  const expected = [...group.members.keys()].map((name) => actor.names.get(name)).sort();
  return JSON.stringify(shown) === JSON.stringify(expected);
};

const isGone = async (actor: Actor, { id, invitation }: Group): Promise<boolean> => {
  const inviteCode = actor.names.get(`link:${id}:${invitation}`) ?? '';
  return (await actor.call('visitor', 'invitation', { params: { inviteCode } })).status === 404;
};

/** Deleted and banned people have left every group. */
const groupsSettled = (actor: Actor, state: State): Promise<void> =>
  until(async () => {
    for (const group of state.groups.values()) {
      if (actor.gone.has(group.id)) continue;
      if (!(await (group.alive ? showsMembers(actor, state, group) : isGone(actor, group)))) return false;
      if (!group.alive) actor.gone.add(group.id);
    }
    return true;
  });

type Place = { readonly who: string; readonly group: string; readonly newest: number };

/** Looked for among the newest messages of its group. */
const message = async (actor: Actor, id: string, { who, group, newest }: Place) => {
  const params = { groupId: actor.names.get(group) ?? '' };
  const { body } = await actor.call(who, 'messages', { params, query: { limit: String(newest) } });
  return (body as Messages).messages?.find(({ _id }) => _id === actor.names.get(id));
};

const messageRemoved = async (actor: Actor, state: State, id: string): Promise<void> => {
  const group = state.groups.get(state.messages.get(id)?.group ?? '');
  const who = group && witness(state, group);
  if (group === undefined || who === undefined) return;
  await until(async () => (await message(actor, id, { who, group: group.id, newest: 200 }))?.isDeleted !== false);
};

/** Commands after which people leave events, or get seats, a moment later. */
const SEATS_OPEN: ReadonlySet<string> = new Set([
  'setSeats',
  'changeEvent',
  'revertEvent',
  'takeRsvpBack',
  'decidePoll',
  'leaveGroup',
  'removeMember',
  'deleteAccount',
  'reviewReport',
]);

type Planned = { readonly _id: string; readonly attendance?: unknown };
type Events = { readonly events?: readonly Planned[]; readonly next?: string };

const countsOf = (attendance: unknown): string => {
  const { going, waiting, maybe, cant } = attendance as Readonly<Record<string, number>>;
  return JSON.stringify({ going, waiting, maybe, cant });
};

/** Counts by event, and a member who sees them. */
type Counted = { readonly group: string; readonly who: string; readonly counts: ReadonlyMap<string, string> };

/** In the groups that a command concerns. Everybody sees the same, so one person of each group looks. */
const countsAfter = (state: State, { does, keys }: Command): readonly Counted[] => {
  if (!SEATS_OPEN.has(does)) return [];
  const groups = [...state.groups.values()].filter(({ id }) => keys.length === 0 || keys.includes(id));
  return groups.flatMap((group) => {
    const who = group.alive ? witness(state, group) : undefined;
    if (who === undefined) return [];
    const events = [...state.events.values()].filter((event) => event.group === group.id);
    return [{ group: group.id, who, counts: new Map(events.map((one) => [one.id, countsOf(attendanceOf(one, who))])) }];
  });
};

/** All pages of a group's events, or nothing if the witness has signed out since. */
const plannedIn = async (actor: Actor, who: string, group: string): Promise<readonly Planned[] | undefined> => {
  const planned: Planned[] = [];
  for (let after: string | undefined; ; ) {
    const query = { groupId: actor.names.get(group) ?? '', ...PLANNED, ...(after && { after }) };
    const { status, body } = await actor.call(who, 'events', { query });
    if (status !== 200) return undefined;
    const { events = [], next } = body as Events;
    planned.push(...events);
    if (next === undefined) return planned;
    after = next;
  }
};

const attendancesSettled = async (actor: Actor, counted: readonly Counted[]): Promise<void> => {
  for (const { group, who, counts } of counted)
    await until(async () => {
      const planned = await plannedIn(actor, who, group);
      const shown = new Map(planned?.map(({ _id, attendance }) => [_id, countsOf(attendance)]));
      return planned === undefined || [...counts].every(([id, count]) => shown.get(actor.idOf(id) ?? '') === count);
    });
};

/** What a command leaves behind a moment later: counts, and the message that announces an event or a poll. */
type Aftermath = { readonly counted: readonly Counted[]; readonly announced: Message | undefined };

/** To be asked for with the command: the model runs ahead of the products, and other commands on these groups wait for this one. */
export const aftermathOf = (state: State, command: Command): Aftermath => ({
  counted: countsAfter(state, command),
  announced: state.messages.get(`e${command.n}`) ?? state.messages.get(`q${command.n}`),
});

type Settling = Aftermath & { readonly state: State };

/** Waits for the reactions to a command, so that the next one finds the same state everywhere. */
export const settled = async (
  actors: readonly Actor[],
  command: Command,
  { state, counted, announced }: Settling,
): Promise<void> => {
  const { does, who, body } = command;
  const report = state.reports.get(ref(body?.reportId));
  await Promise.all(
    actors.map(async (actor) => {
      if (announced !== undefined)
        await until(async () => Boolean(await message(actor, announced.id, { ...announced, who, newest: 10 })));
      if (does === 'deleteAccount' || (does === 'reviewReport' && body?.action === 'ban_user'))
        await groupsSettled(actor, state);
      await attendancesSettled(actor, counted);
      if (does === 'reviewReport' && body?.action === 'remove_message' && report !== undefined)
        await messageRemoved(actor, state, report.message);
    }),
  );
};
