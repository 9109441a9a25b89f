import { MY_SCHEDULE } from '@quorum/contracts/kernel/limits.ts';
import { createContext, type RefCallback, useCallback, useContext, useState } from 'react';

type Report = (rowKey: string, eventId: string | undefined) => void;

/** How a row reports whether it can be seen. Absent if nothing needs to know. */
export const RowsInView = createContext<Report | undefined>(undefined);

/** The share of a row that must be inside the list. */
const MOSTLY = 0.6;

type EventsInView = {
  readonly inView: ReadonlySet<string>;
  /** Absent in a group, whose live events stay beside its list. */
  readonly report: Report | undefined;
};

/** Tracks which events have a row in view. An event over several days has several rows. */
export const useEventsInView = (groupId: string): EventsInView => {
  const [rows, setRows] = useState<ReadonlyMap<string, string>>(new Map());
  const report = useCallback<Report>((rowKey, eventId) => {
    setRows((known) => {
      if (known.get(rowKey) === eventId) return known;
      const others = [...known].filter(([key]) => key !== rowKey);
      return new Map(eventId === undefined ? others : [...others, [rowKey, eventId]]);
    });
  }, []);
  return { inView: new Set(rows.values()), report: groupId === MY_SCHEDULE ? report : undefined };
};

/** For a row's element: reports it while it is rendered, if it is to be watched. */
export const useReportInView = (rowKey: string, eventId: string, watched: boolean): RefCallback<HTMLElement> => {
  const report = useContext(RowsInView);
  return useCallback(
    (element) => {
      if (element === null || report === undefined || !watched) return undefined;
      const observer = new IntersectionObserver(
        ([entry]) => report(rowKey, entry?.isIntersecting ? eventId : undefined),
        { threshold: MOSTLY },
      );
      observer.observe(element);
      return () => {
        observer.disconnect();
        report(rowKey, undefined);
      };
    },
    [report, rowKey, eventId, watched],
  );
};
