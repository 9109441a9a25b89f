import type { Pagination, PendingReportView } from '@quorum/contracts/report/wire.ts';
import { RefreshCw } from 'lucide-react';
import type { ReactNode } from 'react';
import { useMinute } from '../../../shared/hooks/use-now.ts';
import { IconButton } from '../../../shared/ui/controls/icon-button.tsx';
import { Badge } from '../../../shared/ui/people/badge.tsx';
import { PageTurner } from '../page-turner.tsx';
import { nearMoment } from '../times.ts';
import { PersonMark } from './person-mark.tsx';
import { nameOf, reasonLabel, reasonTone, summaryOf } from './report-words.ts';

type Props = {
  readonly reports: readonly PendingReportView[];
  readonly pagination: Pagination;
  readonly chosen: string | undefined;
  /** Why another page or the new reports could not be loaded. */
  readonly failed: ReactNode;
  readonly onChoose: (report: PendingReportView) => void;
  readonly onPage: (page: number) => void;
  readonly onReload: () => void;
};

export function ReportList({ reports, pagination, chosen, failed, onChoose, onPage, onReload }: Props) {
  const now = useMinute();
  const { currentPage, totalPages, total } = pagination;
  return (
    <section className="report-list" aria-label="Pending reports">
      <header className="report-list__head">
        <h1>Pending reports</h1>
        <Badge>{total}</Badge>
        <IconButton label="Reload" icon={<RefreshCw className="i" />} onClick={onReload} />
      </header>
      {failed}
      {/* Another page begins at its top. */}
      <ul key={currentPage}>
        {reports.map((report) => (
          <li key={report._id}>
            <button
              type="button"
              className="report-line"
              aria-current={report._id === chosen ? 'true' : undefined}
              onClick={() => onChoose(report)}
            >
              <PersonMark person={report.reportedUser} large />
              <b className="cut" dir="auto">
                {nameOf(report.reportedUser)}
              </b>
              <time dateTime={report.createdAt}>{nearMoment(report.createdAt, now)}</time>
              <p className="cut" dir="auto">
                {summaryOf(report.messageId)}
              </p>
              <Badge tone={reasonTone(report.reason)}>{reasonLabel(report.reason)}</Badge>
            </button>
          </li>
        ))}
      </ul>
      <PageTurner
        label={`Page ${currentPage} of ${totalPages}`}
        hasPrevious={currentPage > 1}
        hasNext={currentPage < totalPages}
        onPrevious={() => onPage(currentPage - 1)}
        onNext={() => onPage(currentPage + 1)}
      />
    </section>
  );
}
