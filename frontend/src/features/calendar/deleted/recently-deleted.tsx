import { MY_SCHEDULE } from '@quorum/contracts/kernel/limits.ts';
import { deletedEventApi } from '../../../data/calendar-entry/deleted-event-api.ts';
import { Button } from '../../../shared/ui/controls/button.tsx';
import { Skeleton } from '../../../shared/ui/feedback/skeleton.tsx';
import { Dialog } from '../../../shared/ui/overlays/dialog.tsx';
import { Loaded, LoadFailed } from '../../../shared/ui/page/loaded.tsx';
import { NextPage } from '../../../shared/ui/page/next-page.tsx';
import { DeletedEvent } from './deleted-event.tsx';
import './recently-deleted.css';

export interface RecentlyDeletedProps {
  groupId: string;
  onClose: () => void;
}

/** The viewer's deleted events of a calendar that can still be restored. */
export function RecentlyDeleted({ groupId, onClose }: RecentlyDeletedProps) {
  return (
    <Dialog
      open
      onClose={onClose}
      title="Recently deleted"
      className="recently-deleted dialog--list"
      foot={<Button onClick={onClose}>Close</Button>}
    >
      <Page groupId={groupId} after={undefined} />
    </Dialog>
  );
}

/** One page of the list, with the next one below it once it is asked for. */
function Page({ groupId, after }: { groupId: string; after: string | undefined }) {
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
          {events.length === 0 && after === undefined && next === undefined ? (
            <p className="muted">Nothing deleted in the last 30 days.</p>
          ) : (
            <ul className="deleted" aria-label="Deleted events">
              {events.map((event) => (
                <DeletedEvent key={event._id} event={event} />
              ))}
            </ul>
          )}
          {next !== undefined && <NextPage page={() => <Page groupId={groupId} after={next} />} />}
        </>
      )}
    </Loaded>
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
