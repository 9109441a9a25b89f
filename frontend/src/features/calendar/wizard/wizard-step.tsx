import { DetailsStep } from './details-step.tsx';
import { type EventDraft, LAST_STEP, type Step } from './draft.ts';
import { DurationStep } from './duration-step.tsx';
import { LocationStep } from './location-step.tsx';
import { ReviewStep, type ReviewStepProps } from './review-step.tsx';
import { Ticket } from './ticket.tsx';
import { WhenStep } from './when-step.tsx';

/** The step on the left, the preview on the right. The dialog keeps its size. */
export function WizardStep({ step, shown, ...props }: ReviewStepProps & { step: Step; shown: EventDraft }) {
  if (step === 1) return <WhenStep {...props} />;
  if (step === LAST_STEP) return <ReviewStep {...props} />;
  return (
    <div className="wiz__cols wiz__cols--top">
      {step === 0 && <DetailsStep {...props} />}
      {step === 2 && <DurationStep {...props} />}
      {step === 3 && <LocationStep {...props} />}
      <Ticket draft={shown} isTimed={step > 1 || props.heard !== undefined} now={props.now} timeZone={props.timeZone} />
    </div>
  );
}
