import type { ReportDocument } from '@quorum/service-kit/reads/report.ts';
import { withoutAudience } from '../audience.ts';
import { change, changeWhere, model, onErasure, put } from '../model.ts';

export const reportChanges = withoutAudience('MessageReported', 'ReportReviewed', 'ReportClosed');

const reportId = ({ data }: { readonly data: { readonly reportId: string } }): string => data.reportId;

const reviewed = (report: ReportDocument): ReportDocument => ({ ...report, status: 'reviewed' });

/** The reported content was erased. */
const shredded = (report: ReportDocument): ReportDocument => ({
  ...report,
  evidence: null,
  file: null,
  fileName: null,
  entry: null,
});

const shredOfMessage = changeWhere(
  'reports',
  ({ data }: { readonly data: { readonly messageId: string } }) => ({ messageId: data.messageId }),
  shredded,
);

/** Reports of messages. They outlive the message and its group. The words of an erased person are removed. */
export const reports = model({
  name: 'reports',
  version: 5,
  collections: ['reports'],
  on: {
    MessageReported: [
      put('reports', ({ data, recordedAt }) => ({
        id: data.reportId,
        messageId: data.messageId,
        groupId: data.groupId,
        reporterId: data.reporterId,
        reportedUserId: data.reportedUserId,
        reason: data.reason,
        description: data.description,
        evidence: data.evidence,
        messageKind: data.messageKind,
        messagePostedAt: data.messagePostedAt,
        file: data.file,
        fileName: data.fileName,
        entry: data.entry,
        createdAt: recordedAt,
        status: 'pending',
        notes: null,
      })),
    ],
    ReportReviewed: [change('reports', reportId, (report, { data }) => ({ ...reviewed(report), notes: data.notes }))],
    ReportClosed: [change('reports', reportId, reviewed)],
    MessageRemoved: [shredOfMessage],
    // Again, because a report parked before the removal may be folded after it while its evidence is readable.
    MessageErased: [shredOfMessage],
    ...onErasure(
      changeWhere(
        'reports',
        ({ data }) => ({ reporterId: data.userId }),
        (report) => ({ ...report, description: null }),
      ),
      changeWhere('reports', ({ data }) => ({ reportedUserId: data.userId }), shredded),
    ),
  },
});
