import type { GroupView } from '@quorum/contracts/group/wire.ts';
import { type FormEvent, useId } from 'react';
import { useNewGroupAccent } from '../../../data/group/use-new-group-accent.ts';
import { useFileUrl } from '../../../shared/hooks/use-file-url.ts';
import { useFocusReturn } from '../../../shared/hooks/use-focus-return.ts';
import type { AccentName } from '../../../shared/lib/accent.ts';
import { BusyOverlay } from '../../../shared/ui/busy-overlay.tsx';
import { Dialog } from '../../../shared/ui/dialog.tsx';
import { ErrorLine } from '../../../shared/ui/error-line.tsx';
import { GroupAvatar } from '../../../shared/ui/group-avatar.tsx';
import { WizardSteps } from '../../../shared/ui/stepper.tsx';
import { WizardFoot } from '../../../shared/ui/wizard-foot.tsx';
import '../groups.css';
import { CreateStep } from './create-step.tsx';
import { CreatedDialog } from './created-dialog.tsx';
import { GroupPreview } from './group-preview.tsx';
import { STEPS } from './new-group.ts';
import { useGroupWizard } from './use-group-wizard.ts';

export interface CreateGroupDialogProps {
  onClose: () => void;
  /** The group was created. The wizard stays open over it. */
  onCreated: (group: GroupView) => void;
}

/** Four steps, an overlay while the group is created, then the invitation. */
export function CreateGroupDialog({ onClose: close, onCreated }: CreateGroupDialogProps) {
  const giveFocusBack = useFocusReturn(true);
  const wizard = useGroupWizard(onCreated);
  const { phase } = wizard;
  const accent = useNewGroupAccent(phase.at !== 'form');

  // The success screen is a dialog of its own, and what opened it has gone by the time it closes.
  const onClose = () => {
    close();
    setTimeout(giveFocusBack, 0);
  };

  if (phase.at === 'success')
    return <CreatedDialog made={phase.made} onClose={onClose} onCreateAnother={wizard.startAgain} />;
  return <GroupWizard wizard={wizard} accent={accent} onClose={onClose} />;
}

interface GroupWizardProps {
  wizard: ReturnType<typeof useGroupWizard>;
  accent: AccentName;
  onClose: () => void;
}

function GroupWizard({ wizard, accent, onClose }: GroupWizardProps) {
  const { group, step, isLast, error, phase } = wizard;
  const imageUrl = useFileUrl(group.image);
  const formId = useId();
  const busy = phase.at !== 'form';
  const submit = (event: FormEvent) => {
    event.preventDefault();
    wizard.next();
  };
  return (
    <>
      <Dialog
        open
        onClose={onClose}
        title="Create Group"
        sub="A shared schedule and a chat for the people in it."
        className="cg"
        width="xl"
        accent="personal"
        busy={busy}
        belowHead={<WizardSteps steps={STEPS} current={step} />}
        foot={
          <WizardFoot
            formId={formId}
            isFirst={step === 0}
            isLast={isLast}
            lastLabel="Create Group"
            onBack={wizard.back}
          />
        }
      >
        <div className="cg__cols">
          <form id={formId} className="cg__form" onSubmit={submit} noValidate>
            <CreateStep
              key={step}
              step={step}
              group={group}
              imageUrl={imageUrl}
              error={error}
              accent={accent}
              onError={wizard.fail}
              onChange={wizard.change}
            />
            {isLast && error && <ErrorLine>{error}</ErrorLine>}
          </form>
          <GroupPreview group={group} imageUrl={imageUrl} accent={accent} />
        </div>
      </Dialog>
      <BusyOverlay
        open={busy}
        done={phase.at === 'done'}
        title={phase.at === 'done' ? 'Group Created!' : 'Creating Group...'}
        detail={group.name.trim()}
        accent={accent}
      >
        <GroupAvatar name={group.name} imageUrl={imageUrl} />
      </BusyOverlay>
    </>
  );
}
