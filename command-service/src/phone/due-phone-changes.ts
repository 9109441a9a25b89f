import { isRefusal } from '@quorum/contracts/kernel/refusals.ts';
import { userDecider } from '@quorum/domain/user/decider.ts';
import { userStream } from '@quorum/domain/user/events.ts';
import { LeasedWork, pauseUnlessAborted } from '@quorum/service-kit/leases/leased-work.ts';
import { changeUser } from '../account/change-user.ts';
import type { Context } from '../handling/context.ts';
import { unlessUnreadable } from '../handling/unless-unreadable.ts';
import { moveToPhone, stopPhoneChange } from './change-phone.ts';

const NAME = 'phone-changes';

/** Milliseconds. */
const CHECK_EVERY = 2000;

/** Changes carried out per run. */
const PAGE = 100;

/** Carries out a due change, unless it was stopped or the number now belongs to someone else. */
const apply = async (context: Context, userId: string): Promise<void> => {
  const { aggregates, clock } = context;
  const { waitingPhone } = await aggregates.load(userDecider, userStream(userId));
  if (waitingPhone === null || Date.parse(waitingPhone.effectiveAt) > clock.now()) return;
  const { changeId, phone } = waitingPhone;
  if (phone === null) return;
  const commandId = `${NAME}:${changeId}`;
  const cause = { actorId: `system:${NAME}`, commandId, commandDigest: undefined, correlationId: commandId };
  const run = (phoneKey: string) =>
    changeUser(context, { type: 'ApplyPhoneChange', changeId, phoneKey }, cause, userId);
  const moved = await moveToPhone(context, { phone, userId }, cause, run);
  // Another process just released the name of the number. The retry finds the new name.
  if (isRefusal(moved) && moved.refused !== 'service/unavailable')
    await stopPhoneChange(context, { userId, reason: 'number-taken', changeId }, cause);
};

const applyDue = async (context: Context): Promise<void> => {
  const due = await context.reads.active.query('phoneChanges', {
    where: { status: 'waiting' },
    range: { field: 'effectiveAt', to: new Date(context.clock.now()).toISOString() },
    order: { field: 'effectiveAt', direction: 'asc' },
    limit: PAGE,
  });
  if (due.length > 0) await context.events.current();
  for (const { id } of due) await unlessUnreadable(apply(context, id), undefined);
};

/** Carries out changes of number that are due. Only one process does it at a time. */
export const startPhoneChanges = (context: Context, holder: string) => {
  const { events, log, reads, waitForReads } = context;
  const lead = async (signal: AbortSignal): Promise<void> => {
    // At the very first start there are no read models yet.
    while (!signal.aborted && !(await waitForReads(await events.head()))) await pauseUnlessAborted(CHECK_EVERY, signal);
    while (!signal.aborted) {
      await applyDue(context);
      await pauseUnlessAborted(CHECK_EVERY, signal);
    }
  };
  return new LeasedWork({ leases: reads, name: NAME, holder, log, lead });
};
