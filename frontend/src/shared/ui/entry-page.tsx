import type { ReactNode } from 'react';
import { Brand } from './brand.tsx';
import { LegalLinks } from './legal-links.tsx';
import { type OwnSeat, SeatRing } from './seat-ring.tsx';

export interface EntryPageProps {
  /** How the newcomer's seat looks in the art beside the form. */
  seat: OwnSeat;
  children: ReactNode;
}

/** The way in: a form on the left, the table with a seat for the newcomer on the right, legal links below. */
export function EntryPage({ seat, children }: EntryPageProps) {
  return (
    <div className="entry">
      <div className="entry__side">
        <header>
          <Brand />
        </header>
        <main className="entry__form">{children}</main>
        <LegalLinks className="entry__foot" by="tab" />
      </div>
      <SeatRing me={seat} />
    </div>
  );
}
