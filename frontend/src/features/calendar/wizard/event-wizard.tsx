import type { EventView } from '@quorum/contracts/entry/wire.ts';
import type { GroupView } from '@quorum/contracts/group/wire.ts';
import { MY_SCHEDULE } from '@quorum/contracts/kernel/limits.ts';
import { localDate } from '@quorum/contracts/time/days.ts';
import { instantMs } from '@quorum/contracts/time/wall-clock.ts';
import { useId, useRef } from 'react';
import { useTimeZone } from '../../../shared/hooks/time-zone.ts';
import { useAfter } from '../../../shared/hooks/use-after.ts';
import { useMinute } from '../../../shared/hooks/use-now.ts';
import { submits } from '../../../shared/lib/submits.ts';
import { Button } from '../../../shared/ui/controls/button.tsx';
import { WizardSteps } from '../../../shared/ui/controls/stepper.tsx';
import { DateLeaf } from '../../../shared/ui/dates/date-leaf.tsx';
import { Notice } from '../../../shared/ui/feedback/notice.tsx';
import { BusyOverlay } from '../../../shared/ui/overlays/busy-overlay.tsx';
import { Dialog } from '../../../shared/ui/overlays/dialog.tsx';
import { useDiscardQuestion } from '../../../shared/ui/overlays/discard-question.tsx';
import { WizardFoot } from '../../../shared/ui/overlays/wizard-foot.tsx';
import { ConflictDialog } from '../conflicts/conflict-dialog.tsx';
import { type Planned, STEPS, whenOfDraft } from './draft.ts';
import { useFocusOnStep } from './steps/use-focus-on-step.ts';
import { WizardStep, type WizardStepProps } from './steps/wizard-step.tsx';
import type { Creation } from './use-create-event.ts';
import { useEventWizard } from './use-event-wizard.ts';
import { useTarget } from './use-target.ts';
import './event-wizard.css';

/** Milliseconds. */
const SUCCESS_DURATION_MS = 2000;

export interface EventWizardProps {
  /** `my-q` creates a personal event. */
  groupId: string;
  group: GroupView | undefined;
  /** The day chosen in the schedule. */
  date?: string | undefined;
  planned?: Planned | undefined;
  /** Called just before the wizard closes itself. */
  onCreated?: (event: EventView) => void;
  /** Mounted while open. Closing it forgets everything. */
  onClose: () => void;
}

/** `Create Event` in five steps. */
export default function EventWizard({ date, planned, onCreated, onClose, ...open }: EventWizardProps) {
  const { groupId, group, mayCreate, targets } = useTarget(open, planned?.groupId);
  const timeZone = useTimeZone();
  const now = useMinute();
  const wizard = useEventWizard({ groupId, group, date, planned, now, timeZone });
  const { draft, creation, event } = wizard;
  const isUnsaved = wizard.isTouched && creation.stage !== 'created';
  const { close, question } = useDiscardQuestion('event', isUnsaved, onClose);
  const done = () => {
    if (creation.stage === 'created') onCreated?.(creation.event);
    onClose();
  };
  return (
    <>
      <WizardDialog
        wizard={wizard}
        place={{ groupId, group, targets, now, timeZone }}
        mayCreate={mayCreate}
        onClose={close}
      />
      {question}
      {creation.stage === 'conflict' && (
        <ConflictDialog
          event={{
            name: creation.event.name,
            groupName: groupId === MY_SCHEDULE ? 'Personal' : (group?.name ?? ''),
            groupId,
            startsAt: instantMs(creation.event),
            duration: creation.event.duration,
          }}
          conflicts={creation.conflicts}
          kind="new"
          timeZone={timeZone}
          onCancel={wizard.backToEntering}
          onConfirm={wizard.createAnyway}
        />
      )}
      <CreatingOverlay
        stage={creation.stage}
        date={event ? localDate(instantMs(event), timeZone) : whenOfDraft(draft, now, timeZone).date}
        onDone={done}
      />
    </>
  );
}

interface CreatingOverlayProps {
  stage: Creation['stage'];
  date: string;
  /** The success was shown long enough. */
  onDone: () => void;
}

function CreatingOverlay({ stage, date, onDone }: CreatingOverlayProps) {
  const created = stage === 'created';
  useAfter(created, SUCCESS_DURATION_MS, onDone);
  return (
    <BusyOverlay
      open={stage === 'creating' || created}
      done={created}
      title={created ? 'Event Created!' : 'Creating Event...'}
      detail={created && 'Your event has been added successfully'}
    >
      <DateLeaf date={date} />
    </BusyOverlay>
  );
}

type Wizard = ReturnType<typeof useEventWizard>;

/** Shown on every step once everything is known. */
function CreateAtOnce({ wizard, mayCreate }: { wizard: Wizard; mayCreate: boolean }) {
  if (!wizard.mayCreateAtOnce) return null;
  return (
    <Button disabled={wizard.isWorking || !mayCreate} onClick={wizard.createAtOnce}>
      Create Event
    </Button>
  );
}

interface WizardDialogProps {
  wizard: Wizard;
  place: WizardStepProps['place'];
  /** The right may be lost while the wizard is open. */
  mayCreate: boolean;
  onClose: () => void;
}

function WizardDialog({ wizard, place, mayCreate, onClose }: WizardDialogProps) {
  const { groupId, group } = place;
  const { step, isWorking } = wizard;
  const formId = useId();
  const form = useRef<HTMLFormElement>(null);
  const primary = useRef<HTMLButtonElement>(null);
  useFocusOnStep(step, wizard.isEntering, form, primary);
  const createAtOnce = () => {
    if (!mayCreate) return;
    if (wizard.isLast) wizard.next();
    else wizard.createAtOnce();
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title="Create Event"
      sub={groupId === MY_SCHEDULE ? 'My Schedule' : group?.name}
      belowHead={<WizardSteps steps={STEPS} current={step} />}
      className="event-wizard"
      busy={!wizard.isEntering}
      onCtrlEnter={createAtOnce}
      foot={
        <WizardFoot
          formId={formId}
          primaryRef={primary}
          isFirst={step === 0}
          isLast={wizard.isLast}
          lastLabel="Create Event"
          disabled={!wizard.isValid || !mayCreate}
          busyLabel={isWorking && 'Creating Event...'}
          onBack={wizard.back}
          shortcut={<CreateAtOnce wizard={wizard} mayCreate={mayCreate} />}
        />
      }
    >
      {!mayCreate && !isWorking && (
        <Notice tone="danger">
          {`You can no longer create events in ${group?.name}. Your entries stay here until you close this window.`}
        </Notice>
      )}
      <form id={formId} ref={form} onSubmit={submits(wizard.next)} noValidate>
        <WizardStep wizard={wizard} place={place} />
      </form>
    </Dialog>
  );
}
