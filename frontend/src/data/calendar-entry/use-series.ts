import type { EventView, SeriesView } from '@quorum/contracts/entry/wire.ts';
import { useAppSelector } from '../store/hooks.ts';
import type { RootState } from '../store/state.ts';
import type { EventList } from './event-list.ts';

/** A series in any of the loaded lists. */
const selectSeries = (state: RootState, seriesId: string | undefined): SeriesView | undefined => {
  if (seriesId === undefined) return undefined;
  for (const query of Object.values(state.api.queries)) {
    if (query?.endpointName !== 'events') continue;
    const found = (query.data as EventList | undefined)?.series.find(({ _id }) => _id === seriesId);
    if (found !== undefined) return found;
  }
  return undefined;
};

/** The series that an event is a date of, as far as it is loaded. */
export const useSeriesOf = ({ seriesId }: Pick<EventView, 'seriesId'>): SeriesView | undefined =>
  useAppSelector((state) => selectSeries(state, seriesId));
