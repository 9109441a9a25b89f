import type { EventChangeView } from '@quorum/contracts/entry/undo.ts';
import {
  Bell,
  CalendarClock,
  CalendarX2,
  Clock,
  type LucideIcon,
  MapPin,
  Pencil,
  Plus,
  Repeat,
  Trash2,
  Undo2,
  Users,
} from 'lucide-react';
import { useState } from 'react';
import { historyApi } from '../../../data/calendar-entry/history-api.ts';
import { selectUserId } from '../../../data/session/session-slice.ts';
import { useAppSelector } from '../../../data/store/hooks.ts';
import { useTimeZone } from '../../../shared/hooks/time-zone.ts';
import { useMinute } from '../../../shared/hooks/use-now.ts';
import { Button } from '../../../shared/ui/controls/button.tsx';
import { Skeleton } from '../../../shared/ui/feedback/skeleton.tsx';
import { Dialog } from '../../../shared/ui/overlays/dialog.tsx';
import { Loaded, LoadFailed } from '../../../shared/ui/page/loaded.tsx';
import { NextPage } from '../../../shared/ui/page/next-page.tsx';
import { Differences } from './differences.tsx';
import { atLabel, type Done, datesOf, differencesOf, doneIn, sentenceOf, type Viewer } from './history-words.ts';
import { type HistoryEvent, type Restorable, restorableIn } from './restorable.ts';
import { RestoreVersion } from './restore-version.tsx';
import './history.css';

export interface EventHistoryProps {
  event: HistoryEvent;
  onClose: () => void;
}

/** Everything that was done to an event, with the way back. Of an event that repeats, on all its dates. */
export function EventHistory({ event, onClose }: EventHistoryProps) {
  const [asked, setAsked] = useState<Restorable>();
  return (
    <Dialog
      open
      onClose={onClose}
      title="History"
      sub={event.name}
      className="history dialog--list"
      foot={<Button onClick={onClose}>Close</Button>}
    >
      <Page event={event} newer={NONE} onRestore={setAsked} />
      {asked && <RestoreVersion event={event} version={asked} onClose={() => setAsked(undefined)} />}
    </Dialog>
  );
}

const NONE: readonly EventChangeView[] = [];

type PageProps = Pick<EventHistoryProps, 'event'> & {
  /** The changes of the pages before. */
  readonly newer: readonly EventChangeView[];
  readonly after?: number;
  readonly onRestore: (version: Restorable) => void;
};

function Page({ event, newer, after, onRestore }: PageProps) {
  const load = historyApi.useEventHistoryQuery({ eventId: event.seriesId ?? event._id, after });
  return (
    <Loaded
      load={load}
      skeleton={<Skeletons />}
      failed={(retry) => (
        <LoadFailed className="quiet" onRetry={retry}>
          The history didn’t load.
        </LoadFailed>
      )}
    >
      {({ changes, next }) => (
        <>
          <ol className="history__list" aria-label="Changes">
            {changes.map((change) => (
              <Change
                key={change.revision}
                change={change}
                event={event}
                known={[...newer, ...changes]}
                onRestore={onRestore}
              />
            ))}
          </ol>
          {next !== undefined && (
            <NextPage
              page={() => <Page event={event} newer={[...newer, ...changes]} after={next} onRestore={onRestore} />}
            />
          )}
        </>
      )}
    </Loaded>
  );
}

const icons: Readonly<Record<Done, LucideIcon>> = {
  created: Plus,
  changed: Pencil,
  renamed: Pencil,
  described: Pencil,
  placed: MapPin,
  moved: CalendarClock,
  timed: Clock,
  repeated: Repeat,
  seated: Users,
  reminded: Bell,
  ended: CalendarX2,
  deleted: Trash2,
  purged: Trash2,
  restored: Undo2,
};

type ChangeProps = Pick<PageProps, 'event' | 'onRestore'> & {
  readonly change: EventChangeView;
  readonly known: readonly EventChangeView[];
};

const useViewer = (): Viewer => {
  const timeZone = useTimeZone();
  return { now: useMinute(), timeZone };
};

function Change({ change, event, known, onRestore }: ChangeProps) {
  const viewer = useViewer();
  const changed = differencesOf(change, viewer);
  const done = doneIn(change, changed);
  const { who, did } = sentenceOf(change, done);
  const dates = datesOf(change, viewer);
  const isCreator = useAppSelector(selectUserId) === event.createdBy;
  const version = isCreator ? restorableIn(known, change, event, viewer) : undefined;
  const Icon = icons[done];
  return (
    <li className="history__item">
      <span className={`history__icon history__icon--${done}`}>
        <Icon className="i i--sm" />
      </span>
      <div>
        <p>
          <b>{who}</b> {did}
        </p>
        <small>{[dates, atLabel(change.at, viewer)].filter((text) => text !== '').join(' · ')}</small>
        <Differences differences={changed} />
        {version && (
          <Button size="sm" icon={<Undo2 className="i i--sm" />} onClick={() => onRestore(version)}>
            Restore this version
          </Button>
        )}
      </div>
    </li>
  );
}

function Skeletons() {
  return (
    <ul className="history__list" aria-label="Loading">
      {[1, 2, 3].map((row) => (
        <li key={row} className="history__item">
          <Skeleton width={36} height={36} radius="full" />
          <div>
            <Skeleton width="50%" />
            <Skeleton width="30%" height={10} />
          </div>
        </li>
      ))}
    </ul>
  );
}
