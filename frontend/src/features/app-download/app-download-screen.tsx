import { defaultStoreLinks } from '@quorum/contracts/wire/limits.ts';
import { Download } from 'lucide-react';
import { useAppConfigQuery } from '../../entities/app-config/app-config-api.ts';
import { type MobileSystem, mobileSystem } from '../../shared/lib/mobile-device.ts';
import { AccentScope } from '../../shared/ui/accent-scope.tsx';
import { Brand } from '../../shared/ui/brand.tsx';
import { buttonClass } from '../../shared/ui/button.tsx';
import { LegalLinks } from '../../shared/ui/legal-links.tsx';
import './app-download.css';
import { PhoneArt } from './phone-art.tsx';

const SYSTEMS: readonly { system: MobileSystem; name: string }[] = [
  { system: 'ios', name: 'iOS' },
  { system: 'android', name: 'Android' },
];

/** `/app-download`, and what narrow windows show in place of the app. */
export default function AppDownloadScreen() {
  return (
    <AccentScope accent="personal" className="dl">
      <header className="dl__head">
        <Brand href="/" />
      </header>
      <main className="dl__main">
        <div className="dl__txt">
          <h1>The App is Here</h1>
          <p>Your groups, their calendars and every conversation, made for the screen in your pocket.</p>
          <StoreButtons />
        </div>
        <PhoneArt />
      </main>
      <LegalLinks className="dl__foot" />
    </AccentScope>
  );
}

/** The store of the device's own system; both of them where the device is neither. */
function StoreButtons() {
  const { data: config, isLoading } = useAppConfigQuery();
  const own = mobileSystem(navigator.userAgent, navigator.maxTouchPoints);
  const shown = SYSTEMS.filter(({ system }) => own === undefined || own === system);
  const links = {
    ios: config?.ios_app_store_url || defaultStoreLinks.ios,
    android: config?.android_play_store_url || defaultStoreLinks.android,
  };
  if (config?.app_download_enabled === 'false') return null;
  return (
    <div className="dl__btns" aria-busy={isLoading || undefined}>
      {shown.map(({ system, name }, index) => (
        <a
          key={system}
          className={buttonClass({ variant: index === 0 ? 'primary' : 'plain' })}
          href={links[system]}
          target="_blank"
          rel="noopener"
        >
          <Download className="i" aria-hidden="true" />
          Download for {name}
        </a>
      ))}
    </div>
  );
}
