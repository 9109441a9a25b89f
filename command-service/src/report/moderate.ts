import { isRefusal } from '@quorum/contracts/kernel/refusals.ts';
import { messageDecider } from '@quorum/domain/message/decider.ts';
import { messageStream } from '@quorum/domain/message/events.ts';
import { phoneReservationDecider } from '@quorum/domain/phone/decider.ts';
import { phoneStream } from '@quorum/domain/phone/events.ts';
import { type Closing, reportDecider } from '@quorum/domain/report/decider.ts';
import { reportStream } from '@quorum/domain/report/events.ts';
import type { EventOf } from '@quorum/domain/stored-event.ts';
import { userDecider } from '@quorum/domain/user/decider.ts';
import { userStream } from '@quorum/domain/user/events.ts';
import { pagesOf } from '@quorum/service-kit/reads/pages.ts';
import { changeUser } from '../account/change-user.ts';
import { cancelEntry, removePoll } from '../erasure/remove-content.ts';
import type { Context } from '../handling/context.ts';
import { causedBy, processManager, unlessBusy, waitUntilRead } from '../process-managers/process-manager.ts';

const NAME = 'moderate';

const PAGE_SIZE = 200;

type Reviewed = EventOf<'ReportReviewed'>;

/** Removes the message and the event or poll that it announced. */
const removeMessage = async (context: Context, event: Reviewed): Promise<void> => {
  const { messageId, reportId } = event.data;
  const removed = await context.aggregates.handle({
    decider: messageDecider,
    stream: messageStream(messageId),
    command: { type: 'RemoveMessage', reportId },
    metadata: causedBy(NAME, event, 'message'),
    facts: () => ({ actorId: event.data.by }),
  });
  unlessBusy(removed);
  await cancelEntry(context, messageId, causedBy(NAME, event, 'entry'));
  await removePoll(context, messageId, causedBy(NAME, event, 'poll'));
};

const banPhone = async ({ aggregates }: Context, phoneKey: string, event: Reviewed): Promise<void> => {
  const banned = await aggregates.handle({
    decider: phoneReservationDecider,
    stream: phoneStream(phoneKey),
    command: { type: 'BanPhone', phoneKey },
    metadata: causedBy(NAME, event, 'phone'),
    facts: () => ({ now: 0, holder: undefined }),
  });
  unlessBusy(banned);
};

/** The number first, so that nobody can return with it while the account is being deleted. */
const banUser = async (context: Context, event: Reviewed): Promise<void> => {
  const { reportedUserId, by } = event.data;
  const { status, phoneKey } = await context.aggregates.load(userDecider, userStream(reportedUserId));
  if (status === 'none') return;
  await banPhone(context, phoneKey, event);
  const metadata = causedBy(NAME, event, 'account');
  const deleted = unlessBusy(
    await changeUser(context, { type: 'DeleteAccount', reason: 'banned', by }, metadata, reportedUserId),
  );
  // The person may have changed to another number in between.
  if (!isRefusal(deleted) && deleted.state.phoneKey !== phoneKey)
    await banPhone(context, deleted.state.phoneKey, event);
};

/** Closes the other open reports that the decision settles. */
const closeOthers = async (
  { aggregates, reads }: Context,
  event: Reviewed,
  where: { readonly messageId: string } | { readonly reportedUserId: string },
  reason: Closing['reason'],
): Promise<void> => {
  const closing = { reason, decidedWith: event.data.reportId, by: event.data.by };
  for await (const page of pagesOf(reads.active, 'reports', { where }, PAGE_SIZE)) {
    for (const { id, status } of page) {
      if (status !== 'pending' || id === event.data.reportId) continue;
      const closed = await aggregates.handle({
        decider: reportDecider,
        stream: reportStream(id),
        command: { type: 'CloseReport', closing },
        metadata: causedBy(NAME, event, id),
        facts: () => ({ actorId: event.data.by }),
      });
      // A report that does not exist needs no closing.
      if (isRefusal(closed) && closed.refused !== 'report/not-found')
        throw new Error(`A report could not be closed: ${closed.refused}`);
    }
  }
};

/** Carries out the decisions of administrators. */
export const moderate = processManager(NAME, {
  ReportReviewed: async (context, event) => {
    const { action, messageId, reportedUserId } = event.data;
    if (action === 'ban_user') await banUser(context, event);
    if (action === 'remove_message') await removeMessage(context, event);
    await waitUntilRead(context, event.position);
    if (action === 'ban_user') await closeOthers(context, event, { reportedUserId }, 'user-banned');
    if (action === 'remove_message') await closeOthers(context, event, { messageId }, 'message-removed');
  },
});
