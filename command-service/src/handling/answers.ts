import type { UserView } from '@quorum/contracts/account/wire.ts';
import type { EventView } from '@quorum/contracts/entry/wire.ts';
import type { GroupView } from '@quorum/contracts/group/wire.ts';
import type { GroupPreview, InvitationView } from '@quorum/contracts/invite/wire.ts';
import { limits, MY_SCHEDULE } from '@quorum/contracts/kernel/limits.ts';
import { ROLES, rules } from '@quorum/contracts/kernel/permissions.ts';
import { type Refusal, refuse } from '@quorum/contracts/kernel/refusals.ts';
import type { MessageView } from '@quorum/contracts/message/wire.ts';
import type { ReportView } from '@quorum/contracts/report/wire.ts';
import type { Entry } from '@quorum/domain/entry/decider.ts';
import { groupDecider } from '@quorum/domain/group/decider.ts';
import { groupStream } from '@quorum/domain/group/events.ts';
import { type Group, standing } from '@quorum/domain/group/group.ts';
import type { Message } from '@quorum/domain/message/decider.ts';
import type { Report } from '@quorum/domain/report/decider.ts';
import type { User } from '@quorum/domain/user/user.ts';
import { userView } from '@quorum/service-kit/reads/account.ts';
import { entryDocument, presentEntries } from '@quorum/service-kit/reads/entry.ts';
import { groupDocument, groupView } from '@quorum/service-kit/reads/group.ts';
import { groupPreview } from '@quorum/service-kit/reads/invite.ts';
import { joinsFrom, type Source } from '@quorum/service-kit/reads/joins.ts';
import { messageDocument, messageJoins, presentMessages, reactionViews } from '@quorum/service-kit/reads/message.ts';
import { reportView } from '@quorum/service-kit/reads/report.ts';
import type { Accepted } from './aggregates.ts';
import type { DecideContext } from './context.ts';

/** A viewer without an account. */
const NOBODY = 'nobody';

/** Views for command responses, built from the aggregates so that they never wait for a projection. */

const fromAggregates =
  ({ aggregates }: DecideContext): Source =>
  async ({ fold, stream, document }, ids) => {
    const found = ids.map(async (id) => [id, document(await aggregates.load(fold, stream(id)))] as const);
    return new Map((await Promise.all(found)).flatMap(([id, one]) => (one === undefined ? [] : [[id, one] as const])));
  };

const joinsOf = (context: DecideContext) => joinsFrom(fromAggregates(context), messageJoins);

/**
 * Refuses a repeated command whose sender has left the group since, because the response would reveal the group's current state.
 */
const refuseRepeat = async (
  { aggregates }: DecideContext,
  { repeated }: Pick<Accepted<unknown>, 'repeated'>,
  groupId: string,
  actorId: string,
): Promise<Refusal | undefined> =>
  repeated ? rules.readGroup(standing(await aggregates.load(groupDecider, groupStream(groupId)), actorId)) : undefined;

/** The group view for the sender of a command. @param origin begins the invite link. */
export const answerGroup = async (
  context: DecideContext,
  accepted: Accepted<Group>,
  viewerId: string,
  origin: string,
): Promise<GroupView | Refusal> => {
  const { state: group } = accepted;
  const refusal = await refuseRepeat(context, accepted, group.id, viewerId);
  if (refusal !== undefined) return refusal;
  const members = firstMembers(group);
  const people = await joinsOf(context).people(members.map(({ userId }) => userId));
  const role = group.members.get(viewerId)?.role ?? 'member';
  return groupView(groupDocument(group), { userId: viewerId, role }, members, { people, origin });
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
  context: DecideContext,
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
  context: DecideContext,
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
  context: DecideContext,
  group: Group,
  viewerId: string,
  code: string,
): Promise<GroupPreview> => {
  const owner = (await joinsOf(context).people([group.ownerId])).get(group.ownerId);
  return groupPreview(groupDocument(group), owner, group.members.has(viewerId), code);
};

/** A group as anyone with its link sees it. */
export const answerInvitation = async (context: DecideContext, group: Group): Promise<InvitationView> => {
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
