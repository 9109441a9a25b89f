import type { AuditLine } from '@quorum/contracts/audit/wire.ts';
import { History, Hourglass } from 'lucide-react';
import { useState } from 'react';
import { adminApi } from '../../../data/admin/admin-api.ts';
import { classNames } from '../../../shared/lib/class-names.ts';
import { asQuery, type ChosenFilter } from '../chosen-filter.ts';
import { loadNotice } from '../load-notice.tsx';
import { PageTurner } from '../page-turner.tsx';
import { AuditFilters } from './audit-filters.tsx';
import { AuditList } from './audit-list.tsx';
import { Chain } from './chain.tsx';
import { Parked } from './parked.tsx';
import './audit.css';

type Props = { readonly filter: ChosenFilter; readonly onFilter: (filter: ChosenFilter) => void };
type Shown = { readonly line: AuditLine } | 'parked' | undefined;

const NONE: readonly AuditLine[] = [];

const layoutOf = (shown: Shown): string =>
  classNames(
    'admin__main',
    'admin__main--audit',
    shown !== undefined && 'is-open',
    typeof shown === 'object' && 'admin__main--chain',
  );

const pageQuery = (filter: ChosenFilter, after: string | undefined) => ({
  ...asQuery(filter),
  ...(after === undefined ? {} : { after }),
});

/** The timeline on the left, details of the chosen line on the right. */
export function AuditTab({ filter, onFilter }: Props) {
  /** The cursors of the pages after the first. */
  const [places, setPlaces] = useState<readonly string[]>([]);
  const [shown, setShown] = useState<Shown>();
  /** Gets the focus once the details close. */
  const [opener, setOpener] = useState('');
  const query = pageQuery(filter, places.at(-1));
  const { data, currentData, error, refetch } = adminApi.useAuditQuery(query);
  // The previous lines stay until the answer arrives, but not if it failed.
  const answer = error === undefined ? data : currentData;
  const lines = answer?.lines ?? NONE;
  const change = (to: ChosenFilter) => {
    setPlaces([]);
    onFilter(to);
  };
  const show = (what: Shown, from: string) => {
    setShown(what);
    setOpener(from);
  };
  return (
    <div className={layoutOf(shown)} data-focus-home={opener}>
      <section className="audit-list" aria-label="Audit history">
        <header className="audit-list__head">
          <div className="audit-list__title">
            <h1>Audit History</h1>
            <ParkedButton onShow={() => show('parked', '.badge--warn')} />
          </div>
          <AuditFilters filter={filter} onFilter={change} lines={lines} />
        </header>
        {error !== undefined && loadNotice('the audit history')(() => void refetch(), error)}
        <AuditList
          // Another page or filter begins at its top.
          key={JSON.stringify(query)}
          lines={lines}
          loaded={answer !== undefined}
          chosen={typeof shown === 'object' ? shown.line._id : undefined}
          onChoose={(line) => show({ line }, `[data-line="${line._id}"] button`)}
        />
        <PageTurner
          label={`Page ${places.length + 1}`}
          hasPrevious={places.length > 0}
          hasNext={answer !== undefined && answer.next !== null}
          onPrevious={() => setPlaces(places.slice(0, -1))}
          // Until a page has loaded, nobody knows where the next one begins.
          onNext={() => currentData?.next && setPlaces([...places, currentData.next])}
        />
      </section>
      <Side
        shown={shown}
        onBack={() => setShown(undefined)}
        onFilter={(to) => {
          // In a narrow window the details stand in place of the list.
          setShown(undefined);
          change(to);
        }}
      />
    </div>
  );
}

function ParkedButton({ onShow }: { readonly onShow: () => void }) {
  const parked = adminApi.useParkedEventsQuery().data?.total ?? 0;
  if (parked === 0) return null;
  return (
    <button type="button" className="badge badge--warn" onClick={onShow}>
      <Hourglass className="i i--sm" />
      {`${parked} parked`}
    </button>
  );
}

type SideProps = { readonly shown: Shown; readonly onBack: () => void; readonly onFilter: Props['onFilter'] };

function Side({ shown, onBack, onFilter }: SideProps) {
  if (shown === 'parked') return <Parked onBack={onBack} />;
  if (shown !== undefined) return <Chain key={shown.line._id} line={shown.line} onBack={onBack} onFilter={onFilter} />;
  return (
    <section className="report report--none" aria-label="Chain">
      <span className="icon-disc">
        <History className="i" />
      </span>
      <p>Choose a line to see everything that belongs to it.</p>
    </section>
  );
}
