import type { Refusal } from '@quorum/contracts/kernel/refusals.ts';
import type { BodyOf } from '@quorum/contracts/routes.ts';
import { cleanText } from '@quorum/contracts/text/hostile-text.ts';
import { type Report, type ReportCommand, reportDecider } from '@quorum/domain/report/decider.ts';
import { reportStream } from '@quorum/domain/report/events.ts';
import { userDecider } from '@quorum/domain/user/decider.ts';
import { userStream } from '@quorum/domain/user/events.ts';
import type { Administrator } from '../admin/visit.ts';
import type { Accepted } from '../handling/aggregates.ts';
import type { Context } from '../handling/context.ts';

type Outcome = Promise<Accepted<Report> | Refusal>;

type Parts = Pick<Context, 'aggregates'>;

const isGone = async ({ aggregates }: Parts, userId = ''): Promise<boolean> =>
  (await aggregates.load(userDecider, userStream(userId))).status === 'deleted';

const onReport = (
  { aggregates }: Parts,
  reportId: string,
  command: ReportCommand,
  { username, cause }: Administrator,
): Outcome =>
  aggregates.handle({
    decider: reportDecider,
    stream: reportStream(reportId),
    command,
    cause,
    facts: async ({ facts }) => ({
      actorId: username,
      reportedIsGone: await isGone({ aggregates }, facts?.reportedUserId),
    }),
  });

/** Looking at the evidence is itself recorded. */
export const openReport = (parts: Parts, reportId: string, who: Administrator): Outcome =>
  onReport(parts, reportId, { type: 'OpenReport' }, who);

/** Decides on a report. A process manager carries out the decision. */
export const reviewReport = (
  parts: Parts,
  { reportId, action, adminNotes }: BodyOf<'reviewReport'>,
  who: Administrator,
): Outcome => onReport(parts, reportId, { type: 'ReviewReport', action, notes: cleanText(adminNotes) }, who);
