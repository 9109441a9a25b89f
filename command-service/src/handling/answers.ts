import type { UserView } from '@quorum/contracts/account/wire.ts';
import type { EventView } from '@quorum/contracts/entry/wire.ts';
import type { GroupView } from '@quorum/contracts/group/wire.ts';
import type { GroupPreview, InvitationView } from '@quorum/contracts/invite/wire.ts';
import { limits, MY_SCHEDULE } from '@quorum/contracts/kernel/limits.ts';
import { ROLES, rules } from '@quorum/contracts/kernel/permissions.ts';
import { type Refusal, refuse } from '@quorum/contracts/kernel/refusals.ts';
import type { MessageView } from '@quorum/contracts/message/wire.ts';
import type { ReportView } from '@quorum/contracts/report/wire.ts';
import type { Fold } from '@quorum/domain/decider.ts';
import { type Entry, entryDecider } from '@quorum/domain/entry/decider.ts';
import { entryStream } from '@quorum/domain/entry/events.ts';
import { groupDecider } from '@quorum/domain/group/decider.ts';
import { groupStream } from '@quorum/domain/group/events.ts';
import { type Group, standing } from '@quorum/domain/group/group.ts';
import { type Message, messageDecider } from '@quorum/domain/message/decider.ts';
import { messageStream } from '@quorum/domain/message/events.ts';
import type { Report } from '@quorum/domain/report/decider.ts';
import { userDecider } from '@quorum/domain/user/decider.ts';
import { userStream } from '@quorum/domain/user/events.ts';
import type { User } from '@quorum/domain/user/user.ts';
import { userView } from '@quorum/service-kit/reads/account.ts';
import { type EntryDocument, ownerKeyOf, presentEntries } from '@quorum/service-kit/reads/entry.ts';
import { type GroupDocument, groupView } from '@quorum/service-kit/reads/group.ts';
import { groupPreview } from '@quorum/service-kit/reads/invite.ts';
import {
  type MessageDocument,
  type MessageJoins,
  presentMessages,
  reactionViews,
} from '@quorum/service-kit/reads/message.ts';
import { reportView } from '@quorum/service-kit/reads/report.ts';
import type { Accepted } from './aggregates.ts';
import type { Context } from './context.ts';

/** A viewer without an account. */
const NOBODY = 'nobody';

/** Views for command responses, built from the aggregates so that they never wait for a projection. */

/** The aggregates of several ids, without those that never existed. */
const loadAll = async <S extends { readonly status: string }>(
  { aggregates }: Context,
  aggregate: Fold<S>,
  ids: readonly string[],
  streamOf: (id: string) => string,
): Promise<ReadonlyMap<string, S>> => {
  const loaded = await Promise.all(
    ids.map(async (id) => [id, await aggregates.load(aggregate, streamOf(id))] as const),
  );
  return new Map(loaded.filter(([, { status }]) => status !== 'none'));
};

/** What views join, loaded from the aggregates. */
const joinsOf = (context: Context) =>
  ({
    people: async (ids) => {
      const users = await loadAll(context, userDecider, ids, userStream);
      return new Map([...users].filter(([, { status }]) => status === 'active'));
    },
    groups: (ids) => loadAll(context, groupDecider, ids, groupStream),
    messages: async (ids) => mapped(await loadAll(context, messageDecider, ids, messageStream), messageDocument),
    entries: async (ids) => {
      const entries = await loadAll(context, entryDecider, ids, entryStream);
      return mapped(new Map([...entries].filter(([, { status }]) => status === 'scheduled')), entryDocument);
    },
  }) satisfies Omit<MessageJoins, 'reactions'>;

const mapped = <K, A, B>(map: ReadonlyMap<K, A>, change: (value: A) => B): Map<K, B> =>
  new Map([...map].map(([key, value]) => [key, change(value)]));

const entryDocument = (entry: Entry): EntryDocument => ({ ...entry, ownerKey: ownerKeyOf(entry) });

const messageDocument = (message: Message): MessageDocument => ({ ...message, deleted: message.status === 'deleted' });

/**
 * Refuses a repeated command whose sender has left the group since, because the response would reveal the group's current state.
 */
const refuseRepeat = async (
  { aggregates }: Context,
  { repeated }: Pick<Accepted<unknown>, 'repeated'>,
  groupId: string,
  actorId: string,
): Promise<Refusal | undefined> =>
  repeated ? rules.readGroup(standing(await aggregates.load(groupDecider, groupStream(groupId)), actorId)) : undefined;

/** The group view for the sender of a command. @param origin begins the invite link. */
export const answerGroup = async (
  context: Context,
  accepted: Accepted<Group>,
  viewerId: string,
  origin: string,
): Promise<GroupView | Refusal> => {
  const { state: group } = accepted;
  const refusal = await refuseRepeat(context, accepted, group.id, viewerId);
  if (refusal !== undefined) return refusal;
  const members = firstMembers(group);
  const people = await joinsOf(context).people(members.map(({ userId }) => userId));
  const document: GroupDocument = { ...group, memberCount: group.members.size };
  const role = group.members.get(viewerId)?.role ?? 'member';
  return groupView(document, { userId: viewerId, role }, members, { people, origin });
};

/** Owner and admins first, then by joining. */
const firstMembers = ({ members }: Group) =>
  ROLES.flatMap((role) => [...members].filter(([, member]) => member.role === role))
    .slice(0, limits.memberPage)
    .map(([userId, member]) => ({ userId, ...member }));

/** The view of the one document that was presented. */
const only = <V>([view]: readonly V[]): V => view as V;

/** The entry view for the sender of a command. */
export const answerEntry = async (
  context: Context,
  accepted: Accepted<Entry>,
  viewerId: string,
): Promise<{ readonly event: EventView } | Refusal> => {
  const { state: entry } = accepted;
  const refusal =
    entry.groupId === MY_SCHEDULE ? undefined : await refuseRepeat(context, accepted, entry.groupId, viewerId);
  if (refusal !== undefined) return refusal;
  const document = entryDocument(entry);
  return { event: only(await presentEntries(joinsOf(context), [document])) };
};

/** The message view for the sender of a command. */
export const answerMessage = async (
  context: Context,
  accepted: Accepted<Message>,
  viewerId: string,
): Promise<{ readonly message: MessageView } | Refusal> => {
  const { state: posted } = accepted;
  const refusal = await refuseRepeat(context, accepted, posted.groupId, viewerId);
  if (refusal !== undefined) return refusal;
  const reactions = new Map([[posted.id, reactionViews(posted.reactions.values(), viewerId)]]);
  const joins = { ...joinsOf(context), reactions: async () => reactions };
  const document = messageDocument(posted);
  return { message: only(await presentMessages(joins, [document])) };
};

/** A group as an invited person sees it. @param code the one they have. */
export const answerPreview = async (
  context: Context,
  group: Group,
  viewerId: string,
  code: string,
): Promise<GroupPreview> => {
  const owner = (await joinsOf(context).people([group.ownerId])).get(group.ownerId);
  const facts = { ...group, memberCount: group.members.size };
  return groupPreview(facts, owner, group.members.has(viewerId), code);
};

/** A group as anyone with its link sees it. */
export const answerInvitation = async (context: Context, group: Group): Promise<InvitationView> => {
  const { _id, name, imageUrl, memberCount, createdBy } = await answerPreview(context, group, NOBODY, group.inviteCode);
  return { _id, name, imageUrl, memberCount, createdBy };
};

/** The person's own account after a command. */
export const answerUser = ({ state }: Pick<Accepted<User>, 'state'>): UserView => userView(state);

/** A report as its reporter sees it. */
export const answerReport = ({
  state: { facts, createdAt },
}: Accepted<Report>): { readonly report: ReportView } | Refusal => {
  return facts === undefined ? refuse('message/not-found') : { report: reportView(facts, createdAt) };
};
