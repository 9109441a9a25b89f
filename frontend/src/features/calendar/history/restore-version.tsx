import type { ConflictsView } from '@quorum/contracts/entry/wire.ts';
import { useState } from 'react';
import { useAction } from '../../../data/actions/use-action.ts';
import { historyApi } from '../../../data/calendar-entry/history-api.ts';
import { useTimeZone } from '../../../shared/hooks/time-zone.ts';
import { ConfirmDialog } from '../../../shared/ui/overlays/confirm-dialog.tsx';
import { ConflictDialog } from '../conflicts/conflict-dialog.tsx';
import { useConflictCheck } from '../conflicts/use-conflict-check.ts';
import { Differences } from './differences.tsx';
import type { HistoryEvent, Restorable } from './restorable.ts';

export interface RestoreVersionProps {
  event: HistoryEvent;
  version: Restorable;
  onClose: () => void;
}

const ASKS = ['Date', 'Time', 'Length', 'Place'];

/** An event has no more fields. */
const NUMBERS = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine'];

const textOf = ({ differences }: Restorable, { isMyQEvent }: HistoryEvent): string => {
  const count = differences.length === 1 ? 'one thing' : `${NUMBERS[differences.length]} things`;
  const isAsked = !isMyQEvent && differences.some(({ field }) => ASKS.includes(field));
  return `This changes ${count} back.${isAsked ? ' Who answered for another time or place is asked again.' : ''}`;
};

/** Shows what putting a version back changes, asks about conflicts, and does it. */
export function RestoreVersion({ event, version, onClose }: RestoreVersionProps) {
  const timeZone = useTimeZone();
  const [revert] = historyApi.useRevertEventMutation();
  const check = useConflictCheck();
  const [conflicts, setConflicts] = useState<ConflictsView>();
  const run = async (anyway: boolean) => {
    const found = version.isMoved && !anyway ? await check(version.version, version.eventId) : undefined;
    setConflicts(found);
    return found ? {} : revert({ eventId: version.eventId, revision: version.revision });
  };
  const { act, busy, error } = useAction(run, {
    failed: 'Failed to restore this version',
    next: (done: unknown) => done !== undefined && onClose(),
  });
  const { name, duration, startsAt } = version.version;
  return (
    <>
      <ConfirmDialog
        open
        onClose={onClose}
        onConfirm={() => void act(false)}
        title="Put back an older version"
        confirmLabel={version.hasPassed ? 'Restore all but the time' : 'Restore this version'}
        busyLabel={busy && 'Restoring...'}
        error={error}
        className="history"
      >
        <p>{textOf(version, event)}</p>
        <Differences differences={version.differences} />
      </ConfirmDialog>
      {conflicts && (
        <ConflictDialog
          event={{
            name: name ?? event.name,
            groupId: event.groupId,
            groupName: event.isMyQEvent ? 'Personal' : event.groupName,
            startsAt: Date.parse(startsAt),
            duration,
          }}
          conflicts={conflicts}
          kind="moved"
          timeZone={timeZone}
          onCancel={() => setConflicts(undefined)}
          onConfirm={() => {
            setConflicts(undefined);
            void act(true);
          }}
        />
      )}
    </>
  );
}
