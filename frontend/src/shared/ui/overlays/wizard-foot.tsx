import { ArrowRight } from 'lucide-react';
import type { ReactNode, Ref } from 'react';
import { Button } from '../controls/button.tsx';

export interface WizardFootProps {
  /** The step's form. The primary button submits it. */
  formId: string;
  isFirst: boolean;
  isLast: boolean;
  /** The action of the last step. */
  lastLabel: string;
  onBack: () => void;
  /** The step is incomplete. */
  disabled?: boolean;
  /** The label of the primary button while the work runs. Back is disabled during that time. */
  busyLabel?: string | false;
  primaryRef?: Ref<HTMLButtonElement>;
  /** A button that leads past the remaining steps. */
  shortcut?: ReactNode;
}

/** The footer of a wizard step: Back on the left, the primary button on the right. */
export function WizardFoot(props: WizardFootProps) {
  const { formId, isFirst, isLast, lastLabel, onBack, disabled, busyLabel, primaryRef, shortcut } = props;
  return (
    <>
      {!isFirst && (
        <Button className="spacer" disabled={Boolean(busyLabel)} onClick={onBack}>
          Back
        </Button>
      )}
      {shortcut}
      <Button
        ref={primaryRef}
        variant="primary"
        type="submit"
        form={formId}
        disabled={disabled}
        busyLabel={busyLabel ?? false}
        // The second click of a double click on Next would press a button that was not read yet.
        onClick={(event) => isLast && event.detail > 1 && event.preventDefault()}
      >
        {isLast ? (
          lastLabel
        ) : (
          <>
            Next
            <ArrowRight className="i i--sm" />
          </>
        )}
      </Button>
    </>
  );
}
