import type { DomainEvent } from '@quorum/domain/event-catalogue.ts';
import type { EventMetadata, StoredEvent } from '@quorum/domain/stored-event.ts';
import { userStream } from '@quorum/domain/user/events.ts';
import { SmsFailedError } from '@quorum/service-kit/ports/sms-sender.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { Aggregates } from '../handling/aggregates.ts';
import type { Context } from '../handling/context.ts';
import { notifyPreviousNumber } from './notify-previous-number.ts';

const ada = '11111111-1111-4111-8111-111111111111';

const MINUTE = 60_000;

const START = Date.parse('2026-05-14T10:00:00.000Z');

describe('the notice to the previous number of an account', () => {
  let stored: StoredEvent[];
  let sent: string[];
  let warnings: number;
  let now: number;
  let sends: boolean;
  let context: Context;

  const append = (event: DomainEvent, metadata: Partial<EventMetadata> = {}): StoredEvent => {
    const revision = stored.length;
    const place = { id: `e${revision}`, stream: userStream(ada), revision, position: String(revision) };
    const recorded = {
      ...event,
      ...place,
      recordedAt: new Date(now).toISOString(),
      metadata: { actor: ada, commandId: `c${revision}`, correlationId: 'c', causationId: 'c', ...metadata },
    } as StoredEvent;
    stored.push(recorded);
    return recorded;
  };
  const registered = (phone: string | null) =>
    append({ type: 'UserRegistered', data: { userId: ada, phone, phoneKey: 'a' } });
  const changedTo = (phone: string, previousPhoneKey = 'a') =>
    append({ type: 'PhoneChanged', data: { userId: ada, phone, phoneKey: phone, previousPhoneKey } });

  beforeEach(() => {
    stored = [];
    sent = [];
    warnings = 0;
    now = START;
    sends = true;
    const events = {
      canRead: async () => true,
      read: async (_: string, from = 0) => stored.slice(from),
      known: () => undefined,
      current: () => undefined,
      append: async (_: string, added: readonly DomainEvent[], __: unknown, metadata: EventMetadata) => {
        const recorded = added.map((event) => append(event, metadata));
        return { ok: true, position: String(stored.length - 1), events: recorded };
      },
    } as unknown as Context['events'];
    context = {
      events,
      aggregates: new Aggregates(events),
      clock: { now: () => now },
      sms: {
        send: async (to: string, text: string) => {
          expect(text).toContain('Write to help@groups.example.');
          if (!sends) throw new SmsFailedError();
          sent.push(to);
        },
      },
      supportEmail: 'help@groups.example',
      log: { warn: () => (warnings += 1) },
    } as unknown as Context;
  });

  const notices = () => stored.filter(({ type }) => type === 'PreviousNumberNotified').length;

  it('the notice to the previous number of an account goes once to the number before that change, no matter how often the event is delivered', async () => {
    registered('+1212555000');
    const first = changedTo('+1212555001');
    const second = changedTo('+1212555002', 'b');
    for (const event of [second, first, second, first]) await notifyPreviousNumber.react(context, event);
    expect(sent).toEqual(['+1212555001', '+1212555000']);
    expect(notices()).toBe(2);
  });

  it('the notice to the previous number of an account is still sent an hour later, as after a crash', async () => {
    registered('+1212555000');
    const change = changedTo('+1212555001');
    now += 60 * MINUTE;
    await notifyPreviousNumber.react(context, change);
    expect(sent).toEqual(['+1212555000']);
  });

  it('the notice to the previous number of an account is retried while it cannot be sent, and eventually abandoned', async () => {
    registered('+1212555000');
    const change = changedTo('+1212555001');
    sends = false;
    await expect(notifyPreviousNumber.react(context, change)).rejects.toThrow(SmsFailedError);
    now += 11 * MINUTE;
    await notifyPreviousNumber.react(context, change);
    expect([notices(), warnings]).toEqual([0, 1]);
  });

  it('the notice to the previous number of an account is not sent when the whole history is replayed', async () => {
    registered('+1212555000');
    const change = changedTo('+1212555001');
    now += 25 * 60 * MINUTE;
    await notifyPreviousNumber.react(context, change);
    expect(sent).toEqual([]);
  });

  it('the notice to the previous number of an account is not sent for a deleted person', async () => {
    registered(null);
    await notifyPreviousNumber.react(context, changedTo('+1212555001'));
    expect([sent, notices()]).toEqual([[], 0]);
  });
});
