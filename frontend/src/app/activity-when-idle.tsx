import { type ComponentType, useEffect, useState } from 'react';
import { whenIdle } from '../shared/lib/when-idle.ts';

/** Follows Activity once the page is idle, and shows its number in the title. Without its code the bell stays as it was. */
export function ActivityWhenIdle() {
  const [Follow, setFollow] = useState<ComponentType>();
  useEffect(
    () =>
      whenIdle(() => {
        const load = import('../data/activity/follow-activity.ts');
        load.then(({ FollowActivity }) => setFollow(() => FollowActivity)).catch(() => undefined);
      }),
    [],
  );
  return Follow === undefined ? null : <Follow />;
}
