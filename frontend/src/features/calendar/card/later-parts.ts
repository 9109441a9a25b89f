import { preloadable } from '../../../shared/lib/preloadable.ts';

/** Loaded later, because its question needs the code of dialogs. */
export const EventEditor = preloadable(async () => ({
  default: (await import('./event-editor.tsx')).EventEditor,
}));
