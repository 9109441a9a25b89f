import type { DataOf } from '@quorum/contracts/events/catalogue.ts';
import type { Aggregate, Decision } from '../aggregate.ts';

/** A member's report of a message. */
export type Report = {
  readonly status: 'none' | 'open';
  readonly createdAt: string;
  readonly facts: DataOf<'MessageReported'> | undefined;
};

export const reportAggregate: Aggregate<Report> = {
  category: 'report',
  initial: () => ({ status: 'none', createdAt: '', facts: undefined }),
  evolve: (report, event) =>
    event.type === 'MessageReported' ? { status: 'open', createdAt: event.recordedAt, facts: event.data } : report,
};

/** One open report per reporter and message: the report's id derives from both. */
export const decideReport = (report: Report, reported: DataOf<'MessageReported'>): Decision =>
  report.status === 'none' ? [{ type: 'MessageReported', data: reported }] : { refused: 'report/already-open' };
