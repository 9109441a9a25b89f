import type { EventType } from '@quorum/domain/event-catalogue.ts';
import type { StoredEvent } from '@quorum/domain/stored-event.ts';
import { accountChanges, users } from './account/fold.ts';
import { attendanceChanges } from './attendance/fold.ts';
import { type AllRules, type ThinChange, withoutAudience } from './audience.ts';
import { audit } from './audit/fold.ts';
import { names } from './audit/names.ts';
import { feedChanges, feeds } from './calendar-feed/fold.ts';
import { configuration, configurationChanges } from './configuration/fold.ts';
import { calendar, entryChanges } from './entry/fold.ts';
import { fileChanges, files } from './file/fold.ts';
import { groupChanges, groups, joinCodes } from './group/fold.ts';
import { chat, messageChanges } from './message/fold.ts';
import type { EventsOf, Model } from './model.ts';
import { pollChanges, polls } from './poll/fold.ts';
import { preferences, preferencesChanges } from './preferences/fold.ts';
import { reminderChanges, reminders } from './reminder/fold.ts';
import { reportChanges, reports } from './report/fold.ts';
import { sessionChanges, sessions } from './session/fold.ts';

/** The models that show what events changed, in the order in which an event is folded into them. */
const things = [
  users,
  sessions,
  groups,
  joinCodes,
  preferences,
  calendar,
  reminders,
  polls,
  chat,
  files,
  reports,
  configuration,
  feeds,
] as const;

/** Events that change no document and have no audience. A new event is listed here, or beside a fold; otherwise this does not compile. */
const internal = withoutAudience(
  'PhoneChangeRequested',
  'PreviousNumberNotified',
  'CodeSent',
  'CodeRejected',
  'CodeAccepted',
  'PhoneClaimed',
  'PhoneReleased',
  'PhoneBanned',
  'AttemptCounted',
  'ReportOpened',
  'SmsCounted',
  'AdminSignedIn',
  'AdminSignedOut',
  'KeysBound',
  'PersonalDataRevealed',
);

const rules = {
  ...accountChanges,
  ...sessionChanges,
  ...groupChanges,
  ...preferencesChanges,
  ...entryChanges,
  ...attendanceChanges,
  ...reminderChanges,
  ...feedChanges,
  ...pollChanges,
  ...messageChanges,
  ...fileChanges,
  ...reportChanges,
  ...configurationChanges,
  ...internal,
} satisfies AllRules;

type Folded = EventsOf<(typeof things)[number]['on']>;

const complete = <_Missing extends never>(models: readonly Model[]): readonly Model[] => models;

/** Every read model. The audit takes all events. */
export const allModels = complete<Exclude<EventType, Folded | keyof typeof internal>>([...things, audit, names]);

/** The changes of an event, per audience: ids and small values, never personal text. */
export const changesOf = (event: StoredEvent): readonly ThinChange[] => {
  const rule = rules[event.type] as (event: StoredEvent) => readonly ThinChange[];
  return rule(event);
};
