import type { PendingReportView } from '@quorum/contracts/report/wire.ts';
import type { AnswerOf } from '@quorum/contracts/routes.ts';
import { Check, Flag } from 'lucide-react';
import { useState } from 'react';
import { adminApi } from '../../../data/admin/admin-api.ts';
import { Skeleton } from '../../../shared/ui/feedback/skeleton.tsx';
import { Loaded } from '../../../shared/ui/page/loaded.tsx';
import type { ChosenFilter } from '../chosen-filter.ts';
import { loadNotice } from '../load-notice.tsx';
import { ReportDetail } from './report-detail.tsx';
import { ReportList } from './report-list.tsx';
import './reports.css';

type Props = { readonly visitId: string; readonly onHistory: (of: ChosenFilter) => void };

/** Pending reports, and the chosen one. It stays open, with the notes on it, when it is no longer on the shown page. */
export function ReportsTab({ visitId, onHistory }: Props) {
  const [page, setPage] = useState(1);
  const [chosen, setChosen] = useState<PendingReportView | 'decided'>();
  const load = adminApi.usePendingReportsQuery(page);
  const { data, error, refetch } = load;

  if (data === undefined)
    return (
      <div className="admin__main admin__main--one" aria-busy={load.isLoading}>
        <Loaded load={load} skeleton={<Skeleton height={240} radius={16} />} failed={loadNotice('reports')} />
      </div>
    );
  const { reports, pagination } = data;
  const report = chosen === 'decided' ? undefined : openReport(chosen, data);
  return (
    <div className="admin__main" data-focus-home=".report">
      <ReportList
        reports={reports}
        pagination={pagination}
        chosen={report?._id}
        onChoose={setChosen}
        onPage={setPage}
        failed={error !== undefined && loadNotice('reports')(() => void refetch(), error)}
        onReload={() => void refetch()}
      />
      <Chosen
        report={report}
        decided={chosen !== undefined && report === undefined}
        none={reports.length === 0}
        visitId={visitId}
        onHistory={onHistory}
        onDecided={() => setChosen(nextTo(report, reports) ?? 'decided')}
      />
    </div>
  );
}

/** The report after a decided one, else the one before it. */
const nextTo = (decided: PendingReportView | undefined, reports: readonly PendingReportView[]) => {
  const at = reports.findIndex(({ _id }) => _id === decided?._id);
  return reports[at + 1] ?? reports[at - 1];
};

/** The chosen report as it is now. Undefined once it was decided: it would be on the shown page, and is not. */
const openReport = (chosen: PendingReportView | undefined, shown: AnswerOf<'pendingReports'>) =>
  shown.reports.find(({ _id }) => _id === chosen?._id) ?? (isOnOtherPage(chosen, shown) ? chosen : undefined);

/** Newest first, so its time says on which side of the shown page a report stands. */
const isOnOtherPage = (
  chosen: PendingReportView | undefined,
  { reports, pagination: { currentPage, totalPages } }: AnswerOf<'pendingReports'>,
): boolean => {
  const [newest, oldest] = [reports[0], reports.at(-1)];
  if (chosen === undefined || newest === undefined || oldest === undefined) return false;
  if (currentPage > 1 && chosen.createdAt >= newest.createdAt) return true;
  return currentPage < totalPages && chosen.createdAt <= oldest.createdAt;
};

type ChosenProps = Props & {
  readonly report: PendingReportView | undefined;
  readonly decided: boolean;
  readonly none: boolean;
  readonly onDecided: () => void;
};

function Chosen({ report, decided, none, ...rest }: ChosenProps) {
  if (report !== undefined) return <ReportDetail key={report._id} report={report} {...rest} />;
  return (
    <section tabIndex={-1} className="report report--none" aria-label="Report">
      {none || decided ? (
        <span className="icon-disc icon-disc--ok">
          <Check className="i" />
        </span>
      ) : (
        <span className="icon-disc">
          <Flag className="i" />
        </span>
      )}
      <p role="status">{emptyText(decided, none)}</p>
    </section>
  );
}

const emptyText = (decided: boolean, none: boolean): string => {
  if (none) return 'No reports are waiting.';
  return decided ? 'This report has been decided. Choose another one.' : 'Choose a report to review it.';
};
