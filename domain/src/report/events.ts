import { type ReviewAction, reportReasons, reviewActions, reviewLabels } from '@quorum/contracts/report/rules.ts';
import { z } from 'zod';
import type { Saying } from '../audit-rule.ts';
import { defineEvent, MODERATION_SUBJECT, personal, personSubject, writingSubject } from '../event-definition.ts';
import { messageFile } from '../message/events.ts';

/** Stream `report-{reportId}`: a member's report of a message and its review. */
export const reportStream = (reportId: string): string => `report-${reportId}`;

/** The calendar entry that a reported message announced, as it was then. */
const reportedEntry = z.object({
  name: z.string().nullable(),
  description: z.string().nullable(),
  location: z.string().nullable(),
  startsAt: z.iso.datetime(),
  endsAt: z.iso.datetime(),
});

/** Ids that every event of a review carries, so that it is found under the message, the group and both people. */
const about = {
  reportId: z.uuid(),
  messageId: z.uuid(),
  groupId: z.uuid(),
  reporterId: z.uuid(),
  reportedUserId: z.uuid(),
};

const reviewed = (action: ReviewAction): Saying => ({
  sentence: `*${reviewLabels[action]}* ${action === 'ban_user' ? 'applied to' : 'on a message by'} *{person}*`,
  detail: action === 'allow' ? '{by} · reviewed, no action taken' : '{by}',
});

export const reportEvents = [
  defineEvent({
    type: 'MessageReported',
    audit: {
      kind: 'report',
      person: 'reportedUserId',
      facts: ['reason', 'reportId'],
      say: { sentence: '*{actor}* reported a message', detail: '{reason}' },
    },
    version: 2,
    /** The reported content is frozen in the report, encrypted with the message's own key. */
    schema: z.object({
      ...about,
      reason: z.enum(reportReasons),
      messageKind: z.string(),
      messagePostedAt: z.iso.datetime(),
      description: personal(z.string()),
      evidence: personal(z.string()),
      file: messageFile.nullable(),
      fileName: personal(z.string()),
      entry: personal(reportedEntry),
    }),
    personal: [
      {
        subject: (data) => personSubject(data.reporterId),
        fields: ['description'],
      },
      {
        subject: (data) => writingSubject(data.reportedUserId, data.messageId),
        fields: ['evidence', 'fileName', 'entry'],
      },
    ],
    upcasters: { 1: (data) => ({ ...data, file: null, fileName: null, entry: null }) },
  }),
  /** An administrator looked at the evidence. Here and below, `by` is the name they signed in with. */
  defineEvent({
    type: 'ReportOpened',
    audit: {
      kind: 'report',
      person: 'reportedUserId',
      facts: ['by', 'reportId'],
      say: '*{actor}* looked at the evidence of a report',
    },
    schema: z.object({ ...about, by: z.string() }),
  }),
  defineEvent({
    type: 'ReportReviewed',
    audit: {
      kind: 'report',
      person: 'reportedUserId',
      facts: ['action', 'by', 'reportId'],
      say: ({ action }) => reviewed(action as ReviewAction),
    },
    /**
     * The notes keep the reason even after the people concerned are deleted, so they are encrypted with the moderators' own key.
     */
    schema: z.object({ ...about, action: z.enum(reviewActions), by: z.string(), notes: personal(z.string()) }),
    personal: [{ subject: () => MODERATION_SUBJECT, fields: ['notes'] }],
  }),
  /** A decision on another report settled this one too. */
  defineEvent({
    type: 'ReportClosed',
    audit: {
      kind: 'report',
      person: 'reportedUserId',
      facts: ['reason', 'by', 'reportId'],
      say: ({ reason }) => ({
        sentence: '*Report closed*',
        detail: reason === 'user-banned' ? 'the user was banned' : 'the message was removed',
      }),
    },
    schema: z.object({
      ...about,
      reason: z.enum(['message-removed', 'user-banned']),
      decidedWith: z.uuid(),
      by: z.string(),
    }),
  }),
] as const;
