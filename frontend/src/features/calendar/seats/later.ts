import { preloadable } from '../../../shared/lib/preloadable.ts';

/** Loaded when somebody limits seats. */
export const SeatsDialog = preloadable(() => import('./seats-dialog.tsx'));
