import type { ReportView } from '@quorum/contracts/report/wire.ts';
import type { DataOf } from '@quorum/domain/event-catalogue.ts';
import type { MessageFile } from '@quorum/domain/message/events.ts';
import type { ReportedEntry } from '@quorum/domain/report/events.ts';
import { collectionOf } from './collection.ts';

export type ReportDocument = {
  readonly id: string;
  readonly messageId: string;
  readonly groupId: string;
  readonly reporterId: string;
  readonly reportedUserId: string;
  readonly reason: string;
  readonly description: string | null;
  readonly evidence: string | null;
  readonly messageKind: string;
  readonly messagePostedAt: string;
  readonly file: MessageFile | null;
  readonly fileName: string | null;
  readonly entry: ReportedEntry | null;
  readonly createdAt: string;
  readonly status: 'pending' | 'reviewed';
  /** The administrator's note with the decision. */
  readonly notes: string | null;
};

export const reportCollections = {
  reports: collectionOf<ReportDocument>(
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
