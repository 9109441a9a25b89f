import { pollAlert } from '@quorum/contracts/notification/alert.ts';
import type { PollView } from '@quorum/contracts/poll/wire.ts';
import { selectListed } from '../group/use-group.ts';
import { selectUserId } from '../session/session-slice.ts';
import { type AlertHandlers, type AlertPage, MAX_AGE_MS } from './alert-page.ts';

const hasJustEnded = ({ state, closesAt, endedAt }: PollView, now: number): boolean => {
  // With a deadline, that was said then.
  const hasEnded = state === 'closed' || (state === 'expired' && closesAt === null);
  return hasEnded && !(now - Date.parse(endedAt ?? '') > MAX_AGE_MS);
};

/** The end of the voting on the user's own polls. */
export const pagePollAlerts = (page: AlertPage): AlertHandlers => ({
  pollUpdated: ({ poll }: { readonly poll: PollView }) => {
    const { _id, name, groupId, createdBy } = poll;
    const group = selectListed(page.state(), groupId);
    if (!hasJustEnded(poll, page.now()) || createdBy !== selectUserId(page.state()) || group === undefined) return;
    if (!page.heard(groupId).isMuted) void page.show(() => pollAlert({ _id, name, groupId }, group.name));
  },
});
