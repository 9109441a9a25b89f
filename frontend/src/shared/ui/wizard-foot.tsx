import { ArrowRight } from 'lucide-react';
import type { Ref } from 'react';
import { Button } from './button.tsx';

export interface WizardFootProps {
  /** The form of the step, which the primary button submits. */
  formId: string;
  isFirst: boolean;
  isLast: boolean;
  /** What the last step does. */
  lastLabel: string;
  onBack: () => void;
  /** The step is not yet as it must be. */
  disabled?: boolean;
  /** Label of the primary button while the work runs; there is no way back meanwhile. */
  busyLabel?: string | false;
  primaryRef?: Ref<HTMLButtonElement>;
}

/** Below a step of a wizard: back on the left, on on the right. */
export function WizardFoot(props: WizardFootProps) {
  const { formId, isFirst, isLast, lastLabel, onBack, disabled, busyLabel, primaryRef } = props;
  return (
    <>
      {!isFirst && (
        <Button className="spacer" disabled={Boolean(busyLabel)} onClick={onBack}>
          Back
        </Button>
      )}
      <Button
        ref={primaryRef}
        variant="primary"
        type="submit"
        form={formId}
        disabled={disabled}
        busyLabel={busyLabel ?? false}
      >
        {isLast ? (
          lastLabel
        ) : (
          <>
            Next
            <ArrowRight className="i i--sm" aria-hidden="true" />
          </>
        )}
      </Button>
    </>
  );
}
