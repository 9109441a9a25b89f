import { actorName } from '@quorum/contracts/audit/actor-name.ts';
import type { AuditLine } from '@quorum/contracts/audit/wire.ts';
import { Check, GitBranch, History, TriangleAlert } from 'lucide-react';
import { Fragment, useState } from 'react';
import { adminApi } from '../../../data/admin/admin-api.ts';
import { Button } from '../../../shared/ui/controls/button.tsx';
import { Badge } from '../../../shared/ui/people/badge.tsx';
import type { ChosenFilter } from '../chosen-filter.ts';
import { loadNotice } from '../load-notice.tsx';
import { exactTime, longMoment, timeOfDay } from '../times.ts';
import { AuditIcon } from './audit-icon.tsx';
import { BackToHistory } from './back-to-history.tsx';
import { placeOf } from './line-place.ts';
import { Sentence } from './sentence.tsx';
import { StateAtATime } from './state-at-a-time.tsx';
import './chain.css';

/** A line, and the lines it caused. */
export type Branch = { readonly line: AuditLine; readonly caused: Branch[] };

/** The lines as a tree of causes, in order. A line whose cause is missing is a root. */
export const branchesOf = (lines: readonly AuditLine[]): readonly Branch[] => {
  const byId = new Map(lines.map((line) => [line._id, { line, caused: [] } as Branch]));
  const roots: Branch[] = [];
  for (const branch of byId.values()) {
    const cause = branch.line.causedBy === null ? undefined : byId.get(branch.line.causedBy);
    (cause === undefined ? roots : cause.caused).push(branch);
  }
  return roots;
};

type Props = {
  readonly line: AuditLine;
  readonly onBack: () => void;
  readonly onFilter: (filter: ChosenFilter) => void;
};

/** `6 events in 0.08 s` */
const howMany = (lines: readonly AuditLine[]): string => {
  const [first, last] = [lines[0], lines.at(-1)];
  if (lines.length === 1 || first === undefined || last === undefined) return '1 event';
  return `${lines.length} events in ${((Date.parse(last.at) - Date.parse(first.at)) / 1000).toFixed(2)} s`;
};

/** The loaded part of a line's chain. Before that, the line itself. */
const useChain = (line: AuditLine) => {
  const { data, ...query } = adminApi.useAuditChainInfiniteQuery(line.correlationId);
  const pages = data?.pages ?? [];
  return { ...query, pages, lines: data === undefined ? [line] : pages.flatMap((page) => page.lines) };
};

/** Everything caused by the same request, as a tree, and what led to it. */
export function Chain({ line, onBack, onFilter }: Props) {
  const { pages, lines, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useChain(line);
  const title = line.sentence.map((part) => (typeof part === 'string' ? part : part.strong));
  const [at, setAt] = useState({ stream: line.stream, revision: line.revision });
  return (
    <>
      <section className="chain-details" aria-label="Chain">
        <BackToHistory onBack={onBack} />
        <header className="chain-details__head">
          <h2 dir="auto">{title.join('')}</h2>
          <Integrity intact={areIntact(pages, hasNextPage)} />
          <p>{`${longMoment(line.at)} · ${hasNextPage ? 'first ' : ''}${howMany(lines)}`}</p>
        </header>
        <Ids line={line} />
        <Histories line={line} onFilter={onFilter} />
        {error !== undefined && loadNotice('the chain')(() => void refetch(), error)}
        <ol className="chain" aria-label="What caused what">
          {branchesOf(lines).map((branch) => (
            <ChainItem key={branch.line._id} branch={branch} at={at} onShow={setAt} />
          ))}
        </ol>
        {hasNextPage && (
          <Button size="sm" busyLabel={isFetchingNextPage && 'Loading...'} onClick={() => void fetchNextPage()}>
            Show more
          </Button>
        )}
        <Earlier lines={pages[0]?.earlier ?? []} />
      </section>
      <StateAtATime at={at} onMove={setAt} />
    </>
  );
}

/** Undefined until all pages have been checked, unless one is broken. */
const areIntact = (pages: readonly { readonly intact: boolean }[], isPart: boolean): boolean | undefined => {
  if (pages.some(({ intact }) => !intact)) return false;
  return pages.length === 0 || isPart ? undefined : true;
};

/** Whether the hash chain of the log confirms these events. Renders nothing when they were not all checked. */
function Integrity({ intact }: { readonly intact: boolean | undefined }) {
  if (intact === undefined) return null;
  const [Icon, tone, words] = intact
    ? ([Check, 'ok', 'Hash chain verified'] as const)
    : ([TriangleAlert, 'danger', 'Hash chain broken'] as const);
  return (
    <Badge tone={tone}>
      <Icon className="i i--sm" />
      {words}
    </Badge>
  );
}

function Ids({ line }: { readonly line: AuditLine }) {
  return (
    <dl className="chain-details__ids">
      <Id term="Correlation" id={line.correlationId.slice(0, 13)} />
      <Id term="Actor" id={actorName(line)} />
      {line.group !== null && <Id term="Group" id={line.group.name || 'deleted group'} />}
    </dl>
  );
}

/** The request that led to this one. */
function Earlier({ lines }: { readonly lines: readonly AuditLine[] }) {
  if (lines.length === 0) return null;
  return (
    <>
      <h3>What led here</h3>
      {lines.map((line) => (
        <div key={line._id} className="before">
          <GitBranch className="i" />
          <Sentence parts={line.sentence} />
          <time dateTime={line.at}>{timeOfDay(line.at)}</time>
        </div>
      ))}
    </>
  );
}

function Id({ term, id }: { readonly term: string; readonly id: string }) {
  return (
    <div>
      <dt>{term}</dt>
      <dd dir="auto">{id}</dd>
    </div>
  );
}

/** The histories of the people and things that the line names. */
function Histories({ line, onFilter }: Pick<Props, 'line' | 'onFilter'>) {
  const { actor, user, group } = line;
  const person = (id: string, name: string) => ({ label: name, of: { user: { id, name } } });
  const choices = [
    ...(actor.name !== '' && actor._id.includes('-') ? [person(actor._id, actor.name)] : []),
    ...(user === null || user.name === '' ? [] : [person(user._id, user.name)]),
    ...(group === null || group.name === ''
      ? []
      : [{ label: group.name, of: { group: { id: group._id, name: group.name } } }]),
  ];
  return (
    <div className="chain-details__more">
      {choices.map(({ label, of }) => (
        <Button key={label} size="sm" icon={<History className="i i--sm" />} onClick={() => onFilter(of)}>
          {`History of ${label}`}
        </Button>
      ))}
    </div>
  );
}

type ItemProps = {
  readonly branch: Branch;
  readonly at: Pick<AuditLine, 'stream' | 'revision'>;
  readonly onShow: (at: Pick<AuditLine, 'stream' | 'revision'>) => void;
};

function ChainItem({ branch, at, onShow }: ItemProps) {
  const { line, caused } = branch;
  const isShown = line.stream === at.stream && line.revision === at.revision;
  return (
    <li>
      <div className="chain__item" aria-current={isShown ? 'true' : undefined}>
        <AuditIcon line={line} />
        <button type="button" className="chain__pick" onClick={() => onShow(line)}>
          <Sentence parts={line.sentence} />
        </button>
        <time dateTime={line.at}>{exactTime(line.at)}</time>
        <small>{placeOf(line)}</small>
        {line.type === 'ConfigurationChanged' && <Change line={line} />}
        {line.notes && <blockquote dir="auto">{line.notes}</blockquote>}
      </div>
      {caused.length > 0 && (
        <ol>
          {caused.map((child) => (
            <ChainItem key={child.line._id} branch={child} at={at} onShow={onShow} />
          ))}
        </ol>
      )}
    </li>
  );
}

function Change({ line }: { readonly line: AuditLine }) {
  const rows = [
    ['Before', <del key="before">{line.facts.previous}</del>],
    ['After', line.facts.value],
  ] as const;
  return (
    <dl className="diff">
      {rows.map(([term, value]) => (
        <Fragment key={term}>
          <dt>{term}</dt>
          <dd>{value}</dd>
        </Fragment>
      ))}
    </dl>
  );
}
