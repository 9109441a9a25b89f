import { localDate } from '@quorum/contracts/time/days.ts';
import { instantMs } from '@quorum/contracts/time/wall-clock.ts';
import { MY_SCHEDULE } from '@quorum/contracts/wire/limits.ts';
import type { GroupView } from '@quorum/contracts/wire/views.ts';
import { type FormEvent, useId, useRef } from 'react';
import { useTimeZone } from '../../entities/calendar-entry/time-zone.ts';
import { rightsIn } from '../../entities/group/group-rights.ts';
import { useMinute } from '../../shared/hooks/use-minute.ts';
import { Dialog } from '../../shared/ui/dialog.tsx';
import { Notice } from '../../shared/ui/notice.tsx';
import { WizardSteps } from '../../shared/ui/stepper.tsx';
import { WizardFoot } from '../../shared/ui/wizard-foot.tsx';
import { ConflictDialog } from './conflict-dialog.tsx';
import { CreatingOverlay } from './creating-overlay.tsx';
import { STEPS, whenOfDraft } from './draft.ts';
import { useEventWizard } from './use-event-wizard.ts';
import { useFocusOnStep } from './use-focus-on-step.ts';
import { WizardStep } from './wizard-step.tsx';
import './event-wizard.css';

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
  const formId = useId();
  const form = useRef<HTMLFormElement>(null);
  const primary = useRef<HTMLButtonElement>(null);
  const wizard = useEventWizard({ groupId, group, now, timeZone });
  const { step, draft, creation, isWorking, event } = wizard;
  useFocusOnStep(step, form, primary);

  const submit = (submitted: FormEvent) => {
    submitted.preventDefault();
    wizard.next();
  };
  const isPersonal = groupId === MY_SCHEDULE;
  // The right may be taken away while the wizard is open.
  const mayCreate = group === undefined || rightsIn(group).createEvents;
  return (
    <>
      <Dialog
        open
        onClose={onClose}
        title="Create Event"
        sub={isPersonal ? 'My Schedule' : group?.name}
        belowHead={<WizardSteps steps={STEPS} current={step} />}
        width="lg"
        className="evwiz"
        busy={isWorking}
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
          />
        }
      >
        {!mayCreate && !isWorking && (
          <Notice tone="danger">
            {`You may no longer create events in ${group.name}. What you entered stays here as long as this window is open.`}
          </Notice>
        )}
        <form id={formId} ref={form} onSubmit={submit} noValidate>
          <WizardStep
            step={step}
            draft={draft}
            put={wizard.put}
            now={now}
            timeZone={timeZone}
            groupId={groupId}
            group={group}
            onEdit={wizard.goTo}
            error={creation.stage === 'entering' ? creation.error : undefined}
          />
        </form>
      </Dialog>
      {creation.stage === 'conflict' && event && (
        <ConflictDialog
          event={{
            name: event.name,
            groupName: isPersonal ? 'Personal' : (group?.name ?? ''),
            groupId,
            startsAt: instantMs(event),
            duration: event.duration,
          }}
          conflicts={creation.conflicts}
          timeZone={timeZone}
          onCancel={wizard.backToEntering}
          onConfirm={wizard.createAnyway}
        />
      )}
      <CreatingOverlay
        stage={creation.stage}
        date={event ? localDate(instantMs(event), timeZone) : whenOfDraft(draft, now, timeZone).date}
        onDone={onClose}
      />
    </>
  );
}
