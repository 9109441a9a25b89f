import { preloadable } from '../../../shared/lib/preloadable.ts';

/** The expanded card. The list is drawn before it is needed. */
export const CardBody = preloadable(async () => ({ default: (await import('./card-body.tsx')).CardBody }));
