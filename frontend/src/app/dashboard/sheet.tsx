import { type ReactNode, useEffect, useState } from 'react';
import { whenIdle } from '../../shared/lib/when-idle.ts';

/** The area beside rail and sidebar. */
export function Sheet({ children }: { children: ReactNode }) {
  return (
    <main className="main">
      <Lines />
      {children}
    </main>
  );
}

const loadLines = () => import('../../features/notifications/quiet-lines.tsx');

/** News that can wait, above the work. Loaded once the page is idle. */
export function Lines() {
  const [Shown, setShown] = useState<Awaited<ReturnType<typeof loadLines>>['QuietLines']>();
  useEffect(
    () =>
      whenIdle(() => {
        void loadLines().then(
          ({ QuietLines }) => setShown(() => QuietLines),
          () => undefined,
        );
      }),
    [],
  );
  return Shown && <Shown />;
}
