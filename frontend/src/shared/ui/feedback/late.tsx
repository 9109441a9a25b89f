import type { ReactNode } from 'react';
import { useDelayedFlag } from '../../hooks/use-delayed-flag.ts';

/** Shows its content once the wait is noticeable. A short wait then shows no placeholder. */
export function Late({ children }: { children: ReactNode }) {
  return useDelayedFlag(true) && children;
}
