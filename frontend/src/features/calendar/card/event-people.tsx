import type { RsvpsView } from '@quorum/contracts/attendance/wire.ts';
import type { EventView } from '@quorum/contracts/entry/wire.ts';
import { limits } from '@quorum/contracts/kernel/limits.ts';
import { type CSSProperties, Suspense, useState } from 'react';
import { attendanceApi } from '../../../data/calendar-entry/attendance-api.ts';
import { selectListed } from '../../../data/group/use-group.ts';
import { useAppSelector } from '../../../data/store/hooks.ts';
import { preloadable } from '../../../shared/lib/preloadable.ts';
import { isUnanswered } from '../../../shared/ui/attendance/unanswered.ts';
import { Button } from '../../../shared/ui/controls/button.tsx';
import { Delayed } from '../../../shared/ui/feedback/delayed.tsx';
import { Loaded, LoadFailed } from '../../../shared/ui/page/loaded.tsx';
import { NextPage } from '../../../shared/ui/page/next-page.tsx';
import { LISTS, type List, PeopleSkeletons, Person, type PersonProps } from './people-lists.tsx';

/** Loaded when somebody asks for everybody. */
const AllPeople = preloadable(() => import('./all-people.tsx'));

/** The first of each list. */
const SHOWN_PER_LIST = 8;

/** How many members gave no answer, as far as that is known before their list is loaded. */
const useSilentCount = ({ groupId, attendance }: EventView): number => {
  const members = useAppSelector((state) => selectListed(state, groupId)?.memberCount);
  if (members === undefined || attendance === undefined) return 0;
  const { going, maybe, cant, waiting } = attendance;
  return Math.max(0, members - going - maybe - cant - waiting);
};

export interface EventPeopleProps {
  event: EventView;
  /** Those without an answer are named to the creator and who leads the group. Others see how many they are. */
  namesSilent?: boolean;
}

/** Who gave which answer, in the order of answering. */
export function EventPeople({ event, namesSilent = false }: EventPeopleProps) {
  const { attendance } = event;
  const silent = useSilentCount(event);
  const [isOpen, setOpen] = useState(false);
  if (attendance === undefined) return null;
  const isNone = isUnanswered(event);
  const shown = LISTS.filter(({ answer }) => answer === 'none' || (!isNone && attendance[answer] > 0));
  const isCut = LISTS.some(({ answer }) => answer !== 'none' && attendance[answer] > SHOWN_PER_LIST);
  return (
    <div className="people">
      {isNone && <p className="people__none">No answers yet.</p>}
      {shown.map((list) => (
        <PeopleList
          key={list.answer}
          event={event}
          list={list}
          count={list.answer === 'none' ? silent : attendance[list.answer]}
          isNamed={list.answer !== 'none' || namesSilent}
        />
      ))}
      {isCut && (
        <Button
          size="sm"
          className="people__all"
          onPointerEnter={() => void AllPeople.preload()}
          onClick={() => setOpen(true)}
        >
          Show all
        </Button>
      )}
      {isOpen && (
        <Suspense fallback={null}>
          <AllPeople event={event} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </div>
  );
}

type PeopleListProps = {
  readonly event: EventView;
  readonly list: List;
  /** How many people the list has, if that is known before it is loaded. */
  readonly count: number;
  /** Whether it names them. */
  readonly isNamed: boolean;
};

function PeopleList({ event, list: { answer, title }, count, isNamed }: PeopleListProps) {
  const load = attendanceApi.useRsvpsQuery({ eventId: event._id, answer, limit: SHOWN_PER_LIST });
  if (load.isLoading && count > 0) return <Room title={title} lines={isNamed ? Math.min(SHOWN_PER_LIST, count) : 0} />;
  return (
    <Loaded
      load={load}
      failed={(retry) => (
        <LoadFailed className="people__failed" onRetry={retry}>
          {`The list “${title}” didn’t load.`}
        </LoadFailed>
      )}
    >
      {({ rsvps, total, next }) =>
        total > 0 && (
          <section>
            <h4>{`${title} (${total})`}</h4>
            <People rsvps={rsvps} creatorId={event.createdBy} />
            {answer === 'none' && next !== null && <NextPage page={() => <Silent event={event} after={next} />} />}
          </section>
        )
      }
    </Loaded>
  );
}

/** One more page of those without an answer, whom no tab lists. */
function Silent({ event, after }: { event: EventView; after: string }) {
  const load = attendanceApi.useRsvpsQuery({ eventId: event._id, answer: 'none', after, limit: limits.rsvpPage });
  return (
    <Loaded
      load={load}
      failed={(retry) => (
        <LoadFailed className="people__failed" onRetry={retry}>
          The list didn’t load.
        </LoadFailed>
      )}
    >
      {({ rsvps, next }) => (
        <>
          <People rsvps={rsvps} creatorId={event.createdBy} />
          {next !== null && <NextPage page={() => <Silent event={event} after={next} />} />}
        </>
      )}
    </Loaded>
  );
}

const People = ({ rsvps, creatorId }: Pick<RsvpsView, 'rsvps'> & Pick<PersonProps, 'creatorId'>) => (
  <ul>
    {rsvps.map((rsvp) => (
      <Person key={rsvp.user._id} rsvp={rsvp} creatorId={creatorId} />
    ))}
  </ul>
);

/** Keeps what follows from moving when the list arrives. */
const Room = ({ title, lines }: { title: string; lines: number }) => (
  <div className="people__room" style={{ '--lines': lines } as CSSProperties}>
    <Delayed>
      <PeopleSkeletons title={title} />
    </Delayed>
  </div>
);
