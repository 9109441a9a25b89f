import { z } from 'zod';
import { defineEvent, personal, personSubject } from './definition.ts';

/** Stream `report-{reportId}`: a member's report of a message and its review. */
export const reportStream = (reportId: string): string => `report-${reportId}`;

export const reportReasons = ['spam', 'harassment', 'hate', 'violence', 'sexual content', 'other'] as const;
export type ReportReason = (typeof reportReasons)[number];

export const reportEvents = [
  defineEvent({
    type: 'MessageReported',
    /** The message's words are frozen with the report, under the key of the one who wrote them. */
    schema: z.object({
      reportId: z.uuid(),
      messageId: z.uuid(),
      groupId: z.uuid(),
      reporterId: z.uuid(),
      reportedUserId: z.uuid(),
      reason: z.enum(reportReasons),
      messageKind: z.string(),
      messagePostedAt: z.iso.datetime(),
      description: personal(z.string()),
      evidence: personal(z.string()),
    }),
    personal: [
      {
        subject: (data) => personSubject(data.reporterId),
        fields: ['description'],
      },
      {
        subject: (data) => personSubject(data.reportedUserId),
        fields: ['evidence'],
      },
    ],
  }),
] as const;
