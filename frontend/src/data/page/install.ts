import { useSyncExternalStore } from 'react';

/** Chromium's offer to install the app. It says so once the page meets its conditions. */
type InstallPrompt = Event & { readonly prompt: () => Promise<unknown> };

let offered: InstallPrompt | undefined;
const listeners = new Set<() => void>();

const offer = (prompt: InstallPrompt | undefined): void => {
  offered = prompt;
  for (const listener of listeners) listener();
};

/** Keeps the browser's offer for the account page, in place of the browser's own banner. */
export const keepInstallOffer = (): void => {
  window.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    offer(event as InstallPrompt);
  });
  window.addEventListener('appinstalled', () => offer(undefined));
};

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/** Asks to install the app. Undefined where the browser cannot, or has done so. */
export const useInstall = (): (() => Promise<void>) | undefined => {
  const prompt = useSyncExternalStore(subscribe, () => offered);
  return (
    prompt &&
    (async () => {
      await prompt.prompt();
      // It can be used once. The browser may offer it again.
      offer(undefined);
    })
  );
};
