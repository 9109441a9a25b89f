import { userStream } from '@quorum/contracts/events/user.ts';
import type { EventOf, StoredEvent } from '@quorum/contracts/ports/event-store.ts';
import { SmsFailedError } from '@quorum/contracts/ports/sms-sender.ts';
import { PRODUCT_NAME, SUPPORT_EMAIL } from '@quorum/contracts/wire/limits.ts';
import { userAggregate } from '../../domain/user/user.ts';
import { type Context, metadataOf } from '../context.ts';
import { causedBy, type EventPolicy } from './policy.ts';

const NAME = 'tell-former-number';
const MINUTE = 60_000;
/** So long a message that cannot be sent is tried again, in milliseconds: nothing else of the runner's is done with meanwhile. */
const TRIED_FOR = 10 * MINUTE;
/** After this it warns nobody of anything, in milliseconds: whoever reacts to all of history must not write to everybody in it. */
const OF_USE_FOR = 24 * 60 * MINUTE;

const TEXT = `The phone number of your ${PRODUCT_NAME} account was changed. Not you? Write to ${SUPPORT_EMAIL}.`;

/** The number that the person had before a change; `null` once their key is gone. */
const formerNumber = (history: readonly StoredEvent[], change: EventOf<'PhoneChanged'>): string | null => {
  const before = history.filter(({ revision }) => revision < change.revision);
  const last = before.findLast((event) => event.type === 'PhoneChanged' || event.type === 'UserRegistered');
  return last?.data.phone ?? null;
};

const tell = async (context: Context, change: EventOf<'PhoneChanged'>): Promise<void> => {
  const { aggregates, clock, events, sms, log } = context;
  const age = clock.now() - Date.parse(change.recordedAt);
  if (age > OF_USE_FOR) return;
  const cause = causedBy(NAME, change);
  const history = await events.read(change.stream);
  if (history.some(({ metadata }) => metadata.commandId === cause.commandId)) return;
  const number = formerNumber(history, change);
  if (number === null) return;
  try {
    await sms.send(number, TEXT);
  } catch (error) {
    if (!(error instanceof SmsFailedError) || age < TRIED_FOR) throw error;
    log.warn({ correlationId: cause.correlationId }, 'the former number could not be told of its change');
    return;
  }
  const { userId, previousPhoneKey: phoneKey } = change.data;
  await aggregates.handle(userAggregate, userStream(userId), metadataOf(cause), () => [
    { type: 'FormerNumberTold', data: { userId, phoneKey } },
  ]);
};

/** Who loses a number, or has it taken away, hears of it there. That it was told is recorded, so that it is told once. */
export const tellFormerNumber: EventPolicy = {
  name: NAME,
  types: new Set(['PhoneChanged']),
  react: async (context, event) => {
    if (event.type === 'PhoneChanged') await tell(context, event);
  },
};
