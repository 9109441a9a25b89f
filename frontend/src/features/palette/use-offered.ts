import type { EventView } from '@quorum/contracts/entry/wire.ts';
import type { GroupView } from '@quorum/contracts/group/wire.ts';
import { MY_SCHEDULE } from '@quorum/contracts/kernel/limits.ts';
import { flawOf } from '@quorum/contracts/search/words.ts';
import { personName } from '@quorum/contracts/text/person-name.ts';
import { eventsWindow } from '@quorum/contracts/time/events-window.ts';
import { useMemo } from 'react';
import { type TimedEvent, timedEvent } from '../../data/calendar-entry/timed-event.ts';
import { eventsIn, useEvents } from '../../data/calendar-entry/use-events.ts';
import { useSelectedGroup } from '../../data/group/use-selected-group.ts';
import { useSortedGroups } from '../../data/group/use-sorted-groups.ts';
import { screenActionOf } from '../../data/screen-actions/screen-actions.ts';
import { searchApi } from '../../data/search/search-api.ts';
import { useTimeZone } from '../../shared/hooks/time-zone.ts';
import { useMinute } from '../../shared/hooks/use-now.ts';
import { useSettledText } from '../../shared/hooks/use-settled-text.ts';
import type { Offered, Option } from './options.ts';
import { useActions } from './use-actions.ts';

/** Milliseconds from the last key until the server is asked. */
const DEBOUNCE_MS = 200;

const NOBODY: readonly Option[] = [];

const groupOption = (group: GroupView): Option => ({ kind: 'group', key: group._id, name: group.name, group });

const eventOption = (event: EventView): Option => ({
  kind: 'event',
  key: event.seriesId ?? event._id,
  name: event.name,
  event,
});

/** Those to come, and of a series its next date. */
const ahead = (events: readonly EventView[], now: number): readonly TimedEvent[] => {
  const coming = events.map(timedEvent).filter(({ endsAt }) => endsAt > now);
  const series = new Set<string>();
  return coming
    .sort((a, b) => a.startsAt - b.startsAt)
    .filter(({ event: { seriesId } }) => seriesId === undefined || series.size < series.add(seriesId).size);
};

const useEventOptions = (): readonly Option[] => {
  const now = useMinute();
  // No more than is loaded: search finds the others.
  const loaded = eventsIn(useEvents(MY_SCHEDULE, eventsWindow(now, useTimeZone()), 0));
  return useMemo(() => ahead(loaded, now).map(({ event }) => eventOption(event)), [loaded, now]);
};

const usePeople = (groups: readonly GroupView[]): readonly Option[] =>
  useMemo(() => {
    const people = groups.flatMap(({ members }) => members.map(({ userId }) => userId));
    const named = people.map(
      (person): Option => ({ kind: 'person', key: person._id, name: personName(person), person }),
    );
    return [...new Map(named.map((option) => [option.key, option])).values()];
  }, [groups]);

/** Options that the server finds by name. */
const useFound = (typed: string, kind: 'events' | 'people'): readonly Option[] => {
  const timeZone = useTimeZone();
  const words = useSettledText(typed, DEBOUNCE_MS);
  // Results for an earlier text are of no use.
  const skip = words !== typed || flawOf(words) !== undefined;
  const { currentData } = searchApi.useSearchInfiniteQuery({ words, kind, timeZone }, { skip });
  return useMemo(
    () =>
      (skip ? [] : (currentData?.pages ?? [])).flatMap(({ results }) =>
        results.flatMap((result): Option | [] => {
          if (result.kind === 'event') return eventOption(result.event);
          if (result.kind !== 'person') return [];
          const { person } = result;
          return { kind: 'person', key: person._id, name: personName(person), person };
        }),
      ),
    [skip, currentData],
  );
};

/** Everything that can be reached or done from here. */
export const useOffered = (typed: string): Offered => {
  const { pinned, others } = useSortedGroups();
  const groups = useMemo(() => [...pinned, ...others], [pinned, others]);
  const { group } = useSelectedGroup();
  const actions = useActions(typed, groups, group);
  // A person leads to what they wrote.
  const isSearched = screenActionOf('search') !== undefined;
  const people = usePeople(groups);
  return {
    groups: useMemo(() => groups.map(groupOption), [groups]),
    events: useEventOptions(),
    people: isSearched ? people : NOBODY,
    ...actions,
    moreEvents: useFound(typed, 'events'),
    morePeople: useFound(isSearched ? typed : '', 'people'),
  };
};
