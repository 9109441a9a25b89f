import { isRefusal } from '@quorum/contracts/kernel/refusals.ts';
import { groupDecider } from '@quorum/domain/group/decider.ts';
import { groupStream } from '@quorum/domain/group/events.ts';
import type { Handlers } from '@quorum/service-kit/http/call.ts';
import { onMember } from '../group/commands.ts';
import { respondWithCodes } from '../group/create-group.ts';
import { metadataOf } from '../handling/command-metadata.ts';
import type { DecideContext } from '../handling/context.ts';
import { idInPath } from '../handling/row.ts';
import { causedBy, processManager } from '../process-managers/process-manager.ts';
import { claimCodes, releaseCodes } from './join-codes.ts';

/** Gives a group a new code and link. The old ones stop working. */
export const renewInvitation =
  (context: DecideContext): Handlers<'command'>['renewInvitation'] =>
  async (call, permission) => {
    const groupId = idInPath(call.params.id, 'group/not-a-member');
    if (isRefusal(groupId)) return groupId;
    const metadata = metadataOf(call);
    const { aggregates } = context;
    const stream = groupStream(groupId);
    const earlier = await aggregates.repeated(groupDecider, stream, metadata);
    if (earlier !== undefined) return respondWithCodes(context, call, earlier);
    // Check before reserving codes too, so that a refused renewal leaves no trace.
    const asking = onMember(await aggregates.load(groupDecider, stream), metadata.actorId);
    const refusal = isRefusal(asking) ? asking : permission(asking);
    if (refusal !== undefined) return refusal;
    const codes = await claimCodes(context, groupId, metadata);
    if (isRefusal(codes)) return codes;
    const renewed = await aggregates.handle({
      decider: groupDecider,
      stream,
      command: { type: 'RenewInvitation', codes },
      metadata,
      permission,
      facts: (group) => onMember(group, metadata.actorId),
    });
    return respondWithCodes(context, call, renewed);
  };

const NAME = 'release-codes';

/** Releases renewed codes, so that other groups may draw them. They are refused from the renewal on, however late this runs. */
export const releaseRenewedCodes = processManager(NAME, {
  InvitationRenewed: async (context, event) => {
    const { groupId, previousInviteCode, previousSixDigitCode } = event.data;
    const previous = [previousInviteCode, previousSixDigitCode];
    await releaseCodes(context, groupId, previous, (code) => causedBy(NAME, event, code));
  },
});
