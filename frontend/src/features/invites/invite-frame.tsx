import type { ReactNode } from 'react';
import { selectUser } from '../../entities/session/session-slice.ts';
import { useAppSelector } from '../../entities/store/hooks.ts';
import { personName } from '../../entities/user/person-label.ts';
import { AccentScope } from '../../shared/ui/accent-scope.tsx';
import { Avatar } from '../../shared/ui/avatar.tsx';
import { Brand } from '../../shared/ui/brand.tsx';
import { LegalLinks } from '../../shared/ui/legal-links.tsx';
import { PersonArt, type PersonLook } from '../../shared/ui/person-art.tsx';

const RINGS = [620, 920, 1240, 1600];
const PEOPLE: readonly { look: PersonLook; left: number; top: number }[] = [
  { look: 'sandy', left: -423, top: -180 },
  { look: 'bun', left: 423, top: -180 },
  { look: 'scarf', left: 402, top: 223 },
  { look: 'long', left: -402, top: 223 },
  { look: 'crop', left: -618, top: 43 },
  { look: 'beard', left: 618, top: 43 },
];

/** The page around an invitation: one card in a ring of people. */
export function InviteFrame({ children }: { children: ReactNode }) {
  const user = useAppSelector(selectUser);
  return (
    <AccentScope accent="green" className="inv">
      <header className="inv__head">
        <Brand href="/" />
        {user && (
          <span className="inv__me hide-md">
            {personName(user)}
            <Avatar photoUrl={user.profilePictureUrl} name={user.firstName} phoneLast2={user.phoneNumber} />
          </span>
        )}
      </header>
      <div className="inv__bg" aria-hidden="true">
        {RINGS.map((size) => (
          <i key={size} style={{ width: size, height: size }} />
        ))}
        {PEOPLE.map(({ look, left, top }) => (
          <span key={look} className="av av--64" style={{ left, top }}>
            <PersonArt look={look} />
          </span>
        ))}
      </div>
      <main className="inv__card">{children}</main>
      <LegalLinks className="inv__foot" />
    </AccentScope>
  );
}
