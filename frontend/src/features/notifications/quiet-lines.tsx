import { Bell, RefreshCw } from 'lucide-react';
import { Suspense, useEffect, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { selectConnection } from '../../data/connection/connection-slice.ts';
import { turnOnAlerts } from '../../data/notification/alerts-here.ts';
import { type BrowserAlerts, browserAlerts } from '../../data/notification/browser-alerts.ts';
import { useServices } from '../../data/services/services-context.tsx';
import { storageKeys } from '../../data/services/storage-keys.ts';
import { followChanges } from '../../data/store/changes.ts';
import { useAppDispatch, useAppSelector } from '../../data/store/hooks.ts';
import { useTimeZone } from '../../shared/hooks/time-zone.ts';
import { preloadable } from '../../shared/lib/preloadable.ts';
import { Button } from '../../shared/ui/controls/button.tsx';
import { Quiet } from '../../shared/ui/page/quiet-line.tsx';

const ReminderBanners = preloadable(async () => ({
  default: (await import('./reminder-banners.tsx')).ReminderBanners,
}));

/** Chromium only. `targetURL`: what the app was launched with while it was open. */
type Launches = { readonly setConsumer: (take: (launch: { readonly targetURL?: string }) => void) => void };

/** Where the installed app starts. Launching it again only brings it to the front. */
const START = '/dashboard';

/** Follows what somebody opens from outside the page: an alert, which the worker sends, or a shortcut of the installed app. */
const useAskedFromOutside = (): void => {
  const navigate = useNavigate();
  useEffect(() => {
    const { launchQueue } = window as { readonly launchQueue?: Launches };
    launchQueue?.setConsumer(({ targetURL }) => {
      const { pathname, search } = new URL(targetURL ?? START, window.location.origin);
      if (![START, window.location.pathname + window.location.search].includes(pathname + search))
        void navigate(pathname + search);
    });
    const worker = navigator.serviceWorker as ServiceWorkerContainer | undefined;
    const follow = ({ data }: MessageEvent<{ readonly path: string }>) => void navigate(data.path);
    worker?.addEventListener('message', follow);
    return () => worker?.removeEventListener('message', follow);
  }, [navigate]);
};

/** News that can wait, above the work, and reminders below it. */
export function QuietLines({ browser = browserAlerts }: { browser?: BrowserAlerts }) {
  useAskedFromOutside();
  return (
    <>
      <NewVersion />
      <Offer browser={browser} />
      <Suspense fallback={null}>
        <ReminderBanners />
      </Suspense>
    </>
  );
}

/** The build of this page. None in development. */
const BUILD = import.meta.env.VITE_BUILD as string | undefined;

/** The server is of another build than this page, which works until it is reloaded. */
function NewVersion() {
  const { build = BUILD } = useAppSelector(selectConnection);
  if (BUILD === undefined || build === BUILD) return null;
  return (
    <Quiet Icon={RefreshCw} text="A new version of Quorum is ready.">
      <Button size="sm" onClick={() => window.location.reload()}>
        Reload
      </Button>
    </Quiet>
  );
}

/** Offers notifications after the first message or event sent here, until the offer was answered. */
function Offer({ browser }: { browser: BrowserAlerts }) {
  const { storage } = useServices();
  const dispatch = useAppDispatch();
  const timeZone = useTimeZone();
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    if (storage.get(storageKeys.alerts) !== null || browser.permission() !== 'default') return;
    // An answer to one's own command has no place in a sequence.
    return dispatch(
      followChanges(({ name, at }) => {
        if (at === undefined && (name === 'newMessage' || name === 'eventCreated')) setOpen(true);
      }),
    );
  }, [storage, browser, dispatch]);
  if (!isOpen) return null;
  const decline = () => {
    storage.set(storageKeys.alerts, 'declined');
    setOpen(false);
  };
  const accept = async () => {
    await dispatch(turnOnAlerts(browser, timeZone));
    setOpen(false);
  };
  return (
    <Quiet Icon={Bell} text="Get told about mentions and moved events, even when Quorum is closed.">
      <Button variant="ghost" size="sm" onClick={decline}>
        Not now
      </Button>
      <Button variant="primary" size="sm" onClick={() => void accept()}>
        Turn on
      </Button>
    </Quiet>
  );
}
