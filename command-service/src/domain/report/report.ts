import type { DataOf } from '@quorum/contracts/events/catalogue.ts';
import { type InGroup, rules } from '@quorum/contracts/wire/policy.ts';
import { refuse } from '@quorum/contracts/wire/refusals.ts';
import type { Aggregate, Decision } from '../aggregate.ts';
import type { Message } from '../message/message.ts';

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

/** What the reporter says, and what the message said when it was reported. */
export type Statement = Pick<DataOf<'MessageReported'>, 'reportId' | 'reason' | 'description' | 'evidence'>;

/** One open report per reporter and message: the report's id derives from both. @param now milliseconds. */
export const decideReport = (
  report: Report,
  message: Message,
  asking: InGroup,
  now: number,
  statement: Statement,
): Decision => {
  if (message.status === 'none') return refuse('message/not-found');
  const { id: messageId, groupId, senderId, kind: messageKind, postedAt: messagePostedAt } = message;
  const refusal = rules.reportMessage({ ...asking, senderId, postedAt: Date.parse(messagePostedAt), now });
  if (refusal !== undefined) return refusal;
  if (report.status !== 'none') return refuse('report/already-open');
  if (message.status === 'deleted') return refuse('message/deleted');
  const about = { messageId, groupId, reporterId: asking.actorId, reportedUserId: senderId };
  return [{ type: 'MessageReported', data: { ...statement, ...about, messageKind, messagePostedAt } }];
};
