import type { ReactNode } from 'react';
import { classNames } from '../../lib/class-names.ts';
import { Brand } from '../people/brand.tsx';
import { LegalLinks } from './legal-links.tsx';

export interface FullPageMessageProps {
  /** `fading`: two seats are faint (unreachable). `missing`: one seat is gone (not found). `whole`: the mark itself. */
  art: 'fading' | 'missing' | 'whole';
  title: string;
  children?: ReactNode;
  actions?: ReactNode;
}

const SEATS = [
  { cx: 120, cy: 40 },
  { cx: 176.6, cy: 63.4, missing: 'is-off' },
  { cx: 200, cy: 120, fading: 'is-faint' },
  { cx: 120, cy: 200, fading: 'is-faint' },
  { cx: 63.4, cy: 176.6 },
  { cx: 40, cy: 120 },
  { cx: 63.4, cy: 63.4 },
] as const satisfies readonly { cx: number; cy: number; missing?: string; fading?: string }[];

const TAILS = { fading: 'M188 188L230 230', missing: 'M158 158L206 206', whole: 'M158 158L206 206' };

/** A full page with one sentence, for an unreachable server or a missing page. */
export function FullPageMessage({ art, title, children, actions }: FullPageMessageProps) {
  return (
    <div className="lost">
      <header className="lost__head">
        <Brand href="/" />
      </header>
      <main className="lost__main">
        <svg className="lost__art" viewBox="0 0 240 240" aria-hidden="true">
          {SEATS.map((seat) => {
            const look = classNames(
              art === 'missing' && 'missing' in seat && seat.missing,
              art === 'fading' && 'fading' in seat && seat.fading,
            );
            return (
              <circle key={`${seat.cx}-${seat.cy}`} cx={seat.cx} cy={seat.cy} r={22} className={look || undefined} />
            );
          })}
          <path d={TAILS[art]} />
        </svg>
        <h1>{title}</h1>
        {children && <p>{children}</p>}
        {actions && <div className="lost__btns">{actions}</div>}
      </main>
      <LegalLinks />
    </div>
  );
}
