import type { LinkItemView, MediaItemView, MediaKind } from '@quorum/contracts/media/wire.ts';
import type { CalendarDate } from '@quorum/contracts/time/calendar-date.ts';
import { mediaApi } from '../../data/media/media-api.ts';
import type { MarksFor } from '../../shared/lib/day-marks.ts';
import { mediaNames } from './media-kind.ts';

type Days = {
  readonly groupId: string;
  readonly startDate: CalendarDate;
  readonly endDate: CalendarDate;
  readonly timeZone: string;
};
export type MediaOf = Pick<Days, 'groupId'> & {
  readonly files: Readonly<Record<CalendarDate, readonly MediaItemView[]>>;
  readonly links: Readonly<Record<CalendarDate, readonly LinkItemView[]>>;
  /** The first load of these days is under way. */
  readonly isLoading: boolean;
  readonly marksFor: MarksFor;
};

const none = {};

/** The media between two days. A failed load is logged and gives empty lists. */
export const useMedia = (kind: MediaKind, days: Days): MediaOf => {
  const files = mediaApi.useFilesByDateQuery(days, { skip: kind !== 'files' });
  const images = mediaApi.useImagesByDateQuery(days, { skip: kind !== 'images' });
  const links = mediaApi.useLinksByDateQuery(days, { skip: kind !== 'links' });
  const { currentData, isFetching } = { files, images, links }[kind];
  const byDate: Readonly<Record<CalendarDate, readonly unknown[]>> = currentData ?? none;
  return {
    groupId: days.groupId,
    files: (kind === 'images' ? images : files).currentData ?? none,
    links: links.currentData ?? none,
    isLoading: isFetching && currentData === undefined,
    marksFor: (date) => {
      const count = byDate[date]?.length ?? 0;
      return count === 0 ? undefined : { count, noun: mediaNames[kind].noun };
    },
  };
};
