import type { StoredEvent } from '@quorum/domain/stored-event.ts';
import { accountChanges } from './account/fold.ts';
import { attendanceChanges } from './attendance/fold.ts';
import { type AllRules, type ThinChange, withoutAudience } from './audience.ts';
import { entryChanges } from './entry/fold.ts';
import { groupChanges } from './group/fold.ts';
import { messageChanges } from './message/fold.ts';
import { preferencesChanges } from './preferences/fold.ts';
import { sessionChanges } from './session/fold.ts';

/** Events without an audience. A new event is listed here, or has an audience beside its fold; otherwise this does not compile. */
const internal = withoutAudience(
  'FileStored',
  'FileRemoved',
  'CodeSent',
  'CodeRejected',
  'CodeAccepted',
  'AdminSignedIn',
  'AdminSignedOut',
  'UserRegistered',
  'PhoneChangeRequested',
  'PreviousNumberNotified',
  'AccountErased',
  'MessageReported',
  'ReportOpened',
  'ReportReviewed',
  'ReportClosed',
  'AttemptCounted',
  'ConfigurationChanged',
  'SessionUsed',
  'PushSubscribed',
  'PushEnded',
  'SmsCounted',
  'MessageErased',
  'PersonalDataRevealed',
  'KeysBound',
  'PhoneClaimed',
  'PhoneReleased',
  'PhoneBanned',
  'JoinCodeClaimed',
  'JoinCodeReleased',
);

const rules = {
  ...accountChanges,
  ...sessionChanges,
  ...groupChanges,
  ...entryChanges,
  ...attendanceChanges,
  ...messageChanges,
  ...preferencesChanges,
  ...internal,
} satisfies AllRules;

/** The changes of an event, per audience: ids and small values, never personal text. */
export const changesOf = (event: StoredEvent): readonly ThinChange[] => {
  const rule = rules[event.type] as (event: StoredEvent) => readonly ThinChange[];
  return rule(event);
};
