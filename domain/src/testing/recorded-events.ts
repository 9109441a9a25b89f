import { activityStream } from '../activity/events.ts';
import { adminStream } from '../admin/events.ts';
import { attemptsStream } from '../attempts/events.ts';
import { attendanceEvents, attendanceStream } from '../attendance/events.ts';
import { feedStream } from '../calendar-feed/events.ts';
import { configurationStream } from '../configuration/events.ts';
import { entryEvents, entryStream } from '../entry/events.ts';
import type { DomainEvent } from '../event-catalogue.ts';
import { fileStream } from '../file/events.ts';
import { groupStream } from '../group/events.ts';
import { joinCodeStream } from '../join-code/events.ts';
import { KEYS_STREAM } from '../keys/events.ts';
import { messageEvents, messageStream } from '../message/events.ts';
import { phoneStream } from '../phone/events.ts';
import { pinsStream } from '../pins/events.ts';
import { pollEvents, pollStream } from '../poll/events.ts';
import { preferencesEvents, preferencesStream } from '../preferences/events.ts';
import { pushStream } from '../push/events.ts';
import { readingStream } from '../reading/events.ts';
import { reminderEvents, remindersStream } from '../reminder/events.ts';
import { reportEvents, reportStream } from '../report/events.ts';
import { sessionEvents, sessionStream } from '../session/events.ts';
import { smsBudgetStream } from '../sms-budget/events.ts';
import type { StoredEvent } from '../stored-event.ts';
import { supportStream } from '../support/events.ts';
import { userEvents, userStream } from '../user/events.ts';
import { verificationEvents, verificationStream } from '../verification/events.ts';

const typesOf = (definitions: readonly { readonly type: string }[]): ReadonlySet<string> =>
  new Set(definitions.map(({ type }) => type));

const ofUser = typesOf(userEvents);
const ofEntry = typesOf(entryEvents);
const ofAttendance = typesOf(attendanceEvents);
const ofReminders = typesOf(reminderEvents);
const ofPoll = typesOf(pollEvents);
const ofMessage = typesOf(messageEvents);
const ofSession = typesOf(sessionEvents);
const ofVerification = typesOf(verificationEvents);
const ofPreferences = typesOf(preferencesEvents);
const ofReport = typesOf(reportEvents);

/** The stream that an event of this type belongs to. */
export const streamOf = (event: DomainEvent): string => {
  const data = event.data as { readonly [name: string]: string };
  const id = (name: string): string => data[name] as string;
  if (ofUser.has(event.type)) return userStream(id('userId'));
  if (ofEntry.has(event.type)) return entryStream(id('entryId'));
  if (ofAttendance.has(event.type)) return attendanceStream(id('entryId'));
  if (ofReminders.has(event.type)) return remindersStream(id('entryId'));
  if (ofPoll.has(event.type)) return pollStream(id('pollId'));
  if (ofMessage.has(event.type)) return messageStream(id('messageId'));
  if (ofReport.has(event.type)) return reportStream(id('reportId'));
  if (event.type === 'SmsCounted') return smsBudgetStream(event.data.day);
  if (event.type === 'KeysBound') return KEYS_STREAM;
  if (event.type === 'ConfigurationChanged') return configurationStream(id('key'));
  if (event.type === 'AdminSignedIn' || event.type === 'AdminSignedOut') return adminStream(id('visitId'));
  if (event.type === 'PersonalDataRevealed') return supportStream(id('lookId'));
  if (event.type === 'FileStored' || event.type === 'FileRemoved') return fileStream(id('fileId'));
  if (event.type === 'JoinCodeClaimed' || event.type === 'JoinCodeReleased') return joinCodeStream(id('code'));
  if (event.type === 'GroupRead') return readingStream(id('userId'), id('groupId'));
  if (ofPreferences.has(event.type)) return preferencesStream(id('userId'));
  if (event.type === 'ActivityRead') return activityStream(id('userId'));
  if (event.type === 'MessagePinned' || event.type === 'MessageUnpinned') return pinsStream(id('groupId'));
  if (event.type === 'PushSubscribed' || event.type === 'PushEnded') return pushStream(id('sessionId'));
  if (event.type === 'AttemptCounted') return attemptsStream(event.data.kind, event.data.key);
  if (event.type.startsWith('Feed')) return feedStream(id('feedId'));
  if (ofSession.has(event.type)) return sessionStream(id('sessionId'));
  if (event.type.startsWith('Phone')) return phoneStream(id('phoneKey'));
  return ofVerification.has(event.type) ? verificationStream(id('phoneKey')) : groupStream(id('groupId'));
};

/** When and where the n-th event (from 0) of a history was recorded. Events are a second apart. */
export const placeOf = (index: number): { readonly position: string; readonly recordedAt: string } => ({
  position: String(index + 1).padStart(12, '0'),
  recordedAt: new Date(Date.UTC(2026, 4, 14, 14, 42) + index * 1_000).toISOString(),
});

/** Events as the store would return them. */
export const recorded = (events: readonly DomainEvent[]): readonly StoredEvent[] => {
  const lengths = new Map<string, number>();
  return events.map((event, index) => {
    const stream = streamOf(event);
    const revision = lengths.get(stream) ?? 0;
    lengths.set(stream, revision + 1);
    const metadata = { actor: 'test', commandId: 'test', correlationId: 'test', causationId: 'test' };
    return { ...event, id: `event-${index}`, stream, revision, ...placeOf(index), metadata };
  });
};
