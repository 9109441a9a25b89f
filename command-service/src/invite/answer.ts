import type { GroupPreview, InvitationView } from '@quorum/contracts/invite/wire.ts';
import type { Group } from '@quorum/domain/group/group.ts';
import { personJoin } from '@quorum/service-kit/reads/account.ts';
import { groupDocument } from '@quorum/service-kit/reads/group.ts';
import { groupPreview } from '@quorum/service-kit/reads/invite.ts';
import { fromAggregates } from '../handling/answer.ts';
import type { DecideContext } from '../handling/context.ts';

/** A viewer without an account. */
const NOBODY = 'nobody';

/** A group as an invited person sees it. @param code the one they have. */
export const answerPreview = async (
  context: DecideContext,
  group: Group,
  viewerId: string,
  code: string,
): Promise<GroupPreview> => {
  const owner = (await personJoin(fromAggregates(context), [group.ownerId])).get(group.ownerId);
  return groupPreview(groupDocument(group), owner, group.members.has(viewerId), code);
};

/** A group as anyone with its link sees it. */
export const answerInvitation = async (context: DecideContext, group: Group): Promise<InvitationView> => {
  const { _id, name, imageUrl, memberCount, createdBy } = await answerPreview(context, group, NOBODY, group.inviteCode);
  return { _id, name, imageUrl, memberCount, createdBy };
};
