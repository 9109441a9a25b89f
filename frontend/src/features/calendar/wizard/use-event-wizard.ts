import type { GroupView } from '@quorum/contracts/group/wire.ts';
import { localDate } from '@quorum/contracts/time/days.ts';
import { useState } from 'react';
import { useReminderDefault } from '../../../data/reminder/use-reminder.ts';
import { useServices } from '../../../data/services/services-context.tsx';
import {
  draftFor,
  type EventDraft,
  emptyDraft,
  eventOfDraft,
  isComplete,
  isDayAssumed,
  isStepValid,
  isTouched,
  LAST_STEP,
  type NewEvent,
  type Planned,
  parsedAt,
  type Step,
  whenOfDraft,
} from './draft.ts';
import { useCreateEvent } from './use-create-event.ts';

export type WizardPlace = {
  /** `my-q` creates a personal event. */
  readonly groupId: string;
  readonly group: GroupView | undefined;
  /** The day chosen in the schedule. */
  readonly date: string | undefined;
  /** Drawn and typed in the grid. */
  readonly planned: Planned | undefined;
  /** Start of the current minute, milliseconds since the epoch. */
  readonly now: number;
  readonly timeZone: string;
};

/** The draft, the current step, and the creation of the event. */
export const useEventWizard = ({ groupId, group, date, planned, now, timeZone }: WizardPlace) => {
  const { now: exactNow } = useServices();
  const { value: reminderDefault } = useReminderDefault();
  const [step, setStep] = useState<Step>(0);
  const [first] = useState<EventDraft>(() => draftFor(planned ?? date, localDate(now, timeZone)));
  const [untouched] = useState(() => (planned === undefined ? first : emptyDraft));
  const [draft, setDraft] = useState(first);
  const { creation, submit, createAnyway, backToEntering } = useCreateEvent(groupId, group);
  const { stage } = creation;
  const isLast = step === LAST_STEP;
  const isValid = isStepValid(step, draft, now, timeZone);
  const { parsed, shown } = parsedAt(step, draft, now, timeZone);

  const put = (part: Partial<EventDraft>) => setDraft((last) => ({ ...last, ...part }));
  const goTo = (next: Step) => {
    backToEntering();
    setStep(next);
  };
  const ready = () => eventOfDraft(shown, exactNow(), timeZone, reminderDefault);
  const createBy = (create: (event: NewEvent) => Promise<void>) => {
    const made = ready();
    if ('error' in made) backToEntering(made.error);
    else void create(made.event);
  };
  const next = () => {
    if (!isValid) return;
    if (parsed !== undefined) setDraft(shown);
    // From now on the suggested time counts as chosen.
    if (step === 1) put({ when: whenOfDraft(draft, now, timeZone), isTimed: true });
    if (isLast) createBy(submit);
    else goTo((step + 1) as Step);
  };

  /** All steps are complete, and nothing was guessed. On the last step, its own button creates the event. */
  const mayCreateAtOnce = !isLast && !isDayAssumed(parsed) && isComplete(step, shown, now, timeZone);

  /** Passes the remaining steps. If there is a conflict, the review is shown behind the question. */
  const createAtOnce = () => {
    if (!mayCreateAtOnce) return;
    setDraft({ ...shown, when: whenOfDraft(shown, now, timeZone), isTimed: true });
    setStep(LAST_STEP);
    createBy(submit);
  };

  const made = isLast ? ready() : undefined;
  return {
    step,
    isLast,
    isValid,
    draft,
    /** The draft with the fields parsed from its name. */
    shown,
    parsed,
    mayCreateAtOnce,
    createAtOnce,
    /** Whether closing would lose anything. */
    isTouched: isTouched(draft, untouched),
    put,
    next,
    back: () => goTo((step - 1) as Step),
    goTo,
    creation,
    /** Not while it asks about conflicts either: the button that was pressed gets the focus back after the question. */
    isEntering: stage === 'entering',
    /** From the last press until the wizard closes itself, except while it asks about conflicts. */
    isWorking: stage === 'checking' || stage === 'creating' || stage === 'created',
    /** The event that the last step is about to create. */
    event: made && 'event' in made ? made.event : undefined,
    createAnyway: () => createBy(createAnyway),
    backToEntering: () => backToEntering(),
  };
};
