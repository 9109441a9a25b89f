import type { ImportedEventInput } from '@quorum/contracts/import/wire.ts';
import { limits } from '@quorum/contracts/kernel/limits.ts';
import { shortDayBeside } from '@quorum/contracts/time/day-labels.ts';
import { localDate } from '@quorum/contracts/time/days.ts';
import { timeRange } from '@quorum/contracts/time/labels.ts';
import type { Repeats } from '@quorum/contracts/time/repeats.ts';
import { repeatsLabel } from '@quorum/contracts/time/repeats-labels.ts';
import { spanOf } from '@quorum/contracts/time/wall-clock.ts';
import { TriangleAlert } from 'lucide-react';
import { useMinute } from '../../../shared/hooks/use-now.ts';
import { Badge, type BadgeProps } from '../../../shared/ui/people/badge.tsx';
import type { Row } from './use-import.ts';

interface ImportRowsProps {
  rows: readonly Row[];
  chosen: ReadonlySet<Row>;
  timeZone: string;
  onToggle: (row: Row) => void;
}

/** The events of a file, each with its state and a box if it is new. */
export function ImportRows({ rows, chosen, timeZone, onToggle }: ImportRowsProps) {
  return (
    <table className="import__rows">
      <thead className="visually-hidden">
        <tr>
          <th scope="col">Import</th>
          <th scope="col">Event</th>
          <th scope="col">State</th>
          <th scope="col">Note</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the rows of a file keep their order, and may be equal
          <tr key={index}>
            <td>
              <input
                type="checkbox"
                aria-label={`Import ${row.name}`}
                disabled={row.outcome !== 'new'}
                checked={chosen.has(row)}
                onChange={() => onToggle(row)}
              />
            </td>
            <th scope="row">
              <b dir="auto">{row.name}</b>
              {row.event && <When event={row.event} timeZone={timeZone} />}
            </th>
            <td>
              <State outcome={row.outcome} />
            </td>
            <td className="import__about">
              <Notes row={row} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** In the viewer’s zone. */
function When({ event, timeZone }: { event: ImportedEventInput; timeZone: string }) {
  const now = useMinute();
  const { date, time, duration = limits.defaultDuration, repeats } = event;
  const { startsAt, endsAt } = spanOf({ date, time, duration, timeZone: event.timeZone ?? timeZone });
  const times = timeRange(startsAt, endsAt, timeZone);
  const day = shortDayBeside(localDate(startsAt, timeZone), localDate(now, timeZone));
  const rule = repeats === undefined ? undefined : repeatsLabel({ rule: { every: 1, ...repeats } as Repeats, date });
  return <small>{rule === undefined ? `${day}, ${times}` : `${rule}, ${times}, from ${day}`}</small>;
}

const STATES: {
  readonly [O in Row['outcome']]: { readonly tone: NonNullable<BadgeProps['tone']>; readonly text: string };
} = {
  new: { tone: 'accent', text: 'New' },
  here: { tone: 'plain', text: 'Already here' },
  refused: { tone: 'danger', text: 'Can’t be imported' },
};

function State({ outcome }: { outcome: Row['outcome'] }) {
  const { tone, text } = STATES[outcome];
  return <Badge tone={tone}>{text}</Badge>;
}

const namesOf = (clashes: readonly string[]): string =>
  clashes.length < 2 ? clashes.join('') : `${clashes.slice(0, -1).join(', ')} and ${clashes.at(-1) ?? ''}`;

function Notes({ row: { reason, clashes, isShortened } }: { row: Row }) {
  return (
    <>
      {reason !== undefined && <span>{reason}</span>}
      {clashes.length > 0 && (
        <span>
          <TriangleAlert className="i i--sm" />
          Overlaps {namesOf(clashes)}
        </span>
      )}
      {isShortened && <span>Text shortened</span>}
    </>
  );
}
