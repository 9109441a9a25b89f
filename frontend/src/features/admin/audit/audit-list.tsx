import type { AuditLine } from '@quorum/contracts/audit/wire.ts';
import { useLayoutEffect, useRef } from 'react';
import { useMinute } from '../../../shared/hooks/use-minute.ts';
import { dayName, timeOfDay } from '../times.ts';
import { AuditIcon } from './audit-icon.tsx';
import { Sentence } from './sentence.tsx';

type Props = {
  readonly lines: readonly AuditLine[];
  readonly loaded: boolean;
  readonly chosen: string | undefined;
  readonly onChoose: (line: AuditLine) => void;
};

type Day = { readonly name: string; readonly lines: AuditLine[] };

const byDay = (lines: readonly AuditLine[], now: number): readonly Day[] => {
  const days: Day[] = [];
  for (const line of lines) {
    const name = dayName(line.at, now);
    const last = days.at(-1);
    if (last?.name === name) last.lines.push(line);
    else days.push({ name, lines: [line] });
  }
  return days;
};

/**
 * Keeps the lines under the pointer when newer ones arrive above, while one is chosen: choosing a line is such a newer one.
 * Browsers do so themselves except at the top of a list.
 */
const useKeptPlace = (lines: readonly AuditLine[], keeps: boolean) => {
  const area = useRef<HTMLDivElement>(null);
  const first = useRef<{ readonly id: string; readonly top: number }>(undefined);
  useLayoutEffect(() => {
    if (area.current === null) return;
    const topOf = (id: string | undefined) =>
      area.current?.querySelector<HTMLElement>(`[data-line="${id}"]`)?.offsetTop;
    const top = topOf(first.current?.id);
    if (keeps && first.current && top !== undefined && area.current.scrollTop === 0)
      area.current.scrollTop = top - first.current.top;
    const id = lines[0]?._id;
    const newTop = topOf(id);
    first.current = id === undefined || newTop === undefined ? undefined : { id, top: newTop };
  }, [lines, keeps]);
  return area;
};

/** Lines under their days, newest first. */
export function AuditList({ lines, loaded, chosen, onChoose }: Props) {
  const now = useMinute();
  const area = useKeptPlace(lines, chosen !== undefined);
  return (
    <div className="alist__scroll" ref={area}>
      {loaded && lines.length === 0 && <p className="alist__none">Nothing matches.</p>}
      {byDay(lines, now).map((day) => (
        <section key={day.name} aria-label={day.name}>
          <h2>{day.name}</h2>
          <ul>
            {day.lines.map((line) => (
              <li key={line._id} data-line={line._id}>
                <button
                  type="button"
                  className="aitem"
                  aria-current={line._id === chosen ? 'true' : undefined}
                  onClick={() => onChoose(line)}
                >
                  <AuditIcon line={line} />
                  <Sentence parts={line.sentence} />
                  <time dateTime={line.at}>{timeOfDay(line.at)}</time>
                  <small dir="auto">{line.detail}</small>
                </button>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}
