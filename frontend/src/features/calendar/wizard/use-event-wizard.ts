import { localDate } from '@quorum/contracts/time/days.ts';
import type { GroupView } from '@quorum/contracts/wire/views.ts';
import { useState } from 'react';
import { useServices } from '../../../data/services/services-context.tsx';
import {
  draftFor,
  type EventDraft,
  eventOfDraft,
  isStepValid,
  isTouched,
  LAST_STEP,
  type NewEvent,
  type Step,
  whenOfDraft,
} from './draft.ts';
import { useCreateEvent } from './use-create-event.ts';

export type WizardPlace = {
  /** `my-q` makes a personal event. */
  readonly groupId: string;
  readonly group: GroupView | undefined;
  /** The day that was chosen in the schedule. */
  readonly date: string | undefined;
  /** Start of the current minute, milliseconds since the epoch. */
  readonly now: number;
  readonly timeZone: string;
};

/** What was entered, the step that is shown, and the way from the last one to the event. */
export const useEventWizard = ({ groupId, group, date, now, timeZone }: WizardPlace) => {
  const { now: exactNow } = useServices();
  const [step, setStep] = useState<Step>(0);
  const [first] = useState<EventDraft>(() => draftFor(date, localDate(now, timeZone)));
  const [draft, setDraft] = useState(first);
  const { creation, submit, createAnyway, backToEntering } = useCreateEvent(groupId, group);
  const { stage } = creation;
  const isLast = step === LAST_STEP;
  const isValid = isStepValid(step, draft, now, timeZone);

  const put = (part: Partial<EventDraft>) => setDraft((last) => ({ ...last, ...part }));
  const goTo = (next: Step) => {
    backToEntering();
    setStep(next);
  };
  const ready = () => eventOfDraft(draft, exactNow(), timeZone);
  const createBy = (create: (event: NewEvent) => Promise<void>) => {
    const made = ready();
    if ('error' in made) backToEntering(made.error);
    else void create(made.event);
  };
  const next = () => {
    if (!isValid) return;
    // From here on the suggested time is a chosen one.
    if (step === 1) put({ when: whenOfDraft(draft, now, timeZone) });
    if (isLast) createBy(submit);
    else goTo((step + 1) as Step);
  };

  const made = isLast ? ready() : undefined;
  return {
    step,
    isLast,
    isValid,
    draft,
    /** Something was entered that closing would lose. */
    isTouched: isTouched(draft, first),
    put,
    next,
    back: () => goTo((step - 1) as Step),
    goTo,
    creation,
    /** From the last press until the wizard closes itself, but for the question about conflicts. */
    isWorking: stage === 'checking' || stage === 'creating' || stage === 'created',
    /** What the last step is about to create. */
    event: made && 'event' in made ? made.event : undefined,
    createAnyway: () => createBy(createAnyway),
    backToEntering: () => backToEntering(),
  };
};
