import { type ComponentType, useEffect, useState } from 'react';
import { whenIdle } from '../shared/lib/when-idle.ts';

type Load = () => Promise<ComponentType>;

/** Follows Activity, and shows its number in the title. */
const loadActivity: Load = async () => (await import('../data/activity/follow-activity.ts')).FollowActivity;
const loadKeys: Load = async () => (await import('./keys.tsx')).Keys;

/** What somebody who is signed in has on every screen, loaded once the page is idle. */
export function IdleParts() {
  return (
    <>
      <IdlePart load={loadActivity} />
      <IdlePart load={loadKeys} />
    </>
  );
}

/** Without its code, the page stays as it is. */
function IdlePart({ load }: { load: Load }) {
  const [Part, setPart] = useState<ComponentType>();
  useEffect(
    () =>
      whenIdle(
        () =>
          void load()
            .then((loaded) => setPart(() => loaded))
            .catch(() => undefined),
      ),
    [load],
  );
  return Part === undefined ? null : <Part />;
}
