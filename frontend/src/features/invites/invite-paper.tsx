import type { ReactNode } from 'react';
import { AccentScope } from '../../shared/ui/feedback/accent-scope.tsx';
import { Spinner } from '../../shared/ui/feedback/spinner.tsx';
import { LegalLinks } from '../../shared/ui/page/legal-links.tsx';
import { Brand } from '../../shared/ui/people/brand.tsx';
import { PersonArt, type PersonLook } from '../../shared/ui/people/person-art.tsx';

const RINGS = [620, 920, 1240, 1600];
const PEOPLE: readonly { look: PersonLook; left: number; top: number }[] = [
  { look: 'sandy', left: -423, top: -180 },
  { look: 'bun', left: 423, top: -180 },
  { look: 'scarf', left: 402, top: 223 },
  { look: 'long', left: -402, top: 223 },
  { look: 'crop', left: -618, top: 43 },
  { look: 'beard', left: 618, top: 43 },
];

export interface InvitePaperProps {
  /** A card with another name replaces this one. */
  card?: string;
  me?: ReactNode;
  children: ReactNode;
}

/** The look of the invitation page. The build also prerenders it, to be shown until the app has loaded. */
export function InvitePaper({ card, me, children }: InvitePaperProps) {
  return (
    // The button that was pressed is gone while the page works. The next element takes the focus.
    <AccentScope accent="personal" className="inv" data-focus-home="[data-answer]">
      <header className="inv__head">
        <Brand href="/" />
        {me}
      </header>
      <div className="inv__bg" aria-hidden="true">
        {RINGS.map((size) => (
          <i key={size} style={{ width: size, height: size }} />
        ))}
        {PEOPLE.map(({ look, left, top }) => (
          <span key={look} className="avatar avatar--64" style={{ left, top }}>
            <PersonArt look={look} />
          </span>
        ))}
      </div>
      <main key={card} className="inv__card">
        {children}
      </main>
      <LegalLinks />
    </AccentScope>
  );
}

/** Shown on the card until more is known. */
export function Processing() {
  return (
    <section className="inv__state" role="status">
      <Spinner />
      <h1>Processing Invite...</h1>
    </section>
  );
}
