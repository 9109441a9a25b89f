import { isRefusal, type RefusalCode } from '@quorum/contracts/kernel/refusals.ts';
import { userDecider } from '@quorum/domain/user/decider.ts';
import { userStream } from '@quorum/domain/user/events.ts';
import { changeUser } from '../account/change-user.ts';
import type { Context } from '../handling/context.ts';
import { unlessUnreadable } from '../handling/unless-unreadable.ts';
import { dueWork } from '../process-managers/due-work.ts';
import { moveToPhone, stopPhoneChange } from './change-phone.ts';

const NAME = 'phone-changes';

/** Changes carried out per run. */
const PAGE_SIZE = 100;

/** Why a change ends that is due. After other refusals it stays due: the retry may find another name of the number. */
const endings: { readonly [C in RefusalCode]?: 'number-taken' | 'number-banned' } = {
  'phone/taken': 'number-taken',
  'phone/banned': 'number-banned',
};

/** Carries out a due change, unless it was stopped or the number is not available. */
const apply = async (context: Context, userId: string): Promise<void> => {
  const { aggregates, clock } = context;
  const { waitingPhone } = await aggregates.load(userDecider, userStream(userId));
  if (waitingPhone === null || Date.parse(waitingPhone.effectiveAt) > clock.now()) return;
  const { changeId, phone } = waitingPhone;
  if (phone === null) return;
  const commandId = `${NAME}:${changeId}`;
  const metadata = { actorId: `system:${NAME}`, commandId, commandDigest: undefined, correlationId: commandId };
  const run = (phoneKey: string) =>
    changeUser(context, { type: 'ApplyPhoneChange', changeId, phoneKey }, metadata, userId);
  const moved = await moveToPhone(context, { phone, userId }, metadata, run);
  const reason = isRefusal(moved) ? endings[moved.refused] : undefined;
  if (reason !== undefined) await stopPhoneChange(context, { userId, reason, changeId }, metadata);
};

const applyDue = async (context: Context): Promise<void> => {
  const due = await context.reads.active.query('phoneChanges', {
    where: { status: 'waiting' },
    range: { field: 'effectiveAt', to: new Date(context.clock.now()).toISOString() },
    order: { field: 'effectiveAt', direction: 'asc' },
    limit: PAGE_SIZE,
  });
  if (due.length > 0) await context.events.current();
  for (const { id } of due) await unlessUnreadable(apply(context, id), undefined);
};

/** Carries out changes of number that are due. */
export const startPhoneChanges = dueWork(NAME, applyDue);
