import { PRODUCT_NAME } from '@quorum/contracts/wire/limits.ts';
import type { EventOf, StoredEvent } from '@quorum/domain/stored-event.ts';
import { SmsFailedError } from '@quorum/service-kit/ports/sms-sender.ts';
import { changeUser } from '../application/account.ts';
import type { Context } from '../application/context.ts';
import { countSms } from '../application/count-sms.ts';
import { causedBy, type ProcessManager } from './process-manager.ts';

const NAME = 'notify-previous-number';
const MINUTE = 60_000;
/** So long a message that cannot be sent is tried again, in milliseconds: nothing else of the runner's is done with meanwhile. */
const TRIED_FOR = 10 * MINUTE;
/** After this it warns nobody of anything, in milliseconds: whoever reacts to all of history must not write to everybody in it. */
const OF_USE_FOR = 24 * 60 * MINUTE;

const textFor = (supportEmail: string): string =>
  `The phone number of your ${PRODUCT_NAME} account was changed. Not you? Write to ${supportEmail}.`;

/** The number that the person had before a change; `null` once their key is gone. */
const previousNumber = (history: readonly StoredEvent[], change: EventOf<'PhoneChanged'>): string | null => {
  const before = history.filter(({ revision }) => revision < change.revision);
  const last = before.findLast((event) => event.type === 'PhoneChanged' || event.type === 'UserRegistered');
  return last?.data.phone ?? null;
};

const tell = async (context: Context, change: EventOf<'PhoneChanged'>): Promise<void> => {
  const { clock, events, sms, log } = context;
  const age = clock.now() - Date.parse(change.recordedAt);
  if (age > OF_USE_FOR) return;
  const cause = causedBy(NAME, change);
  const history = await events.read(change.stream);
  if (history.some(({ metadata }) => metadata.commandId === cause.commandId)) return;
  const number = previousNumber(history, change);
  if (number === null) return;
  // It counts, but goes out all the same: it protects somebody, and the codes before it were counted.
  await countSms(context, change.data.previousPhoneKey, cause);
  try {
    await sms.send(number, textFor(context.supportEmail));
  } catch (error) {
    if (!(error instanceof SmsFailedError) || age < TRIED_FOR) throw error;
    log.warn({ correlationId: cause.correlationId }, 'the former number could not be told of its change');
    return;
  }
  const { userId, previousPhoneKey: phoneKey } = change.data;
  await changeUser(context, { type: 'RecordPreviousNumberNotified', phoneKey }, cause, userId);
};

/** Who loses a number, or has it taken away, hears of it there. That it was told is recorded, so that it is told once. */
export const notifyPreviousNumber: ProcessManager = {
  name: NAME,
  types: new Set(['PhoneChanged']),
  react: async (context, event) => {
    if (event.type === 'PhoneChanged') await tell(context, event);
  },
};
