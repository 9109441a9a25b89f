import { DetailsStep } from './details-step.tsx';
import { LAST_STEP, type Step } from './draft.ts';
import { DurationStep } from './duration-step.tsx';
import { LocationStep } from './location-step.tsx';
import { ReviewStep, type ReviewStepProps } from './review-step.tsx';
import { Ticket } from './ticket.tsx';
import { WhenStep } from './when-step.tsx';

/** Left the step, right what it makes. The dialog keeps its size from step to step. */
export function WizardStep({ step, ...props }: ReviewStepProps & { step: Step }) {
  if (step === 1) return <WhenStep {...props} />;
  if (step === LAST_STEP) return <ReviewStep {...props} />;
  return (
    <div className="wiz__cols wiz__cols--top">
      {step === 0 && <DetailsStep {...props} />}
      {step === 2 && <DurationStep {...props} />}
      {step === 3 && <LocationStep {...props} />}
      <Ticket draft={props.draft} step={step} now={props.now} timeZone={props.timeZone} />
    </div>
  );
}
