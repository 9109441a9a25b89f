import { limits, MY_SCHEDULE } from '@quorum/contracts/kernel/limits.ts';
import { proposedReminder } from '@quorum/contracts/reminder/lead-times.ts';
import { Clock, Users } from 'lucide-react';
import { type RefObject, useEffect, useEffectEvent, useState } from 'react';
import { useGroup } from '../../../../data/group/use-group.ts';
import { useReminderDefault } from '../../../../data/reminder/use-reminder.ts';
import { submits } from '../../../../shared/lib/submits.ts';
import { Button } from '../../../../shared/ui/controls/button.tsx';
import { Input } from '../../../../shared/ui/controls/input.tsx';
import { ErrorLine } from '../../../../shared/ui/feedback/error-line.tsx';
import { useDiscardQuestion } from '../../../../shared/ui/overlays/discard-question.tsx';
import { Popover } from '../../../../shared/ui/overlays/popover.tsx';
import { useToast } from '../../../../shared/ui/overlays/toast.tsx';
import { ConflictDialog } from '../../conflicts/conflict-dialog.tsx';
import type { Planned } from '../../wizard/draft.ts';
import { TargetField } from '../../wizard/target-field.tsx';
import { useCreateEvent } from '../../wizard/use-create-event.ts';
import { type Target, useTarget } from '../../wizard/use-target.ts';
import type { Shown } from '../shown.ts';
import { timesOfSpan } from './drag.ts';
import { spanLabel } from './ghost.tsx';
import type { Ghost } from './use-drag.ts';

interface QuickCreateProps {
  groupId: string;
  ghost: Ghost;
  shown: Shown;
  /** The drawn outline. */
  anchor: RefObject<HTMLElement | null>;
  /** Goes on in the wizard. */
  onMore: (planned: Planned) => void;
  onClose: () => void;
}

const useNewEvent = ({ groupId, ghost, shown, onClose }: QuickCreateProps) => {
  const { timeZone } = shown.aloud;
  const [name, setName] = useState('');
  const target = useTarget({ groupId, group: useGroup(groupId) });
  const creating = useCreateEvent(target.groupId, target.group);
  const { stage } = creating.creation;
  useDone(stage === 'created', onClose);
  const times = timesOfSpan(ghost.span, timeZone, timeZone);
  const { value: reminderDefault } = useReminderDefault();
  const isBusy = stage !== 'entering';
  const cannotCreate = name.trim() === '' || !target.mayCreate || isBusy;
  const reminder = proposedReminder(times.duration, reminderDefault);
  const event = { ...times, name: name.trim(), description: '', location: '', reminder };
  return {
    ...creating,
    target,
    name,
    setName,
    isBusy,
    cannotCreate,
    submit: () => cannotCreate || void creating.submit(event),
    planned: { ...times, name, groupId: target.groupId },
  };
};

/** The small card at a drawn event. */
export function QuickCreate(props: QuickCreateProps) {
  const { ghost, shown, anchor, onClose } = props;
  const made = useNewEvent(props);
  const { creation, target } = made;
  const { close, question } = useDiscardQuestion('event', made.name.trim() !== '', onClose);
  return (
    <>
      <Popover
        open
        anchor={anchor}
        label="New event"
        // A single column leaves no room beside it.
        side={shown.clocks.length === 1 ? 'bottom' : 'right'}
        className="quick-create"
        onOpenChange={() => made.isBusy || close()}
      >
        <QuickForm {...props} made={made} />
      </Popover>
      {question}
      {creation.stage === 'conflict' && (
        <ConflictDialog
          event={{
            ...made.planned,
            groupName: target.group?.name ?? 'Personal',
            startsAt: ghost.span.startsAt,
          }}
          conflicts={creation.conflicts}
          kind="new"
          timeZone={shown.aloud.timeZone}
          onCancel={() => made.backToEntering()}
          onConfirm={() => void made.createAnyway(creation.event)}
        />
      )}
    </>
  );
}

type QuickFormProps = QuickCreateProps & { readonly made: ReturnType<typeof useNewEvent> };

function QuickForm({ ghost, shown, onMore, made }: QuickFormProps) {
  const { target, name, isBusy, creation } = made;
  const error = creation.stage === 'entering' ? creation.error : undefined;
  return (
    <form onSubmit={submits(made.submit)}>
      <Input
        aria-label="Event name"
        placeholder="Event name"
        value={name}
        maxLength={limits.eventName}
        autoComplete="off"
        disabled={isBusy}
        onChange={({ target: { value } }) => made.setName(value)}
      />
      <p className="quick-create__fact">
        <Clock className="i i--sm" />
        {spanLabel(ghost.span, shown)}
      </p>
      <TargetField groupId={target.groupId} targets={target.targets} />
      <PostedNote {...target} />
      {error !== undefined && <ErrorLine>{error}</ErrorLine>}
      <div className="quick-create__foot">
        <Button size="sm" variant="ghost" disabled={isBusy} onClick={() => onMore(made.planned)}>
          More options
        </Button>
        <Button
          size="sm"
          variant="primary"
          type="submit"
          disabled={made.cannotCreate}
          busyLabel={isBusy && 'Creating...'}
        >
          Create
        </Button>
      </div>
    </form>
  );
}

function PostedNote({ groupId, group }: Target) {
  if (groupId === MY_SCHEDULE || group === undefined) return null;
  return (
    <p className="quick-create__fact">
      <Users className="i i--sm" />
      <span className="cut">{group.name}</span>
      <small>We’ll also post it in the chat.</small>
    </p>
  );
}

const useDone = (isDone: boolean, onClose: () => void): void => {
  const toast = useToast();
  const finish = useEffectEvent(() => {
    toast('Event created');
    onClose();
  });
  useEffect(() => {
    if (isDone) finish();
  }, [isDone]);
};
