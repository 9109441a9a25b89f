import type { EventView, SeriesView } from '@quorum/contracts/entry/wire.ts';
import { localDate } from '@quorum/contracts/time/days.ts';
import { wallTimeLabel } from '@quorum/contracts/time/labels.ts';
import { Info, Trash2 } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { ruleLabelOf } from '../../../data/calendar-entry/rule-label.ts';
import { useSeriesOf } from '../../../data/calendar-entry/use-series.ts';
import { useTimeZone } from '../../../shared/hooks/time-zone.ts';
import { useMinute } from '../../../shared/hooks/use-now.ts';
import { OptionTiles } from '../../../shared/ui/controls/option-tiles.tsx';
import { Notice } from '../../../shared/ui/feedback/notice.tsx';
import { ConfirmDialog } from '../../../shared/ui/overlays/confirm-dialog.tsx';
import { GoingNote } from './going-note.tsx';
import { deleteOptions, editOptions, exceptionsText, type Scope } from './scope-words.ts';

import './repeats.css';

export interface ScopeDialogProps {
  /** One date of an event that repeats. */
  event: EventView;
  /** Texts, the time, the rule, or all of it goes. */
  change: 'texts' | 'time' | 'rule' | 'deleted';
  /** The kind of change. */
  children?: ReactNode;
  busyLabel?: string | false | undefined;
  error?: string | undefined;
  onChoose: (scope: Scope) => void;
  onClose: () => void;
}

const WORDS = {
  edit: { title: 'Edit repeating event', confirm: 'Save Changes' },
  delete: { title: 'Delete repeating event', confirm: 'Delete' },
};

const optionsFor = (series: SeriesView | undefined, date: string, change: ScopeDialogProps['change']) => {
  if (series === undefined) return [];
  return change === 'deleted' ? deleteOptions(series, date) : editOptions(series, date, change === 'rule');
};

/** The effect of an edit on dates that were changed or deleted by themselves. */
function Cost({ event, change, scope }: Pick<ScopeDialogProps, 'event' | 'change'> & { scope: Scope }) {
  const series = useSeriesOf(event);
  const today = localDate(useMinute(), useTimeZone());
  if (series === undefined || change === 'deleted') return null;
  const isTime = change !== 'texts';
  const text = exceptionsText(series, { date: event.occurrence ?? event.date, scope, today, isTime });
  return text !== '' && <Notice icon={<Info className="i" />}>{text}</Notice>;
}

function DeletionNotes({ event, scope }: Pick<ScopeDialogProps, 'event'> & { scope: Scope }) {
  return (
    <>
      <GoingNote event={event} />
      {scope !== 'following' && <p>{`You can restore ${scope === 'all' ? 'them' : 'it'} for 30 days.`}</p>}
    </>
  );
}

/** `This event`, `This and following events`, `All events`, with what each means before it is chosen. */
export function ScopeDialog({ event, change, children, busyLabel, error, onChoose, onClose }: ScopeDialogProps) {
  const options = optionsFor(useSeriesOf(event), event.occurrence ?? event.date, change);
  const labelId = useId();
  const isDeletion = change === 'deleted';
  const [chosen, setChosen] = useState<Scope>();
  const scope = chosen ?? options[0]?.value ?? 'this';
  const words = WORDS[isDeletion ? 'delete' : 'edit'];
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      onConfirm={() => onChoose(scope)}
      title={words.title}
      confirmLabel={words.confirm}
      destructive={isDeletion}
      sign={<Trash2 className="i" />}
      busyLabel={busyLabel}
      error={error}
    >
      <p className="event-row__long" id={labelId}>
        {`${event.name} · ${ruleLabelOf(event)}, ${wallTimeLabel(event.time)}`}
      </p>
      {children}
      <OptionTiles
        look="radio"
        className="scopes"
        labelledBy={labelId}
        options={options}
        value={scope}
        onChange={setChosen}
      />
      <div role="status">
        <Cost event={event} change={change} scope={scope} />
      </div>
      {isDeletion && <DeletionNotes event={event} scope={scope} />}
    </ConfirmDialog>
  );
}
