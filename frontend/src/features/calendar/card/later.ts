import { preloadable } from '../../../shared/lib/preloadable.ts';

/** The expanded card. The list is drawn before it is needed. */
export const CardBody = preloadable(async () => ({ default: (await import('./card-body.tsx')).CardBody }));

/** Loaded later, because its question needs the code of dialogs. */
export const EventEditor = preloadable(async () => ({
  default: (await import('./event-editor.tsx')).EventEditor,
}));

/** Loaded for the first event that repeats. */
export const EventRule = preloadable(() => import('./event-rule.tsx'));
