import { LAST_STEP } from '../draft.ts';
import type { useEventWizard, WizardPlace } from '../use-event-wizard.ts';
import type { Targets } from '../use-target.ts';
import { DetailsStep } from './details-step.tsx';
import { DurationStep } from './duration-step.tsx';
import { LocationStep } from './location-step.tsx';
import { ReviewStep } from './review-step.tsx';
import { Ticket } from './ticket.tsx';
import { WhenStep } from './when-step.tsx';

export interface WizardStepProps {
  wizard: ReturnType<typeof useEventWizard>;
  place: Omit<WizardPlace, 'date' | 'planned'> & { readonly targets: Targets };
}

/** The step on the left, the preview on the right. The dialog keeps its size. */
export function WizardStep({ wizard, place }: WizardStepProps) {
  const { step, draft, shown, parsed, put, goTo, creation } = wizard;
  const props = { ...place, draft, parsed, put };
  if (step === 1) return <WhenStep {...props} />;
  if (step === LAST_STEP)
    return <ReviewStep {...props} onEdit={goTo} error={creation.stage === 'entering' ? creation.error : undefined} />;
  return (
    <div className="wizard__columns wizard__columns--top">
      {step === 0 && <DetailsStep {...props} />}
      {step === 2 && <DurationStep {...props} />}
      {step === 3 && <LocationStep {...props} />}
      <Ticket draft={shown} isTimed={shown.isTimed || parsed !== undefined} now={place.now} timeZone={place.timeZone} />
    </div>
  );
}
