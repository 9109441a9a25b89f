import type { InGroup } from '@quorum/contracts/kernel/permissions.ts';
import { isRefusal, type Refusal } from '@quorum/contracts/kernel/refusals.ts';
import { type GroupFacts, groupDecider } from '@quorum/domain/group/decider.ts';
import { groupStream } from '@quorum/domain/group/events.ts';
import type { Group } from '@quorum/domain/group/group.ts';
import type { Handlers } from '@quorum/service-kit/http/call.ts';
import { onMember } from '../group/commands.ts';
import { respondWithCodes } from '../group/create-group.ts';
import { causeOf } from '../handling/cause.ts';
import type { Context } from '../handling/context.ts';
import { idInPath } from '../handling/row.ts';
import { causedBy, processManager } from '../process-managers/process-manager.ts';
import { claimCodes, releaseCodes } from './join-codes.ts';

const command = { type: 'RenewInvitation' } as const;

/** Gives a group a new code and link. The old ones stop working. */
export const renewInvitation =
  (context: Context): Handlers<'command'>['renewInvitation'] =>
  async (call, permission) => {
    const groupId = idInPath(call.params.id, 'group/not-found');
    if (isRefusal(groupId)) return groupId;
    const cause = causeOf(call);
    let claimed: ReturnType<typeof claimCodes> | undefined;
    const facts = async (group: Group): Promise<(InGroup & GroupFacts) | Refusal> => {
      const asking = onMember(group, command, cause.actorId);
      if (isRefusal(asking)) return asking;
      // Check before reserving codes, so that a refused renewal leaves no trace.
      const refusal = permission(asking);
      if (refusal !== undefined) return refusal;
      // After a lost race, decide again with the codes already reserved.
      claimed ??= claimCodes(context, groupId, cause);
      const codes = await claimed;
      return isRefusal(codes) ? codes : { ...asking, codes };
    };
    const renewed = await context.aggregates.handle({
      decider: groupDecider,
      stream: groupStream(groupId),
      command,
      cause,
      permission,
      facts,
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
