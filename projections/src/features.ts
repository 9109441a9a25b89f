import type { EventType } from '@quorum/domain/event-catalogue.ts';
import { users } from './account/fold.ts';
import { audit } from './audit/fold.ts';
import { names } from './audit/names.ts';
import { calendar } from './entry/fold.ts';
import { files } from './file/fold.ts';
import { groups, joinCodes } from './group/fold.ts';
import { chat } from './message/fold.ts';
import { type EventsOf, type Model, model, put } from './model.ts';
import { preferences } from './preferences/fold.ts';
import { reports } from './report/fold.ts';
import { sessions } from './session/fold.ts';

/** Settings of the product that have been set. */
const configuration = model({
  name: 'configuration',
  version: 1,
  collections: ['configuration'],
  on: {
    ConfigurationChanged: [
      put('configuration', ({ data, recordedAt }) => ({ id: data.key, value: data.value, updatedAt: recordedAt })),
    ],
  },
});

/** The models that show what events changed, in the order in which an event is folded into them. */
const things = [
  users,
  sessions,
  groups,
  joinCodes,
  preferences,
  calendar,
  chat,
  files,
  reports,
  configuration,
] as const;

type Folded = EventsOf<(typeof things)[number]['on']>;

/** Events that change no document. A new event is listed here, or folded; otherwise this does not compile. */
type Unfolded =
  | 'PhoneChangeRequested'
  | 'PreviousNumberNotified'
  | 'CodeSent'
  | 'CodeRejected'
  | 'CodeAccepted'
  | 'PhoneClaimed'
  | 'PhoneReleased'
  | 'PhoneBanned'
  | 'AttemptCounted'
  | 'ReportOpened'
  | 'SmsCounted'
  | 'AdminSignedIn'
  | 'AdminSignedOut'
  | 'KeysBound'
  | 'PersonalDataRevealed';

const complete = <_Missing extends never>(models: readonly Model[]): readonly Model[] => models;

/** Every read model. The audit takes all events. */
export const allModels = complete<Exclude<EventType, Folded | Unfolded>>([...things, audit, names]);
