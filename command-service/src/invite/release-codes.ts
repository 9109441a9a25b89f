import { causedBy, type ProcessManager } from '../process-managers/process-manager.ts';
import { releaseCodes } from './join-codes.ts';

const NAME = 'release-codes';

/** Releases renewed codes, so that other groups may draw them. They are refused from the renewal on, however late this runs. */
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
