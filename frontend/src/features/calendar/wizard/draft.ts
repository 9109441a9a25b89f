import { proposedReminder, type Reminder } from '@quorum/contracts/reminder/lead-times.ts';
import {
  MEETING_PROVIDERS,
  type MeetingProvider,
  meetingLinkError,
  meetingLinkOf,
} from '@quorum/contracts/text/meeting-links.ts';
import { localDate } from '@quorum/contracts/time/days.ts';
import type { Moment } from '@quorum/contracts/time/instant.ts';
import type { Repeats } from '@quorum/contracts/time/repeats.ts';
import { repeatsLabel } from '@quorum/contracts/time/repeats-labels.ts';
import { type WallClock, wallClockOf } from '@quorum/contracts/time/wall-clock.ts';
import { type ParsedEvent, type ParsedKind, parseEventText } from '../event-text/parse-event-text.ts';
import { firstDate, followed } from '../repeats/rules.ts';
import { isLimited, type Seats, UNLIMITED } from '../seats/seats.ts';
import { checkDuration, type DurationText, durationOf, durationText } from '../when/duration-fields.tsx';
import { checkWhen, defaultWhen, shownOnClock, type When, whenOf } from '../when/when.ts';

export type LocationKind = 'address' | MeetingProvider;
export const LOCATION_KINDS: readonly LocationKind[] = ['address', ...MEETING_PROVIDERS];

/** Everything entered in the wizard. */
export type EventDraft = {
  readonly name: string;
  readonly description: string;
  /** Undefined until it is chosen or its step is left. Until then the suggested time moves with the clock. */
  readonly when: When | undefined;
  readonly length: DurationText;
  /** Null for an event that does not repeat. */
  readonly repeats: Repeats | null;
  /** Only for an event of a group. */
  readonly seats: Seats;
  /** Undefined until it is chosen; then the proposed one holds. */
  readonly reminder: Reminder | undefined;
  readonly kind: LocationKind;
  /** Each kind keeps its own text, so looking at another kind loses nothing. */
  readonly locations: Readonly<Record<LocationKind, string>>;
  /** Kinds that stay in the name, although they could be parsed. */
  readonly kept: readonly ParsedKind[];
  /** The name after its parts were taken. A day that remains in it must not be taken again and override later choices. */
  readonly taken: string;
  /** The time was typed or chosen, not just suggested. */
  readonly isTimed: boolean;
};

const DEFAULT_MINUTES = 60;

export const emptyDraft: EventDraft = {
  name: '',
  description: '',
  when: undefined,
  length: durationText(DEFAULT_MINUTES),
  repeats: null,
  seats: UNLIMITED,
  reminder: undefined,
  kind: 'address',
  locations: { address: '', teams: '', meet: '', zoom: '' },
  kept: [],
  taken: '',
  isTimed: false,
};

/** The chosen reminder, else the proposed one. */
export const reminderOf = (
  { reminder, length }: Pick<EventDraft, 'reminder' | 'length'>,
  byDefault: Reminder | undefined,
): Reminder => reminder ?? proposedReminder(durationOf(length) ?? 0, byDefault);

const MORNING = '09:00';

/** The event as drawn and typed in the grid before the wizard was opened. */
export type Planned = WallClock & { readonly name: string; readonly duration: number; readonly groupId: string };

/** The name counts as read, so that a day in it does not replace the one that was drawn. */
const draftOf = ({ name, duration, ...start }: Planned): EventDraft => ({
  ...emptyDraft,
  name,
  taken: name,
  when: whenOf(start),
  length: durationText(duration),
  isTimed: true,
});

/** On a day chosen beforehand, the event starts in the morning. Today it starts as soon as possible. */
export const draftFor = (given: Planned | string | undefined, today: string): EventDraft => {
  if (typeof given === 'object') return draftOf(given);
  return given === undefined || given <= today
    ? emptyDraft
    : { ...emptyDraft, when: whenOf({ date: given, time: MORNING }) };
};

/** Whether anything was entered. */
export const isTouched = (draft: EventDraft, first: EventDraft): boolean =>
  JSON.stringify(draft) !== JSON.stringify(first);

export const locationOf = ({ kind, locations }: EventDraft): string => locations[kind];

export const whenOfDraft = ({ when }: EventDraft, now: Moment, timeZone: string): When =>
  when ?? defaultWhen(now, timeZone);

/** The words of the rule, for the first date that fits it. */
export const repeatsOfDraft = ({ repeats }: EventDraft, date: string): string | undefined =>
  repeats === null || date === '' ? undefined : repeatsLabel({ rule: repeats, date: firstDate(repeats, date) });

/** Another day. A rule for its weekday or its place in the month follows. */
export const movedTo = (draft: EventDraft, when: When, date: string): Partial<EventDraft> => ({
  when: { ...when, date },
  repeats: when.date === '' || date === '' ? draft.repeats : followed(draft.repeats, when.date, date),
});

export const isDayAssumed = (parsed: ParsedEvent | undefined): boolean =>
  parsed?.chips.some(({ kind }) => kind === 'assumed') === true;

const onChosenDay = (parsed: ParsedEvent, date: string): ParsedEvent => ({
  ...parsed,
  date,
  chips: parsed.chips.filter(({ kind }) => kind !== 'assumed'),
});

/** Day, time, length and place, as parsed from the name; undefined if it is only a name. */
const parsedIn = ({ name, kept, taken, when }: EventDraft, now: Moment, timeZone: string): ParsedEvent | undefined => {
  if (name === taken) return undefined;
  const clock = wallClockOf(now, timeZone);
  const found = parseEventText(name, { ...clock, timeZone }, kept);
  if (found === undefined) return undefined;
  const parsed = when && isDayAssumed(found) ? onChosenDay(found, when.date) : found;
  const { date, time } = parsed;
  if (date === undefined) return parsed;
  // Someone who types a past time means something else.
  const isPossible = time === undefined ? date >= clock.date : checkWhen(whenOf({ date, time }), now, timeZone).ok;
  return isPossible ? parsed : undefined;
};

/** A chosen time stays when only the day is named. */
const onDay = ({ when, isTimed }: EventDraft, date: string, today: string): When | undefined =>
  isTimed && when ? { ...when, date } : draftFor(date, today).when;

const whenParsed = (draft: EventDraft, { date, time }: ParsedEvent, today: string): When | undefined => {
  if (date === undefined) return draft.when;
  return time === undefined ? onDay(draft, date, today) : whenOf({ date, time });
};

/** The draft with the parsed fields filled in. */
const withParsed = (draft: EventDraft, parsed: ParsedEvent, today: string): EventDraft => {
  const { name, time, duration, repeats = draft.repeats, place } = parsed;
  const kind = place === '' ? draft.kind : (meetingLinkOf(place)?.provider ?? 'address');
  return {
    ...draft,
    name,
    taken: name,
    when: whenParsed(draft, parsed, today),
    isTimed: draft.isTimed || time !== undefined,
    length: duration === undefined ? draft.length : durationText(duration),
    repeats,
    kind,
    locations: place === '' ? draft.locations : { ...draft.locations, [kind]: place },
  };
};

/** The event parsed from the name while it is typed, and the draft with it. */
export const parsedAt = (step: Step, draft: EventDraft, now: Moment, timeZone: string) => {
  const parsed = step === 0 ? parsedIn(draft, now, timeZone) : undefined;
  return { parsed, shown: parsed ? withParsed(draft, parsed, localDate(now, timeZone)) : draft };
};

export const NAME_REQUIRED = 'Event name is required';
const ALL_REQUIRED = 'Event name, date, and time are required';

export const locationError = (draft: EventDraft): string | undefined =>
  draft.kind === 'address' ? undefined : meetingLinkError(draft.kind, locationOf(draft));

export const STEPS = ['Event Details', 'Date & Time', 'Duration', 'Location', 'Review & Create'] as const;
export type Step = 0 | 1 | 2 | 3 | 4;
export const LAST_STEP: Step = 4;
const STEP_NUMBERS: readonly Step[] = [0, 1, 2, 3, 4];

/** Whether everything on this step is valid. */
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

/** Whether nothing is left to be asked at this step. From the second one on, the suggested time counts as chosen. */
export const isComplete = (step: Step, draft: EventDraft, now: Moment, timeZone: string): boolean =>
  (draft.isTimed || step > 0) && STEP_NUMBERS.every((one) => isStepValid(one, draft, now, timeZone));

export type NewEvent = {
  readonly name: string;
  readonly description: string;
  readonly date: string;
  readonly time: string;
  readonly duration: number;
  readonly location: string;
  readonly timeZone: string;
  readonly repeats?: Repeats;
  readonly reminder?: Reminder;
} & Partial<Seats>;

/** Each date has as many seats. */
const ruleAndSeats = ({ repeats, seats }: EventDraft): Pick<NewEvent, 'repeats'> & Partial<Seats> => ({
  ...(repeats !== null && { repeats }),
  ...(isLimited(seats) && seats),
});

/** The event to create, or the error. A chosen time may have passed while the steps were filled in. */
export const eventOfDraft = (
  draft: EventDraft,
  now: Moment,
  timeZone: string,
  reminderDefault?: Reminder,
): { readonly event: NewEvent } | { readonly error: string } => {
  const when = whenOfDraft(draft, now, timeZone);
  const start = when.date === '' ? undefined : shownOnClock(when, timeZone);
  const name = draft.name.trim();
  if (name === '' || start === undefined) return { error: ALL_REQUIRED };
  const checked = checkWhen(when, now, timeZone);
  if (!checked.ok) return { error: checked.error };
  const length = checkDuration(draft.length);
  if (!length.ok) return { error: length.error };
  const refused = locationError(draft);
  if (refused !== undefined) return { error: refused };
  return {
    event: {
      name,
      description: draft.description.trim(),
      date: firstDate(draft.repeats, start.date),
      time: start.time,
      duration: length.minutes,
      location: locationOf(draft).trim(),
      timeZone,
      reminder: reminderOf(draft, reminderDefault),
      ...ruleAndSeats(draft),
    },
  };
};
