import type { PendingReportView, ReportedPerson } from '@quorum/contracts/report/wire.ts';
import type { AnswerOf, QueryOf } from '@quorum/contracts/routes.ts';
import { maskFeedAddresses } from '@quorum/contracts/text/feed-addresses.ts';
import { maskPhone } from '@quorum/contracts/text/phone.ts';
import type { UserDocument } from '@quorum/service-kit/reads/account.ts';
import type { ReportDocument } from '@quorum/service-kit/reads/report.ts';
import { loadPeople, type Reading } from '../reading/context.ts';
import { spokenTexts } from '../reading/spoken-texts.ts';

/** Reports counted at most. Later pages are not listed. */
const MAX_COUNTED = 10_000;

const pending = { where: { status: 'pending' } } as const;

/** Reports awaiting a decision, newest first. A page number beyond the last returns the last page. */
export const pendingReports = async (
  context: Reading,
  { page, limit }: QueryOf<'pendingReports'>,
): Promise<AnswerOf<'pendingReports'>> => {
  const { active } = context.reads;
  const total = await active.count('reports', pending, MAX_COUNTED);
  const totalPages = Math.max(1, Math.ceil(total / limit));
  const currentPage = Math.min(page, totalPages);
  const upTo = await active.query('reports', {
    ...pending,
    order: { field: 'createdAt', direction: 'desc' },
    limit: currentPage * limit,
  });
  const reports = await presentReports(context, upTo.slice((currentPage - 1) * limit));
  return { reports, pagination: { currentPage, totalPages, total } };
};

const presentReports = async (
  context: Reading,
  reports: readonly ReportDocument[],
): Promise<readonly PendingReportView[]> => {
  const people = await loadPeople(
    context,
    reports.flatMap(({ reporterId, reportedUserId }) => [reporterId, reportedUserId]),
  );
  const groups = await context.reads.active.getMany('groups', [...new Set(reports.map(({ groupId }) => groupId))]);
  const spoken = await spokenTexts(
    context,
    reports.map(({ evidence }) => evidence),
  );
  return reports.map((report) => ({
    _id: report.id,
    createdAt: report.createdAt,
    reason: report.reason,
    description: maskFeedAddresses(report.description ?? ''),
    messageId: messageOf(report, spoken),
    reportedBy: personOf(report.reporterId, people.get(report.reporterId)),
    reportedUser: personOf(report.reportedUserId, people.get(report.reportedUserId)),
    groupId: { _id: report.groupId, name: groups.get(report.groupId)?.name ?? '' },
  }));
};

/** The evidence keeps the marks, so that an erased person is no longer named in it. */
const messageOf = (report: ReportDocument, spoken: (text: string) => string): PendingReportView['messageId'] => {
  const { file, entry, evidence } = report;
  return {
    _id: report.messageId,
    type: report.messageKind === 'entry' ? 'event' : report.messageKind,
    content: evidence && maskFeedAddresses(spoken(evidence)),
    createdAt: report.messagePostedAt,
    file: file && { name: report.fileName, size: file.size, mimeType: file.mimeType },
    event: entry && {
      name: entry.name ?? '',
      description: maskFeedAddresses(entry.description ?? ''),
      location: maskFeedAddresses(entry.location ?? ''),
      startsAt: entry.startsAt,
      endsAt: entry.endsAt,
    },
  };
};

/** A list masks numbers; opening a report shows them. */
const personOf = (
  userId: string,
  person: Pick<UserDocument, 'firstName' | 'lastName' | 'phone'> | undefined,
): ReportedPerson => ({
  _id: userId,
  firstName: person?.firstName ?? '',
  lastName: person?.lastName ?? '',
  phoneNumber: maskPhone(person?.phone ?? ''),
});
