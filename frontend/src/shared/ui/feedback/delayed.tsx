import type { ReactNode } from 'react';
import { useDelayedFlag } from '../../hooks/use-delayed-flag.ts';

/** Shows its content after a short delay, so that a quick load shows no skeleton. */
export function Delayed({ children }: { children: ReactNode }) {
  return useDelayedFlag(true) && children;
}
