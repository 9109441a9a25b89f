import { limits } from '@quorum/contracts/kernel/limits.ts';
import { type Refusal, refuse } from '@quorum/contracts/kernel/refusals.ts';
import type { ReviewAction } from '@quorum/contracts/report/rules.ts';
import type { Decider, Decision } from '../decider.ts';
import type { DataOf } from '../event-catalogue.ts';
import type { Message } from '../message/decider.ts';

/** A member's report of a message, and the decision on it. */
export type Report = {
  readonly status: 'none' | 'open' | 'decided';
  readonly createdAt: string;
  readonly facts: DataOf<'MessageReported'> | undefined;
  readonly decided: { readonly by: string; readonly at: string } | undefined;
};

/** The reporter's words, and the message as it was when reported. */
export type Statement = Pick<
  DataOf<'MessageReported'>,
  'reportId' | 'reason' | 'description' | 'evidence' | 'file' | 'fileName' | 'entry'
>;

export type Closing = Pick<DataOf<'ReportClosed'>, 'reason' | 'decidedWith' | 'by'>;

export type ReportCommand =
  | { readonly type: 'ReportMessage'; readonly statement: Statement }
  | { readonly type: 'OpenReport' }
  | { readonly type: 'ReviewReport'; readonly action: ReviewAction; readonly notes: string }
  | { readonly type: 'CloseReport'; readonly closing: Closing };

export type ReportFacts = {
  /** Who reports, or the administrator who acts. */
  readonly actorId: string;
  /** How many reports this person sent in the last day. Only a new one needs it. */
  readonly reportedRecently?: number;
  /** Whether the reported person's account is deleted. Its number goes by another name then, which nothing links to the report. */
  readonly reportedIsGone?: boolean;
  readonly message?: Pick<Message, 'status' | 'id' | 'groupId' | 'senderId' | 'kind' | 'postedAt'> | undefined;
};

/** At most one open report per reporter and message: its id derives from both, and from the report decided before it. */
const report = ({ status }: Report, statement: Statement, facts: ReportFacts): Decision => {
  const { actorId, message, reportedRecently = 0 } = facts;
  if (message === undefined || message.status === 'none') return refuse('message/not-found');
  if (status !== 'none') return refuse('report/already-open');
  if (message.status === 'deleted') return refuse('message/deleted');
  if (reportedRecently >= limits.newReportsPerDay) return refuse('report/too-many-today');
  const { id: messageId, groupId, senderId, kind: messageKind, postedAt: messagePostedAt } = message;
  const about = { messageId, groupId, reporterId: actorId, reportedUserId: senderId };
  return [{ type: 'MessageReported', data: { ...statement, ...about, messageKind, messagePostedAt } }];
};

type About = Pick<DataOf<'ReportReviewed'>, 'reportId' | 'messageId' | 'groupId' | 'reporterId' | 'reportedUserId'>;

const aboutOf = ({ reportId, messageId, groupId, reporterId, reportedUserId }: About): About => ({
  reportId,
  messageId,
  groupId,
  reporterId,
  reportedUserId,
});

const inWords = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' });
const dayAndTime = (instant: string): string => `${inWords.format(new Date(instant))} UTC`;

/** The first decision is final. Later ones are refused with who made it and when. */
const refuseDecided = ({ decided }: Report): Refusal | undefined =>
  decided && refuse('report/already-decided', { by: decided.by, at: dayAndTime(decided.at) });

const refuseBan = (action: ReviewAction, { reportedIsGone = false }: ReportFacts): Refusal | undefined =>
  action === 'ban_user' && reportedIsGone ? refuse('report/account-gone') : undefined;

const decide = (command: ReportCommand, state: Report, asked: ReportFacts): Decision => {
  if (command.type === 'ReportMessage') return report(state, command.statement, asked);
  const { facts, decided } = state;
  if (facts === undefined) return refuse('report/not-found');
  const about = aboutOf(facts);
  const by = asked.actorId;
  switch (command.type) {
    // Looking at the evidence is recorded even after the decision.
    case 'OpenReport':
      return [{ type: 'ReportOpened', data: { ...about, by } }];
    case 'ReviewReport': {
      const { action, notes } = command;
      const refusal = refuseDecided(state) ?? refuseBan(action, asked);
      return refusal ?? [{ type: 'ReportReviewed', data: { ...about, action, by, notes } }];
    }
    case 'CloseReport':
      return decided === undefined ? [{ type: 'ReportClosed', data: { ...about, ...command.closing } }] : [];
  }
};

export const reportDecider: Decider<ReportCommand, Report, ReportFacts> = {
  initial: { status: 'none', createdAt: '', facts: undefined, decided: undefined },
  decide,
  evolve: (report, event) => {
    switch (event.type) {
      case 'MessageReported':
        return { status: 'open', createdAt: event.recordedAt, facts: event.data, decided: undefined };
      case 'ReportReviewed':
      case 'ReportClosed':
        return { ...report, status: 'decided', decided: { by: event.data.by, at: event.recordedAt } };
      default:
        return report;
    }
  },
};
