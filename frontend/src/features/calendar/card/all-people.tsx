import type { EventView } from '@quorum/contracts/entry/wire.ts';
import { limits } from '@quorum/contracts/kernel/limits.ts';
import { useState } from 'react';
import { attendanceApi } from '../../../data/calendar-entry/attendance-api.ts';
import { useSettledText } from '../../../shared/hooks/use-settled-text.ts';
import { Button } from '../../../shared/ui/controls/button.tsx';
import { SearchInput } from '../../../shared/ui/controls/search-input.tsx';
import { Segmented } from '../../../shared/ui/controls/segmented.tsx';
import { Dialog } from '../../../shared/ui/overlays/dialog.tsx';
import { Loaded, LoadFailed } from '../../../shared/ui/page/loaded.tsx';
import { NextPage } from '../../../shared/ui/page/next-page.tsx';
import { LISTS, type List, PeopleSkeletons, Person } from './people-lists.tsx';

const TABS = LISTS.filter(({ answer }) => answer !== 'none');

const PANEL = 'all-people';

/** Everybody who answered an event, a tab for each answer. */
export default function AllPeople({ event, onClose }: { event: EventView; onClose: () => void }) {
  const { attendance } = event;
  const [answer, setAnswer] = useState<List['answer']>('going');
  const [search, setSearch] = useState('');
  const settled = useSettledText(search.trim());
  const chosen = TABS.find((list) => list.answer === answer) ?? TABS[0];
  const tabs = TABS.map((list) => ({
    value: list.answer as List['answer'],
    label: `${list.title} (${list.answer === 'none' ? 0 : (attendance?.[list.answer] ?? 0)})`,
    controls: PANEL,
  }));
  return (
    <Dialog
      open
      onClose={onClose}
      title="Answers"
      sub={event.name}
      belowHead={
        <div className="all-people__head">
          <Segmented label="Answers" as="tabs" options={tabs} value={answer} onChange={setAnswer} />
          <SearchInput label="Search answers" placeholder="Search" value={search} onChange={setSearch} />
        </div>
      }
      foot={<Button onClick={onClose}>Close</Button>}
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a panel without controls must be reachable by keyboard */}
      <div role="tabpanel" id={PANEL} aria-label={chosen?.title} tabIndex={0}>
        {chosen && <Page key={`${answer} ${settled}`} event={event} list={chosen} search={settled} />}
      </div>
    </Dialog>
  );
}

interface PageProps {
  event: EventView;
  list: List;
  search: string;
  after?: string;
}

/** One page of a list, with the next one below it once it is asked for. */
function Page({ event, list, search, after }: PageProps) {
  const query = {
    eventId: event._id,
    answer: list.answer,
    limit: limits.rsvpPage,
    ...(search !== '' && { search }),
    ...(after && { after }),
  };
  const load = attendanceApi.useRsvpsQuery(query);
  return (
    <Loaded
      load={load}
      skeleton={<PeopleSkeletons title={list.title} />}
      failed={(retry) => (
        <LoadFailed className="quiet" onRetry={retry}>
          The list didn’t load.
        </LoadFailed>
      )}
    >
      {({ rsvps, next }) => (
        <>
          {rsvps.length === 0 && after === undefined ? (
            <p className="muted">{search === '' ? 'Nobody yet.' : 'Nobody found.'}</p>
          ) : (
            <ul>
              {rsvps.map((rsvp) => (
                <Person key={rsvp.user._id} rsvp={rsvp} creatorId={event.createdBy} />
              ))}
            </ul>
          )}
          {next !== null && <NextPage page={() => <Page event={event} list={list} search={search} after={next} />} />}
        </>
      )}
    </Loaded>
  );
}
