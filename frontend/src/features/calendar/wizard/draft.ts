import { MEETING_PROVIDERS, type MeetingProvider, meetingLinkError } from '@quorum/contracts/text/meeting-links.ts';
import type { Moment } from '@quorum/contracts/time/instant.ts';
import { DURATION_REQUIRED, type DurationText, durationOf, durationText } from '../when/duration-fields.tsx';
import { checkWhen, defaultWhen, shownOnClock, type When, whenOf } from '../when/when.ts';

export type LocationKind = 'address' | MeetingProvider;
export const LOCATION_KINDS: readonly LocationKind[] = ['address', ...MEETING_PROVIDERS];

/** Everything that is entered in the wizard. */
export type EventDraft = {
  readonly name: string;
  readonly description: string;
  /** Undefined until it is chosen, or its step is left: the suggested slot moves on with the clock. */
  readonly when: When | undefined;
  readonly length: DurationText;
  readonly kind: LocationKind;
  /** Each kind keeps its own text, so that a look at another one loses nothing. */
  readonly locations: Readonly<Record<LocationKind, string>>;
};

const DEFAULT_MINUTES = 60;

export const emptyDraft: EventDraft = {
  name: '',
  description: '',
  when: undefined,
  length: durationText(DEFAULT_MINUTES),
  kind: 'address',
  locations: { address: '', teams: '', meet: '', zoom: '' },
};

const MORNING = '09:00';

/** On a day that was chosen before the wizard opened, the event begins in the morning; today it begins as soon as it can. */
export const draftFor = (date: string | undefined, today: string): EventDraft =>
  date === undefined || date <= today ? emptyDraft : { ...emptyDraft, when: whenOf({ date, time: MORNING }) };

/** Was anything entered? */
export const isTouched = (draft: EventDraft, first: EventDraft): boolean =>
  JSON.stringify(draft) !== JSON.stringify(first);

export const locationOf = ({ kind, locations }: EventDraft): string => locations[kind];

export const whenOfDraft = ({ when }: EventDraft, now: Moment, timeZone: string): When =>
  when ?? defaultWhen(now, timeZone);

export const NAME_REQUIRED = 'Event name is required';
const ALL_REQUIRED = 'Event name, date, and time are required';

export const locationError = (draft: EventDraft): string | undefined =>
  draft.kind === 'address' ? undefined : meetingLinkError(draft.kind, locationOf(draft));

export const STEPS = ['Event Details', 'Date & Time', 'Duration', 'Location', 'Review & Create'] as const;
export type Step = 0 | 1 | 2 | 3 | 4;
export const LAST_STEP: Step = 4;

/** Is everything on this step as it must be? */
export const isStepValid = (step: Step, draft: EventDraft, now: Moment, timeZone: string): boolean => {
  switch (step) {
    case 0:
      return draft.name.trim() !== '';
    case 1:
      return checkWhen(whenOfDraft(draft, now, timeZone), now, timeZone).ok;
    case 2:
      return durationOf(draft.length) !== undefined;
    case 3:
      return locationError(draft) === undefined;
    case 4:
      return true;
  }
};

export type NewEvent = {
  readonly name: string;
  readonly description: string;
  readonly date: string;
  readonly time: string;
  readonly duration: number;
  readonly location: string;
  readonly timeZone: string;
};

/** What to create, or the text that says why not. While the steps were walked through, a time may have become past. */
export const eventOfDraft = (
  draft: EventDraft,
  now: Moment,
  timeZone: string,
): { readonly event: NewEvent } | { readonly error: string } => {
  const when = whenOfDraft(draft, now, timeZone);
  const start = when.date === '' ? undefined : shownOnClock(when, timeZone);
  const name = draft.name.trim();
  if (name === '' || start === undefined) return { error: ALL_REQUIRED };
  const checked = checkWhen(when, now, timeZone);
  if (!checked.ok) return { error: checked.error };
  const duration = durationOf(draft.length);
  if (duration === undefined) return { error: DURATION_REQUIRED };
  const refused = locationError(draft);
  if (refused !== undefined) return { error: refused };
  return {
    event: {
      name,
      description: draft.description.trim(),
      date: start.date,
      time: start.time,
      duration,
      location: locationOf(draft).trim(),
      timeZone,
    },
  };
};
