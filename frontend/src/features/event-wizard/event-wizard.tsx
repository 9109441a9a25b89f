import { localDate } from '@quorum/contracts/time/days.ts';
import { instantMs } from '@quorum/contracts/time/wall-clock.ts';
import { MY_SCHEDULE } from '@quorum/contracts/wire/limits.ts';
import type { GroupView } from '@quorum/contracts/wire/views.ts';
import { ArrowRight } from 'lucide-react';
import { type FormEvent, type ReactNode, useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { DateLeaf } from '../../entities/calendar-entry/date-leaf.tsx';
import { useTimeZone } from '../../entities/calendar-entry/time-zone.ts';
import { useServices } from '../../entities/store/services-context.tsx';
import { useMinute } from '../../shared/hooks/use-minute.ts';
import { BusyOverlay } from '../../shared/ui/busy-overlay.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { Dialog } from '../../shared/ui/dialog.tsx';
import { WizardSteps } from '../../shared/ui/stepper.tsx';
import { ConflictDialog } from './conflict-dialog.tsx';
import { DetailsStep } from './details-step.tsx';
import { type EventDraft, emptyDraft, eventOfDraft, isStepValid, STEPS, type Step, whenOfDraft } from './draft.ts';
import { DurationStep } from './duration-step.tsx';
import { LocationStep } from './location-step.tsx';
import { ReviewStep } from './review-step.tsx';
import type { StepProps } from './step-props.ts';
import { Ticket } from './ticket.tsx';
import { useCreateEvent } from './use-create-event.ts';
import { WhenStep } from './when-step.tsx';
import './event-wizard.css';

const SUCCESS_MS = 2000;
const LAST: Step = 4;

export interface EventWizardProps {
  /** `my-q` makes a personal event. */
  groupId: string;
  group: GroupView | undefined;
  /** The wizard is there while it is open: closed, it has forgotten everything. */
  onClose: () => void;
}

/** `Create Event` in five steps. */
export default function EventWizard({ groupId, group, onClose }: EventWizardProps) {
  const timeZone = useTimeZone();
  const now = useMinute();
  const { now: exactNow } = useServices();
  const formId = useId();
  const form = useRef<HTMLFormElement>(null);
  const primary = useRef<HTMLButtonElement>(null);
  const [step, setStep] = useState<Step>(0);
  const [draft, setDraft] = useState<EventDraft>(emptyDraft);
  const { creation, submit, createAnyway, backToEntering } = useCreateEvent(groupId, group);
  const { stage } = creation;
  const valid = isStepValid(step, draft, now, timeZone);
  const when = whenOfDraft(draft, now, timeZone);

  useFocusOnStep(step, form, primary);
  const close = useEffectEvent(onClose);
  useEffect(() => {
    if (stage !== 'created') return;
    const timer = setTimeout(() => close(), SUCCESS_MS);
    return () => clearTimeout(timer);
  }, [stage]);

  const put = (part: Partial<EventDraft>) => setDraft((last) => ({ ...last, ...part }));
  const goTo = (next: Step) => {
    backToEntering();
    setStep(next);
  };
  const ready = () => eventOfDraft(draft, exactNow(), timeZone);
  const next = (event: FormEvent) => {
    event.preventDefault();
    if (!valid) return;
    // From here on the suggested time is a chosen one.
    if (step === 1) put({ when });
    if (step < LAST) return goTo((step + 1) as Step);
    const made = ready();
    if ('error' in made) backToEntering(made.error);
    else void submit(made.event);
  };
  const confirmConflict = () => {
    const made = ready();
    if ('error' in made) backToEntering(made.error);
    else void createAnyway(made.event);
  };

  const working = stage === 'checking' || stage === 'creating' || stage === 'created';
  const made = step === LAST ? ready() : undefined;
  return (
    <>
      <Dialog
        open
        onClose={onClose}
        title="Create Event"
        sub={groupId === MY_SCHEDULE ? 'My Schedule' : group?.name}
        belowHead={<WizardSteps steps={STEPS} current={step} />}
        width="lg"
        className="evwiz"
        busy={working}
        foot={
          <>
            {step > 0 ? (
              <Button className="spacer" disabled={working} onClick={() => goTo((step - 1) as Step)}>
                Back
              </Button>
            ) : (
              <span className="spacer" />
            )}
            <Button
              ref={primary}
              variant="primary"
              type="submit"
              form={formId}
              disabled={!valid}
              busyLabel={working && 'Creating Event...'}
            >
              {step === LAST ? (
                'Create Event'
              ) : (
                <>
                  Next
                  <ArrowRight className="i i--sm" aria-hidden="true" />
                </>
              )}
            </Button>
          </>
        }
      >
        <form id={formId} ref={form} onSubmit={next} noValidate>
          <Body step={step} draft={draft} put={put} now={now} timeZone={timeZone} groupId={groupId}>
            <ReviewStep
              draft={draft}
              put={put}
              now={now}
              timeZone={timeZone}
              groupId={groupId}
              group={group}
              onEdit={goTo}
              error={creation.stage === 'entering' ? creation.error : undefined}
            />
          </Body>
        </form>
      </Dialog>
      {stage === 'conflict' && made && 'event' in made && (
        <ConflictDialog
          event={{
            name: made.event.name,
            groupName: groupId === MY_SCHEDULE ? 'Personal' : (group?.name ?? ''),
            groupId,
            startsAt: instantMs(made.event),
            duration: made.event.duration,
          }}
          conflicts={creation.conflicts}
          timeZone={timeZone}
          onCancel={() => backToEntering()}
          onConfirm={confirmConflict}
        />
      )}
      <BusyOverlay
        open={stage === 'creating' || stage === 'created'}
        done={stage === 'created'}
        title={stage === 'created' ? 'Event Created!' : 'Creating Event...'}
        detail={stage === 'created' && 'Your event has been added successfully'}
      >
        <DateLeaf date={made && 'event' in made ? localDate(instantMs(made.event), timeZone) : when.date} />
      </BusyOverlay>
    </>
  );
}

/** Left the step, right what it makes. The dialog keeps its size from step to step. */
function Body({ step, children, ...props }: StepProps & { step: Step; children: ReactNode }) {
  if (step === 1) return <WhenStep {...props} />;
  if (step === LAST) return children;
  return (
    <div className="wiz__cols wiz__cols--top">
      {step === 0 && <DetailsStep {...props} />}
      {step === 2 && <DurationStep {...props} />}
      {step === 3 && <LocationStep {...props} />}
      <Ticket draft={props.draft} step={step} now={props.now} timeZone={props.timeZone} />
    </div>
  );
}

const FIRST_FIELD: Readonly<Record<Step, string | undefined>> = {
  0: 'input',
  1: '.slot[tabindex="0"]',
  2: '.opt[tabindex="0"]',
  3: 'input',
  4: undefined,
};

/** The focus follows to the main field of each step, so that typing can go on; on the last step it waits on the button. */
const useFocusOnStep = (
  step: Step,
  form: { readonly current: HTMLFormElement | null },
  primary: { readonly current: HTMLButtonElement | null },
): void => {
  const shown = useRef<Step>(step);
  useEffect(() => {
    if (shown.current === step) return;
    shown.current = step;
    const selector = FIRST_FIELD[step];
    const target = selector === undefined ? primary.current : form.current?.querySelector<HTMLElement>(selector);
    target?.focus();
  }, [step, form, primary]);
};
