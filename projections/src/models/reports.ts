import { changeWhere, type Model, put } from './model.ts';

/** Reports of messages. They outlive the message and its group; an erased person's words are taken out. */
export const reports: Model = {
  name: 'reports',
  version: 1,
  streams: ['report', 'user'],
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
        createdAt: recordedAt,
        status: 'pending',
      })),
    ],
    AccountDeleted: [
      changeWhere(
        'reports',
        ({ data }) => ({ reporterId: data.userId }),
        (report) => ({ ...report, description: null }),
      ),
      changeWhere(
        'reports',
        ({ data }) => ({ reportedUserId: data.userId }),
        (report) => ({ ...report, evidence: null }),
      ),
    ],
  },
};
