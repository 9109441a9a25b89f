import { carries, type Frames } from '../kernel/frame.ts';
import type { EventView } from './wire.ts';

type OfEvent = { readonly groupId: string; readonly eventId: string };

export const entryFrames = {
  eventCreated: { of: ['event'], audience: 'calendar', payload: carries<OfEvent & { readonly event: EventView }>() },
  eventUpdated: { of: ['event'], audience: 'calendar', payload: carries<OfEvent & { readonly event: EventView }>() },
  eventDeleted: { of: [], audience: 'calendar', payload: carries<OfEvent>() },
} as const satisfies Frames;
