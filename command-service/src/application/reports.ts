import { groupStream } from '@quorum/contracts/events/group.ts';
import { messageStream } from '@quorum/contracts/events/message.ts';
import { reportStream } from '@quorum/contracts/events/report.ts';
import { cleanText } from '@quorum/contracts/text/hostile-text.ts';
import { rules } from '@quorum/contracts/wire/policy.ts';
import { type Refusal, refuse } from '@quorum/contracts/wire/refusals.ts';
import type { BodyOf } from '@quorum/contracts/wire/routes.ts';
import { groupAggregate, standing } from '../domain/group/group.ts';
import { messageAggregate } from '../domain/message/message.ts';
import { decideReport, type Report, reportAggregate } from '../domain/report/report.ts';
import type { Accepted } from './aggregates.ts';
import { type Cause, type Context, metadataOf } from './context.ts';

/** Reports a message; its words are frozen with the report. */
export const reportMessage = async (
  context: Context,
  body: BodyOf<'report'>,
  cause: Cause,
): Promise<Accepted<Report> | Refusal> => {
  const { aggregates, clock, uuidFrom } = context;
  const message = await aggregates.load(messageAggregate, messageStream(body.messageId));
  if (message.status !== 'posted') return refuse('message/not-found');
  const group = await aggregates.load(groupAggregate, groupStream(message.groupId));
  const facts = {
    ...standing(group, cause.actorId),
    senderId: message.senderId,
    postedAt: Date.parse(message.postedAt),
    now: clock.now(),
  };
  const refusal = rules.reportMessage(facts);
  if (refusal !== undefined) return refusal;
  const reportId = uuidFrom(`report ${cause.actorId} ${message.id}`);
  const reported = {
    reportId,
    messageId: message.id,
    groupId: message.groupId,
    reporterId: cause.actorId,
    reportedUserId: message.senderId,
    reason: body.reason,
    messageKind: message.kind,
    messagePostedAt: message.postedAt,
    description: cleanText(body.description),
    evidence: message.text === null || message.text === '' ? message.fileName : message.text,
  };
  return aggregates.handle(reportAggregate, reportStream(reportId), metadataOf(cause), (report) =>
    decideReport(report, reported),
  );
};
