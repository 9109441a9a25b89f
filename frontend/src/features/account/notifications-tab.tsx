import { Bell, BellOff, BellRing, type LucideIcon, MonitorSmartphone } from 'lucide-react';
import { type ReactNode, useCallback, useEffect, useId, useState } from 'react';
import { type AlertsHere, readAlertsHere, turnOffAlerts, turnOnAlerts } from '../../data/notification/alerts-here.ts';
import { type BrowserAlerts, browserAlerts } from '../../data/notification/browser-alerts.ts';
import { notificationApi } from '../../data/notification/notification-api.ts';
import { useInstall } from '../../data/page/install.ts';
import { useSingleKeys } from '../../data/screen-actions/use-single-keys.ts';
import { useAppDispatch } from '../../data/store/hooks.ts';
import { useTimeZone } from '../../shared/hooks/time-zone.ts';
import { classNames } from '../../shared/lib/class-names.ts';
import { isMac } from '../../shared/lib/keys.ts';
import { Button } from '../../shared/ui/controls/button.tsx';
import { Switch } from '../../shared/ui/controls/switch.tsx';
import { Skeleton } from '../../shared/ui/feedback/skeleton.tsx';
import { useToast } from '../../shared/ui/overlays/toast.tsx';
import { Loaded, LoadFailed } from '../../shared/ui/page/loaded.tsx';
import './notifications-tab.css';

type State = AlertsHere['state'];

const states: { readonly [S in State]: { Icon: LucideIcon; disc?: string; title: string; hint: string } } = {
  off: {
    Icon: Bell,
    title: 'Off in this browser',
    hint: 'Your browser will ask you once. You can turn it off here at any time.',
  },
  on: {
    Icon: BellRing,
    disc: 'icon-disc--ok',
    title: 'On in this browser',
    hint: 'Mentions, replies and changed events, also when Quorum is closed.',
  },
  blocked: {
    Icon: BellOff,
    disc: 'icon-disc--warn',
    title: 'Blocked in your browser’s settings',
    hint: 'Press the icon left of the address, then Notifications, then Allow. This page notices.',
  },
  'open-only': {
    Icon: MonitorSmartphone,
    title: 'This browser can only notify you while Quorum is open',
    hint: 'Open tabs show alerts. To get them when it is closed, use another browser.',
  },
};

/** Settings of alerts, and whether this browser shows them. */
export function NotificationsTab({ browser = browserAlerts }: { browser?: BrowserAlerts }) {
  return (
    <>
      <h1>Notifications</h1>
      <InThisBrowser browser={browser} />
      <Loaded
        load={notificationApi.useNotificationsQuery()}
        skeleton={<Skeleton height={64} />}
        failed={(retry) => (
          <LoadFailed className="sessions__failed" onRetry={retry}>
            Your notification settings didn’t load.
          </LoadFailed>
        )}
      >
        {({ settings }) => <ShowText isOn={settings.showText} />}
      </Loaded>
      <OnThisDevice />
    </>
  );
}

const useAlertsHere = (browser: BrowserAlerts) => {
  const dispatch = useAppDispatch();
  const [here, setHere] = useState<AlertsHere>();
  const refresh = useCallback(() => dispatch(readAlertsHere(browser)).then(setHere), [dispatch, browser]);
  useEffect(() => {
    void refresh();
    return browser.onPermission(() => void refresh());
  }, [refresh, browser]);
  return { here, refresh };
};

function InThisBrowser({ browser }: { browser: BrowserAlerts }) {
  const { here, refresh } = useAlertsHere(browser);
  const [isBusy, setBusy] = useState(false);
  const dispatch = useAppDispatch();
  const timeZone = useTimeZone();
  if (here === undefined) return <Skeleton height={76} />;
  const run = async (work: Promise<void>) => {
    setBusy(true);
    await work.finally(() => setBusy(false));
    await refresh();
  };
  const { state, isOn } = here;
  const mayTurnOn = !isOn && state !== 'blocked' && browser.permission() !== undefined;
  return (
    <StateCard state={state}>
      {state === 'on' && <SendTest />}
      {mayTurnOn && (
        <Button
          variant="primary"
          size="sm"
          disabled={isBusy}
          onClick={() => void run(dispatch(turnOnAlerts(browser, timeZone)))}
        >
          Turn on
        </Button>
      )}
      {isOn && (
        <Button size="sm" disabled={isBusy} onClick={() => void run(dispatch(turnOffAlerts(browser)))}>
          Turn off
        </Button>
      )}
    </StateCard>
  );
}

function StateCard({ state, children }: { state: State; children: ReactNode }) {
  const { Icon, disc, title, hint } = states[state];
  return (
    <section className="alerts-here" aria-live="polite">
      <span className={classNames('icon-disc', disc)}>
        <Icon className="i" />
      </span>
      <div>
        <h2>{title}</h2>
        <p>{hint}</p>
      </div>
      <div className="alerts-here__acts">{children}</div>
    </section>
  );
}

function SendTest() {
  const [send, { isLoading }] = notificationApi.useTestPushMutation();
  const toast = useToast();
  const test = async () => {
    const { data } = await send();
    if (data?.sent !== 1) toast('The test didn’t reach this browser. Turn notifications off and on again.', 'error');
  };
  return (
    <Button size="sm" disabled={isLoading} onClick={() => void test()}>
      Send a test
    </Button>
  );
}

function ShowText({ isOn }: { isOn: boolean }) {
  const id = useId();
  const [change] = notificationApi.useChangeNotificationSettingsMutation();
  const toast = useToast();
  const choose = async (showText: boolean) => {
    const { error } = await change({ showText });
    if (error !== undefined) toast('Your choice wasn’t saved', 'error');
  };
  return (
    <div className="rows rows--switches">
      <div>
        <span id={id}>
          <b>Show message text</b>
          <small>Off: an alert says “New message”.</small>
        </span>
        <Switch isOn={isOn} labelledBy={id} onChange={(showText) => void choose(showText)} />
      </div>
    </div>
  );
}

/** Settings of this browser alone. */
function OnThisDevice() {
  const install = useInstall();
  return (
    <>
      <h2 className="account__h">On this device</h2>
      <div className="rows rows--switches">
        {/* Where the browser can. */}
        {install && (
          <div>
            <span>
              <b>Quorum as an app</b>
              <small>In a window of its own, with its number in the dock or taskbar.</small>
            </span>
            <Button size="sm" onClick={() => void install()}>
              Install Quorum
            </Button>
          </div>
        )}
        <SingleKeys />
      </div>
    </>
  );
}

function SingleKeys() {
  const id = useId();
  const [isOn, change] = useSingleKeys();
  return (
    <div>
      <span id={id}>
        <b>Single-key shortcuts</b>
        <small>Such as / and c. Off: only keys with {isMac() ? '⌘' : 'Ctrl'}.</small>
      </span>
      <Switch isOn={isOn} labelledBy={id} onChange={change} />
    </div>
  );
}
