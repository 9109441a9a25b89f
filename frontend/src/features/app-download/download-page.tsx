import { Download } from 'lucide-react';
import type { ReactNode } from 'react';
import type { MobileSystem } from '../../shared/lib/mobile-device.ts';
import { Button, buttonClass } from '../../shared/ui/controls/button.tsx';
import { AccentScope } from '../../shared/ui/feedback/accent-scope.tsx';
import { LegalLinks } from '../../shared/ui/page/legal-links.tsx';
import { Brand } from '../../shared/ui/people/brand.tsx';
import { PhoneArt } from './phone-art.tsx';

const SYSTEMS: readonly { system: MobileSystem; name: string }[] = [
  { system: 'ios', name: 'iOS' },
  { system: 'android', name: 'Android' },
];

export interface DownloadPageProps {
  /** Addresses of the stores. Undefined when downloads are switched off. */
  links: Readonly<Record<MobileSystem, string>> | undefined;
  /** Shown below the stores. */
  invitation?: ReactNode;
  /** Opens the app in the narrow window. Offered to people with a mouse, who may only have zoomed in. */
  onUseHere?: (() => void) | undefined;
}

/** Links to the apps. On a phone the style sheet shows only its own store (`data-device` on <html>). */
export function DownloadPage({ links, invitation, onUseHere }: DownloadPageProps) {
  return (
    <AccentScope accent="personal" className="download">
      <header className="download__head">
        <Brand href="/" />
      </header>
      <main className="download__main">
        <div className="download__text">
          <h1>The App is Here</h1>
          <p>Your groups, their calendars and every conversation, made for the screen in your pocket.</p>
          <div className="download__stores">
            {links !== undefined &&
              SYSTEMS.map(({ system, name }) => (
                <a
                  key={system}
                  className={buttonClass({ variant: system === 'ios' ? 'primary' : 'plain' })}
                  href={links[system]}
                  data-store={system}
                  target="_blank"
                  rel="noopener"
                >
                  <Download className="i" />
                  Download for {name}
                </a>
              ))}
          </div>
          {onUseHere && (
            <Button variant="ghost" className="download__here" onClick={onUseHere}>
              Use Quorum in this window
            </Button>
          )}
          {invitation}
        </div>
        <PhoneArt />
      </main>
      <LegalLinks className="download__foot" />
    </AccentScope>
  );
}
