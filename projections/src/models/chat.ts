import { mediaDocuments } from './media-documents.ts';
import { messageDocuments } from './message-documents.ts';
import type { Handlers, Model, Step } from './model.ts';
import { readMarkers } from './read-markers.ts';

const together = (...parts: readonly Handlers[]): Handlers => {
  const steps: Record<string, Step<never>[]> = {};
  for (const part of parts)
    for (const [type, own] of Object.entries(part))
      steps[type] = [...(steps[type] ?? []), ...(own as readonly Step<never>[])];
  return steps as Handlers;
};

/**
 * Messages, reactions, media by date and read markers. They form one model because media and markers need the place and time of
 * their message, and a fold only reads documents of its own model.
 */
export const chat: Model = {
  name: 'chat',
  version: 4,
  streams: ['message', 'reading', 'entry', 'group', 'user'],
  collections: ['messages', 'reactions', 'media', 'readMarkers'],
  on: together(messageDocuments, mediaDocuments, readMarkers),
};
