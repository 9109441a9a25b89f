import type { ReactNode } from 'react';
import { Brand } from '../people/brand.tsx';
import { type OwnSeat, SeatRing } from '../people/seat-ring.tsx';
import { LegalLinks } from './legal-links.tsx';

export interface EntryPageProps {
  /** The newcomer's seat in the art beside the form. */
  seat: OwnSeat;
  /** Each step's form has its own size, and replaces the previous one instead of moving it. */
  step?: string;
  /** Shown above the form without moving it. */
  above?: ReactNode;
  children: ReactNode;
}

/** The entry page: a form on the left, the table with a seat for the newcomer on the right, legal links below. */
export function EntryPage({ seat, step, above, children }: EntryPageProps) {
  return (
    <div className="entry">
      <div className="entry__side">
        <header>
          <Brand />
        </header>
        <main key={step} className="entry__form steady">
          {above && <div className="entry__above">{above}</div>}
          {children}
        </main>
        <LegalLinks className="entry__foot" newTab />
      </div>
      <SeatRing me={seat} />
    </div>
  );
}
