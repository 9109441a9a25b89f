import type { ReactNode } from 'react';
import { Brand } from './brand.tsx';
import { LegalLinks } from './legal-links.tsx';
import { type OwnSeat, SeatRing } from './seat-ring.tsx';

export interface EntryPageProps {
  /** How the newcomer's seat looks in the art beside the form. */
  seat: OwnSeat;
  /** The form of another step is another form, of a size of its own: the one before gives way to it instead of moving. */
  step?: string;
  /** Stands above the form without moving it. */
  above?: ReactNode;
  children: ReactNode;
}

/** The way in: a form on the left, the table with a seat for the newcomer on the right, legal links below. */
export function EntryPage({ seat, step, above, children }: EntryPageProps) {
  return (
    <div className="entry">
      <div className="entry__side">
        <header>
          <Brand />
        </header>
        <main key={step} className="entry__form">
          {above && <div className="entry__above">{above}</div>}
          {children}
        </main>
        <LegalLinks className="entry__foot" newTab />
      </div>
      <SeatRing me={seat} />
    </div>
  );
}
