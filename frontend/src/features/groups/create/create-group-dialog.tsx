import './create-group.css';
import type { GroupView } from '@quorum/contracts/group/wire.ts';
import { GROUP_PALETTE, leastUsedColorIndex } from '@quorum/contracts/text/group-colors.ts';
import { personName } from '@quorum/contracts/text/person-name.ts';
import { useId, useState } from 'react';
import { useAccents } from '../../../data/group/accent.ts';
import { groupApi } from '../../../data/group/group-api.ts';
import { selectUser } from '../../../data/session/session-slice.ts';
import { useAppSelector } from '../../../data/store/hooks.ts';
import { useFileUrl } from '../../../shared/hooks/use-file-url.ts';
import type { AccentName } from '../../../shared/lib/accent.ts';
import { submits } from '../../../shared/lib/submits.ts';
import { WizardSteps } from '../../../shared/ui/controls/stepper.tsx';
import { ErrorLine } from '../../../shared/ui/feedback/error-line.tsx';
import { BusyOverlay } from '../../../shared/ui/overlays/busy-overlay.tsx';
import { Dialog } from '../../../shared/ui/overlays/dialog.tsx';
import { useDiscardQuestion } from '../../../shared/ui/overlays/discard-question.tsx';
import { WizardFoot } from '../../../shared/ui/overlays/wizard-foot.tsx';
import { GroupAvatar } from '../../../shared/ui/people/group-avatar.tsx';
import { GroupPreviewCard } from '../../../shared/ui/people/group-preview-card.tsx';
import { CreateStep } from './create-step.tsx';
import { CreatedDialog } from './created-dialog.tsx';
import { emptyGroup, type NewGroup, STEPS } from './new-group.ts';
import { useGroupWizard } from './use-group-wizard.ts';

/** The group as others will see it, updated while it is described. */
export function GroupPreview(props: { group: NewGroup; imageUrl: string | undefined; accent: AccentName }) {
  const { group, imageUrl, accent } = props;
  const user = useAppSelector(selectUser);
  return (
    <aside className="create-group__pv" aria-label="Preview">
      <h3>What people see before they join</h3>
      <GroupPreviewCard
        name={group.name.trim()}
        description={group.description.trim()}
        imageUrl={imageUrl}
        accent={accent}
        memberCount={1}
        createdBy={user ? personName(user) : 'you'}
        placeholder
      />
    </aside>
  );
}

export interface CreateGroupDialogProps {
  onClose: () => void;
  /** The group was created. The wizard stays open over it. */
  onCreated: (group: GroupView) => void;
}

/** Four steps, an overlay while the group is created, then the invitation. */
export function CreateGroupDialog({ onClose, onCreated }: CreateGroupDialogProps) {
  const wizard = useGroupWizard(onCreated);
  const { phase } = wizard;
  const accent = useNewGroupAccent(phase.at !== 'form');
  const isUnsaved = phase.at === 'form' && wizard.group !== emptyGroup;
  const { close, question } = useDiscardQuestion('group', isUnsaved, onClose);

  if (phase.at === 'success')
    return <CreatedDialog made={phase.made} onClose={onClose} onCreateAnother={wizard.startAgain} />;
  return (
    <>
      <GroupWizard wizard={wizard} accent={accent} onClose={close} />
      {question}
    </>
  );
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
  return (
    <>
      <Dialog
        open
        onClose={onClose}
        title="Create Group"
        sub="A shared schedule and a chat for the people in it."
        className="create-group"
        accent="personal"
        busy={busy}
        onCtrlEnter={wizard.next}
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
        <div className="create-group__cols">
          <form id={formId} className="create-group__form" onSubmit={submits(wizard.next)} noValidate>
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

/**
 * The color that the user's next group gets. It is frozen while `made` is set, because the new group is among the
 * others by then.
 */
const useNewGroupAccent = (made: boolean): AccentName => {
  const { indexOf } = useAccents();
  const { data: groups = [] } = groupApi.useMyGroupsQuery();
  const next = GROUP_PALETTE[leastUsedColorIndex(groups.map(({ _id }) => indexOf(_id)))]?.accent ?? 'blue';
  const [shown, setShown] = useState<AccentName>(next);
  if (!made && shown !== next) setShown(next);
  return shown;
};
