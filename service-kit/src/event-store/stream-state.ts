import { activityDecider } from '@quorum/domain/activity/decider.ts';
import { visitDecider } from '@quorum/domain/admin/decider.ts';
import { attemptsDecider } from '@quorum/domain/attempts/decider.ts';
import { attendanceDecider } from '@quorum/domain/attendance/decider.ts';
import { feedDecider } from '@quorum/domain/calendar-feed/decider.ts';
import { configurationDecider } from '@quorum/domain/configuration/decider.ts';
import type { Fold } from '@quorum/domain/decider.ts';
import { entryDecider } from '@quorum/domain/entry/decider.ts';
import type { StreamCategory } from '@quorum/domain/event-catalogue.ts';
import { fileDecider } from '@quorum/domain/file/decider.ts';
import { groupDecider } from '@quorum/domain/group/decider.ts';
import { joinCodeDecider } from '@quorum/domain/join-code/decider.ts';
import { messageDecider } from '@quorum/domain/message/decider.ts';
import { phoneReservationDecider } from '@quorum/domain/phone/decider.ts';
import { pinsDecider } from '@quorum/domain/pins/decider.ts';
import { pollDecider } from '@quorum/domain/poll/decider.ts';
import { preferencesDecider } from '@quorum/domain/preferences/decider.ts';
import { pushDecider } from '@quorum/domain/push/decider.ts';
import { readingDecider } from '@quorum/domain/reading/decider.ts';
import { remindersDecider } from '@quorum/domain/reminder/decider.ts';
import { reportDecider } from '@quorum/domain/report/decider.ts';
import { sessionDecider } from '@quorum/domain/session/decider.ts';
import { smsBudgetDecider } from '@quorum/domain/sms-budget/decider.ts';
import type { StoredEvent } from '@quorum/domain/stored-event.ts';
import { userDecider } from '@quorum/domain/user/decider.ts';
import { verificationDecider } from '@quorum/domain/verification/decider.ts';

type Events = readonly StoredEvent[];

const folding =
  <S>({ initial, evolve }: Fold<S>) =>
  (events: Events): unknown =>
    events.reduce(evolve, initial);

/** Streams that only record what happened. Nothing is decided on them, so they have no state. */
type Stateless = 'keys' | 'support';

/** Folds by the category of the stream. These are the same folds that decisions use. */
const folds: { readonly [C in Exclude<StreamCategory, Stateless>]: (events: Events) => unknown } = {
  user: folding(userDecider),
  session: folding(sessionDecider),
  verification: folding(verificationDecider),
  phone: folding(phoneReservationDecider),
  attempts: folding(attemptsDecider),
  group: folding(groupDecider),
  joincode: folding(joinCodeDecider),
  entry: folding(entryDecider),
  attendance: folding(attendanceDecider),
  reminders: folding(remindersDecider),
  feed: folding(feedDecider),
  message: folding(messageDecider),
  preferences: folding(preferencesDecider),
  activity: folding(activityDecider),
  push: folding(pushDecider),
  reading: folding(readingDecider),
  pins: folding(pinsDecider),
  poll: folding(pollDecider),
  file: folding(fileDecider),
  report: folding(reportDecider),
  sms: folding(smsBudgetDecider),
  config: folding(configurationDecider),
  admin: folding(visitDecider),
};

const foldOf: ReadonlyMap<string, (events: Events) => unknown> = new Map(Object.entries(folds));

const asJson = (_name: string, value: unknown): unknown => {
  if (value instanceof Map) return Object.fromEntries(value);
  return value instanceof Set ? [...value] : value;
};

/** The state of a stream as JSON; undefined for a stream without state. */
export const streamState = (stream: string, events: Events): unknown => {
  const fold = foldOf.get(stream.split('-', 1)[0] ?? '');
  return fold === undefined ? undefined : JSON.parse(JSON.stringify(fold(events), asJson));
};
