import { PRODUCT_NAME } from '@quorum/contracts/kernel/product.ts';
import { DAY_MS, MINUTE_MS } from '@quorum/contracts/time/instant.ts';
import type { EventOf, StoredEvent } from '@quorum/domain/stored-event.ts';
import { SmsFailedError } from '@quorum/service-kit/ports/sms-sender.ts';
import { changeUser } from '../account/change-user.ts';
import type { Context } from '../handling/context.ts';
import { causedBy, processManager } from '../process-managers/process-manager.ts';
import { countSms } from '../session/send-sms.ts';

const NAME = 'notify-previous-number';

/** Milliseconds for which sending a message is retried. */
const RETRY_WINDOW_MS = 10 * MINUTE_MS;

/**
 * Milliseconds after which the warning is pointless. A process manager that replays all history must not message everyone in it.
 */
const MAX_AGE_MS = DAY_MS;

const textFor = (supportEmail: string): string =>
  `The phone number of your ${PRODUCT_NAME} account was changed. Not you? Write to ${supportEmail}.`;

/** The person's number before a change; `null` once their key is destroyed. */
const previousNumber = (history: readonly StoredEvent[], change: EventOf<'PhoneChanged'>): string | null => {
  const before = history.filter(({ revision }) => revision < change.revision);
  const last = before.findLast((event) => event.type === 'PhoneChanged' || event.type === 'UserRegistered');
  return last?.data.phone ?? null;
};

const notify = async (context: Context, change: EventOf<'PhoneChanged'>): Promise<void> => {
  const { clock, events, sms, log } = context;
  const age = clock.now() - Date.parse(change.recordedAt);
  if (age > MAX_AGE_MS) return;
  const metadata = causedBy(NAME, change);
  const history = await events.read(change.stream);
  if (history.some((event) => event.metadata.commandId === metadata.commandId)) return;
  const number = previousNumber(history, change);
  if (number === null) return;
  // It counts against the budget but is sent even if the budget is spent: it protects someone, and the codes before it were
  // counted.
  await countSms(context, change.data.previousPhoneKey, metadata);
  try {
    await sms.send(number, textFor(context.supportEmail));
  } catch (error) {
    if (!(error instanceof SmsFailedError) || age < RETRY_WINDOW_MS) throw error;
    const { correlationId } = metadata;
    log.warn({ correlationId, reason: error.message }, 'the previous number could not be notified of its change');
    return;
  }
  const { userId, previousPhoneKey: phoneKey } = change.data;
  await changeUser(context, { type: 'RecordPreviousNumberNotified', phoneKey }, metadata, userId);
};

/** Notifies the previous number of a change. The notice is recorded, so that it is sent once. */
export const notifyPreviousNumber = processManager(NAME, { PhoneChanged: notify });
