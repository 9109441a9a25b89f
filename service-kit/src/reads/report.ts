import type { ReportView } from '@quorum/contracts/report/wire.ts';
import type { DataOf } from '@quorum/domain/event-catalogue.ts';
import { collectionOf, NOBODY } from './collection.ts';

export type ReportDocument = Omit<DataOf<'MessageReported'>, 'reportId'> & {
  readonly id: string;
  readonly createdAt: string;
  readonly status: 'pending' | 'reviewed';
  /** The administrator's note with the decision. */
  readonly notes: string | null;
};

export const reportCollections = {
  reports: collectionOf<ReportDocument>(
    NOBODY,
    ['status', 'createdAt'],
    ['messageId'],
    ['reporterId', 'createdAt'],
    ['reportedUserId'],
  ),
};

/** A report as its reporter sees it. */
export const reportView = (
  { reportId, reason, description, messageId, messageKind, evidence, messagePostedAt }: DataOf<'MessageReported'>,
  createdAt: string,
): ReportView => ({
  _id: reportId,
  createdAt,
  reason,
  description: description ?? '',
  messageId: { _id: messageId, type: messageKind, content: evidence ?? '', createdAt: messagePostedAt },
});
