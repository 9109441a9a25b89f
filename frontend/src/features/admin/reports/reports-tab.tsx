import type { PendingReportView } from '@quorum/contracts/wire/views.ts';
import { Check, Flag } from 'lucide-react';
import { useState } from 'react';
import { errorText } from '../../../data/api/api-error.ts';
import { useDelayedFlag } from '../../../shared/hooks/use-delayed-flag.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { Notice } from '../../../shared/ui/notice.tsx';
import { Skeleton } from '../../../shared/ui/skeleton.tsx';
import { usePendingReportsQuery } from '../admin-api.ts';
import type { ChosenFilter } from '../chosen-filter.ts';
import { ReportDetail } from './report-detail.tsx';
import { ReportList } from './report-list.tsx';

type Props = { readonly visitId: string; readonly onHistory: (of: ChosenFilter) => void };

/** Pending reports, and the chosen one. */
export function ReportsTab({ visitId, onHistory }: Props) {
  const [page, setPage] = useState(1);
  const [chosen, setChosen] = useState<string>();
  const { data, error, isLoading, refetch } = usePendingReportsQuery(page);
  const late = useDelayedFlag(isLoading);

  if (data === undefined)
    return (
      <div className="adm__main adm__main--one" aria-busy={isLoading}>
        {late && <Skeleton height={240} radius={16} />}
        {error && (
          <Notice tone="danger">
            {`Failed to load reports: ${errorText(error, 'no answer from the server')}`}
            <Button size="sm" onClick={() => void refetch()}>
              Try Again
            </Button>
          </Notice>
        )}
      </div>
    );
  const { reports, pagination } = data;
  const report = reports.find(({ _id }) => _id === chosen);
  return (
    <div className="adm__main">
      <ReportList
        reports={reports}
        pagination={pagination}
        chosen={report?._id}
        onChoose={setChosen}
        onPage={setPage}
        onReload={() => void refetch()}
      />
      <Chosen
        report={report}
        decided={chosen !== undefined && report === undefined}
        none={reports.length === 0}
        visitId={visitId}
        onHistory={onHistory}
      />
    </div>
  );
}

type ChosenProps = Props & {
  readonly report: PendingReportView | undefined;
  readonly decided: boolean;
  readonly none: boolean;
};

function Chosen({ report, decided, none, visitId, onHistory }: ChosenProps) {
  if (report !== undefined)
    return <ReportDetail key={report._id} report={report} visitId={visitId} onHistory={onHistory} />;
  return (
    <section className="rep rep--none" aria-label="Report">
      {none || decided ? (
        <span className="tl__icon tl__icon--ok">
          <Check className="i" aria-hidden="true" />
        </span>
      ) : (
        <span className="tl__icon">
          <Flag className="i" aria-hidden="true" />
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
