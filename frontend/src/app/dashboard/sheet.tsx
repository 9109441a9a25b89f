import { type ComponentType, type ReactNode, useEffect, useState } from 'react';
import { whenIdle } from '../../shared/lib/when-idle.ts';

/** What lies beside rail and sidebar, with reminders below it. */
export function Sheet({ children }: { children: ReactNode }) {
  return (
    <main className="main">
      <Lines />
      {children}
      <Reminders />
    </main>
  );
}

/** Loaded once the page is idle. */
const whenPageIsIdle = (load: () => Promise<ComponentType>) =>
  function WhenIdle() {
    const [Shown, setShown] = useState<ComponentType>();
    useEffect(
      () =>
        whenIdle(() => {
          void load().then(
            (loaded) => setShown(() => loaded),
            () => undefined,
          );
        }),
      [],
    );
    return Shown && <Shown />;
  };

/** News that can wait, above the work. */
export const Lines = whenPageIsIdle(
  async () => (await import('../../features/notifications/quiet-lines.tsx')).QuietLines,
);

/** Below the work. */
export const Reminders = whenPageIsIdle(
  async () => (await import('../../features/notifications/reminder-banners.tsx')).ReminderBanners,
);
