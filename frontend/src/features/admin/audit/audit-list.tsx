import type { AuditLine } from '@quorum/contracts/audit/wire.ts';
import { useLayoutEffect, useRef } from 'react';
import { useMinute } from '../../../shared/hooks/use-now.ts';
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
 * Keeps the lines under the pointer when newer ones arrive above, while one is chosen: choosing a line adds a newer one itself.
 * Browsers do so themselves except at the top of a list.
 */
const useKeptPlace = (lines: readonly AuditLine[], keeps: boolean) => {
  const area = useRef<HTMLDivElement>(null);
  const first = useRef<{ readonly id: string; readonly top: number }>(undefined);
  useLayoutEffect(() => {
    const { current } = area;
    if (current === null) return;
    const topOf = (id: string) => current.querySelector<HTMLElement>(`[data-line="${id}"]`)?.offsetTop ?? 0;
    const before = first.current;
    if (before !== undefined && keeps && current.scrollTop === 0) current.scrollTop = topOf(before.id) - before.top;
    const [line] = lines;
    first.current = line && { id: line._id, top: topOf(line._id) };
  }, [lines, keeps]);
  return area;
};

/** Lines under their days, newest first. */
export function AuditList({ lines, loaded, chosen, onChoose }: Props) {
  const now = useMinute();
  const area = useKeptPlace(lines, chosen !== undefined);
  return (
    <div className="audit-list__scroll" ref={area}>
      {loaded && lines.length === 0 && <p className="audit-list__none">Nothing matches.</p>}
      {byDay(lines, now).map((day) => (
        <section key={day.name} aria-label={day.name}>
          <h2>{day.name}</h2>
          <ul>
            {day.lines.map((line) => (
              <li key={line._id} data-line={line._id}>
                <button
                  type="button"
                  className="audit-line"
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
