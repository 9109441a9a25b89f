import { useEffect, useEffectEvent, useState } from 'react';
import type { Services } from '../data/services/services.ts';
import { ServicesProvider } from '../data/services/services-context.tsx';
import type { KeyValueStorage } from '../data/services/storage.ts';
import { type NewSession, storeSession } from '../data/session/store-session.ts';
import { SignInScreen } from '../features/auth/sign-in-screen.tsx';
import type { HistoryEntry } from '../features/auth/use-mode.ts';
import { putStateOfEntry, stateOfEntry } from '../shared/lib/history-entry.ts';
import { ToastProvider } from '../shared/ui/overlays/toast.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import { isNarrow } from './narrow-window.ts';
import { invitedTo, withOutbox } from './sign-in-extras.tsx';
import { isSignedOut } from './visitor-address.ts';

export interface VisitorPageProps {
  services: Services;
  /** Fetches the code of the app. */
  preloadApp: () => void;
  /** Replaces this page by the app. */
  openApp: (session?: NewSession) => Promise<void>;
}

/** A choice made here also holds in the app and after a reload. */
const useHistoryEntry = (): HistoryEntry => {
  const [state, setState] = useState(stateOfEntry);
  const { pathname, search } = window.location;
  const replaceState = (next: object): void => {
    putStateOfEntry(next);
    setState(next);
  };
  return { pathname, search, state, replaceState };
};

/** Calls back when another page should be shown. */
const useReasonsToLeave = (storage: KeyValueStorage, leave: () => void): void => {
  const onLeave = useEffectEvent(leave);
  useEffect(() => {
    const signedInElsewhere = () => {
      if (!isSignedOut(storage)) onLeave();
    };
    const narrowed = () => {
      if (isNarrow()) onLeave();
    };
    // After a reload, going back within the app's history loads no page.
    const wentBack = () => onLeave();
    window.addEventListener('storage', signedInElsewhere);
    window.addEventListener('resize', narrowed);
    window.addEventListener('popstate', wentBack);
    return () => {
      window.removeEventListener('storage', signedInElsewhere);
      window.removeEventListener('resize', narrowed);
      window.removeEventListener('popstate', wentBack);
    };
  }, [storage]);
};

/** Sign-in on a fresh page needs half the code of the app. The app takes over as soon as there is more to show. */
export function VisitorPage({ services, preloadApp, openApp }: VisitorPageProps) {
  const { storage } = services;
  const entry = useHistoryEntry();
  useReasonsToLeave(storage, () => void openApp());
  return (
    <ErrorBoundary place="sign-in">
      <ServicesProvider services={services}>
        <ToastProvider>
          <SignInScreen
            entry={entry}
            onSignedIn={(session) => {
              // Stored first: the code is used up even if this page is closed.
              storeSession(storage, session);
              return openApp(session);
            }}
            onCodeAwaited={preloadApp}
            codeHelper={withOutbox}
            invitation={invitedTo}
          />
        </ToastProvider>
      </ServicesProvider>
    </ErrorBoundary>
  );
}
