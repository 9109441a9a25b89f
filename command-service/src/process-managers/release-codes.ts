import { releaseCodes } from '../application/join-codes.ts';
import { causedBy, type ProcessManager } from './process-manager.ts';

const NAME = 'release-codes';

/** Codes that were renewed may be drawn again by other groups. They are refused from the renewal on, whenever this runs. */
export const releaseRenewedCodes: ProcessManager = {
  name: NAME,
  types: new Set(['InvitationRenewed']),
  react: async (context, event) => {
    if (event.type !== 'InvitationRenewed') return;
    const { groupId, previousInviteCode, previousSixDigitCode } = event.data;
    const previous = [previousInviteCode, previousSixDigitCode];
    await releaseCodes(context, groupId, previous, (code) => causedBy(NAME, event, code));
  },
};
