import type { AuditState, StateField } from '@quorum/contracts/audit/wire.ts';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { type CSSProperties, Fragment } from 'react';
import { adminApi } from '../../../data/admin/admin-api.ts';
import { classNames } from '../../../shared/lib/class-names.ts';
import { rove } from '../../../shared/lib/roving.ts';
import { IconButton } from '../../../shared/ui/controls/icon-button.tsx';
import { Loaded } from '../../../shared/ui/page/loaded.tsx';
import { loadNotice } from '../load-notice.tsx';
import { nearTime } from '../times.ts';
import { shortStream } from './line-place.ts';
import { fieldInWords, valueInWords } from './state-words.ts';
import './state-at-a-time.css';

type Place = { readonly stream: string; readonly revision: number };
type Props = { readonly at: Place; readonly onMove: (to: Place) => void };

/** The most revisions shown. The buttons beside them reach all others. */
const MAX_SHOWN = 9;

/** The state of a stream after each of its events, and what that event changed. */
export function StateAtATime({ at, onMove }: Props) {
  return (
    <aside className="state-at" aria-label="State at a time">
      <header>
        <h2>State at a time</h2>
        <p>{`${shortStream(at.stream)}, as each event left it`}</p>
      </header>
      <States key={at.stream} at={at} onMove={onMove} />
    </aside>
  );
}

/** For one stream, so that the state of another never shows under its name. */
function States({ at, onMove }: Props) {
  return (
    <Loaded load={adminApi.useAuditStateQuery(at)} failed={loadNotice('the state')}>
      {(state) => <Shown state={state} onMove={(revision) => onMove({ stream: state.stream, revision })} />}
    </Loaded>
  );
}

function Shown({ state, onMove }: { readonly state: AuditState; readonly onMove: (revision: number) => void }) {
  // Before the first event there was nothing, so that all would count as changed.
  const fields = state.revision === 0 ? state.fields.map(({ name, value }) => ({ name, value })) : state.fields;
  return (
    <>
      <div>
        <div className="state-at__when">
          <b>{nearTime(state.at)}</b>
          <span className="tabular-digits">{`Revision ${state.revision} of ${state.last}`}</span>
        </div>
        <Scrubber state={state} onMove={onMove} />
      </div>
      {fields.length > 0 && (
        <dl className="state">
          {fields.map((field) => (
            <Row key={field.name} field={field} />
          ))}
        </dl>
      )}
      {fields.some((field: StateField) => field.before !== undefined) && (
        <p className="state-at__key">Changed by this event</p>
      )}
    </>
  );
}

const shownRevisions = ({ revision, last }: AuditState): readonly number[] => {
  const count = Math.min(MAX_SHOWN, last + 1);
  const first = Math.max(0, Math.min(revision - Math.floor(count / 2), last + 1 - count));
  return Array.from({ length: count }, (_, index) => first + index);
};

function Scrubber({ state, onMove }: { readonly state: AuditState; readonly onMove: (revision: number) => void }) {
  const { revision, last } = state;
  const shown = shownRevisions(state);
  const part = shown.length < 2 ? 0 : shown.indexOf(revision) / (shown.length - 1);
  return (
    <div className="revision-slider">
      <IconButton
        label="Earlier revision"
        disabled={revision === 0}
        icon={<ChevronLeft className="i" />}
        onClick={() => onMove(revision - 1)}
      />
      <div
        className="revision-slider__track"
        role="radiogroup"
        aria-label="Revision"
        style={{ '--at': `${part * 100}%` } as CSSProperties}
      >
        {shown.map((each, index) => (
          // biome-ignore lint/a11y/useSemanticElements: a dot on a line, drawn by its own style.
          <button
            key={each}
            type="button"
            role="radio"
            aria-checked={each === revision}
            aria-label={`Revision ${each}`}
            className={classNames(each < revision && 'is-past')}
            tabIndex={each === revision ? 0 : -1}
            onClick={() => onMove(each)}
            onKeyDown={(event) => rove(event, index, (to) => onMove(shown[to] ?? each))}
          />
        ))}
      </div>
      <IconButton
        label="Later revision"
        disabled={revision === last}
        icon={<ChevronRight className="i" />}
        onClick={() => onMove(revision + 1)}
      />
    </div>
  );
}

function Row({ field }: { readonly field: StateField }) {
  const { value, before } = field;
  const name = fieldInWords(field.name);
  if (before === undefined)
    return (
      <Fragment>
        <dt>{name}</dt>
        <dd dir="auto">{value === null ? <em className="is-gone">nothing</em> : valueInWords(value)}</dd>
      </Fragment>
    );
  return (
    <Fragment>
      <dt className="is-changed">{name}</dt>
      <dd className="is-changed" dir="auto">
        <del>{valueInWords(before)}</del>
        <b>{valueInWords(value)}</b>
      </dd>
    </Fragment>
  );
}
