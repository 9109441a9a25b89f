import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { Repeats } from '@quorum/contracts/time/repeats.ts';
import { lastDateOf } from '@quorum/contracts/time/rule-dates.ts';
import { entryStream } from '@quorum/domain/entry/events.ts';
import { messageStream } from '@quorum/domain/message/events.ts';
import { SqliteEventLog } from '@quorum/infra/adapters/event-log/sqlite/sqlite-event-log.ts';
import { loadMasterKey } from '@quorum/infra/adapters/key-store/master-key.ts';
import { SqliteKeyStore } from '@quorum/infra/adapters/key-store/sqlite-key-store.ts';
import { systemIds } from '@quorum/infra/adapters/system-ids.ts';
import { CachingKeyStore } from '@quorum/service-kit/event-store/caching-key-store.ts';
import { EncryptingEventStore } from '@quorum/service-kit/event-store/encrypting-event-store.ts';
import { fileKeyOf } from '../../support/data-file.ts';

/** Author and group of written events. */
export type Place = { readonly userId: string; readonly groupId: string };
export type Span = { readonly from: number; readonly to: number };

export type Filler = {
  /** Chat of a group, oldest first. */
  messages(place: Place, count: number): Promise<void>;
  /** One-hour events, spread evenly over a range (milliseconds since 1970). */
  entries(place: Place, count: number, span: Span): Promise<void>;
  /** An hour on each date of a rule, every week by default, from a moment on (milliseconds since 1970). */
  series(place: Place, from: number, rule?: Repeats): Promise<void>;
  close(): Promise<void>;
};

const AT_ONCE = 1_000;
const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;
const sentence =
  'Lanterns, ladders and the long bench come with the second van, the rest waits until the rain is over. ';

/** Of a message. */
const nothing = { replyTo: null, file: null, fileName: null };

const inTurns = async (count: number, write: (number: number) => Promise<unknown>): Promise<void> => {
  for (let done = 0; done < count; done += AT_ONCE) {
    await Promise.all(Array.from({ length: Math.min(AT_ONCE, count - done) }, (_, index) => write(done + index)));
  }
};

/** Writes history directly into the log of a data folder, which no process may have open. */
export const openFiller = async (dataDir: string): Promise<Filler> => {
  const fileKey = fileKeyOf(dataDir);
  const log = await SqliteEventLog.open({ folder: join(dataDir, 'events'), fileKey });
  const { key: masterKey } = loadMasterKey({}, dataDir);
  const keys = new CachingKeyStore(await SqliteKeyStore.open({ folder: join(dataDir, 'keys'), masterKey, fileKey }));
  const store = new EncryptingEventStore({ log, keys, ids: systemIds });
  const metadata = (actor: string) => ({ actor, commandId: 'bench', correlationId: 'bench', causationId: 'bench' });

  const post = ({ userId, groupId }: Place, number: number) => {
    const messageId = randomUUID();
    const text = `Message ${number}: ${sentence.slice(0, 20 + ((number * 37) % 80)).repeat(1 + (number % 3))}`;
    const data = {
      messageId,
      groupId,
      senderId: userId,
      kind: 'text' as const,
      text,
      ...nothing,
    };
    return store.append(messageStream(messageId), [{ type: 'MessagePosted', data }], 'none', metadata(userId));
  };

  const planned = ({ userId, groupId }: Place, number: number, moment: number) => {
    const startsAt = new Date(Math.floor(moment / MINUTE_MS) * MINUTE_MS).toISOString();
    return {
      entryId: randomUUID(),
      groupId,
      creatorId: userId,
      name: `Rehearsal ${number}`,
      description: sentence,
      location: 'Harbour hall, 12 Quay Street',
      date: startsAt.slice(0, 10),
      time: startsAt.slice(11, 16),
      timeZone: 'UTC',
      duration: 60,
      startsAt,
      endsAt: new Date(Date.parse(startsAt) + HOUR_MS).toISOString(),
    };
  };

  /** Announced in the chat at once, or the product would do so while it is measured, below all messages. */
  const schedule = async (place: Place, number: number, moment: number) => {
    const data = planned(place, number, moment);
    const { entryId: messageId, groupId, creatorId: senderId } = data;
    const message = { messageId, groupId, senderId, kind: 'entry' as const, text: '', ...nothing };
    await store.append(entryStream(messageId), [{ type: 'EntryScheduled', data }], 'none', metadata(senderId));
    await store.append(
      messageStream(messageId),
      [{ type: 'MessagePosted', data: message }],
      'none',
      metadata(senderId),
    );
  };

  const repeat = (place: Place, moment: number, rule: Repeats) => {
    const data = planned(place, 0, moment);
    const lastDate = lastDateOf({ rule, date: data.date });
    const lastEndsAt = lastDate && new Date(Date.parse(lastDate) + 3 * 24 * HOUR_MS).toISOString();
    const part = { ...data, from: data.date, rule, lastDate, lastEndsAt };
    const events = [{ type: 'EntryScheduled', data } as const, { type: 'SeriesSet', data: part } as const];
    return store.append(entryStream(data.entryId), events, 'none', metadata(place.userId));
  };

  return {
    messages: (place, count) => inTurns(count, (number) => post(place, number)),
    entries: (place, count, { from, to }) =>
      inTurns(count, (number) => schedule(place, number, from + ((to - from) * number) / count)),
    series: async (place, from, rule = { unit: 'week', every: 1 }) => void (await repeat(place, from, rule)),
    close: async () => {
      await log.close();
      await keys.close();
    },
  };
};
