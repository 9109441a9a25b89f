import type { DeletedEventView } from '@quorum/contracts/entry/wire.ts';
import { limits, MY_SCHEDULE } from '@quorum/contracts/kernel/limits.ts';
import { shortDayBeside } from '@quorum/contracts/time/day-labels.ts';
import { localDate } from '@quorum/contracts/time/days.ts';
import { timeLabel } from '@quorum/contracts/time/labels.ts';
import { Undo2 } from 'lucide-react';
import { useState } from 'react';
import { useAction } from '../../../data/actions/use-action.ts';
import { deletedEventApi } from '../../../data/calendar-entry/deleted-event-api.ts';
import { useTimeZone } from '../../../shared/hooks/time-zone.ts';
import { useMinute } from '../../../shared/hooks/use-minute.ts';
import { Button } from '../../../shared/ui/controls/button.tsx';
import { Skeleton } from '../../../shared/ui/feedback/skeleton.tsx';
import { Dialog } from '../../../shared/ui/overlays/dialog.tsx';
import { useToast } from '../../../shared/ui/overlays/toast.tsx';
import { Loaded, LoadFailed } from '../../../shared/ui/page/loaded.tsx';
import './recently-deleted.css';

const DAY_MS = 86_400_000;

export interface RecentlyDeletedProps {
  groupId: string;
  onClose: () => void;
}

/** What the viewer deleted in a calendar and can still restore. */
export function RecentlyDeleted({ groupId, onClose }: RecentlyDeletedProps) {
  return (
    <Dialog open onClose={onClose} title="Recently deleted" foot={<Button onClick={onClose}>Close</Button>}>
      <Page groupId={groupId} after={undefined} />
    </Dialog>
  );
}

/** One page of the list, with the next one below it once it is asked for. */
function Page({ groupId, after }: { groupId: string; after: string | undefined }) {
  const [isMore, setIsMore] = useState(false);
  const calendar = groupId === MY_SCHEDULE ? {} : { groupId };
  const load = deletedEventApi.useDeletedEventsQuery({ ...calendar, ...(after === undefined ? {} : { after }) });
  return (
    <Loaded
      load={load}
      skeleton={<Skeletons />}
      failed={(retry) => (
        <LoadFailed className="quiet" onRetry={retry}>
          The list didn’t load.
        </LoadFailed>
      )}
    >
      {({ events, next }) => (
        <>
          {events.length === 0 && after === undefined ? (
            <p className="muted">Nothing deleted in the last 30 days.</p>
          ) : (
            <ul className="deleted" aria-label="Deleted events">
              {events.map((event) => (
                <DeletedEvent key={event._id} event={event} />
              ))}
            </ul>
          )}
          {next !== undefined && !isMore && (
            <Button size="sm" onClick={() => setIsMore(true)}>
              Show more
            </Button>
          )}
          {next !== undefined && isMore && <Page groupId={groupId} after={next} />}
        </>
      )}
    </Loaded>
  );
}

const daysLeft = ({ deletedAt }: DeletedEventView, now: number): string => {
  // The minute that is shown may have begun before the deletion.
  const age = Math.max(0, now - Date.parse(deletedAt));
  const left = Math.ceil((limits.eventRestorable - age) / DAY_MS);
  return left === 1 ? '1 day left' : `${left} days left`;
};

/** `Thu, May 14, 1:30 PM`, with the year if it is another one. */
const when = (moment: string, now: number, timeZone: string): string =>
  `${shortDayBeside(localDate(moment, timeZone), localDate(now, timeZone))}, ${timeLabel(moment, timeZone)}`;

const kinds = { event: '', series: 'All dates · ', date: '' } as const;

function DeletedEvent({ event }: { event: DeletedEventView }) {
  const timeZone = useTimeZone();
  const minute = useMinute();
  const toast = useToast();
  const [restore] = deletedEventApi.useRestoreEventMutation();
  const { act, busy } = useAction(restore, {
    failed: 'Failed to restore event',
    done: `Restored ${event.name}`,
    onFailed: (why) => toast(why, 'error'),
  });
  return (
    <li className="deleted__event">
      <div>
        <b className="cut" title={event.name}>
          {event.name}
        </b>
        <small>
          {kinds[event.kind]}
          {when(event.startsAt, minute, timeZone)} · deleted {when(event.deletedAt, minute, timeZone)}
        </small>
      </div>
      <span className="deleted__left">{daysLeft(event, minute)}</span>
      <Button
        size="sm"
        icon={<Undo2 className="i i--sm" />}
        aria-label={`Restore ${event.name}`}
        busyLabel={busy && 'Restoring...'}
        onClick={() => void act(event._id)}
      >
        Restore
      </Button>
    </li>
  );
}

function Skeletons() {
  return (
    <ul className="deleted" aria-label="Loading">
      {[1, 2, 3].map((row) => (
        <li key={row} className="deleted__event">
          <div>
            <Skeleton width="40%" />
            <Skeleton width="60%" height={10} />
          </div>
        </li>
      ))}
    </ul>
  );
}
