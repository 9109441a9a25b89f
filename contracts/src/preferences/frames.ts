import { carries, type Frames } from '../kernel/frame.ts';

type OfGroup = { readonly groupId: string };

export const preferencesFrames = {
  colorPreferencesUpdated: {
    of: [],
    audience: 'person',
    payload: carries<OfGroup & { readonly colorIndex: number }>(),
  },
  pinPreferencesUpdated: { of: [], audience: 'person', payload: carries<OfGroup & { readonly isPinned: boolean }>() },
  groupRead: { of: [], audience: 'person', payload: carries<OfGroup & { readonly messageId: string }>() },
} as const satisfies Frames;
