import { carries, type Frames } from '../kernel/frame.ts';
import type { MessageView, NoticeView } from './wire.ts';

type OfMessage = { readonly groupId: string; readonly messageId: string };

/** `revision`: the message's after this change. Empty in an own change that the server has not answered yet. */
type Deleted = OfMessage & { readonly isEvent: boolean; readonly revision: string };
type Reacted = OfMessage & {
  readonly emoji: string;
  readonly userId: string;
  readonly action: 'add' | 'remove';
  readonly revision: string;
};

export const messageFrames = {
  newMessage: { of: ['message'], audience: 'group', payload: carries<MessageView>() },
  messageUpdated: { of: ['message'], audience: 'group', payload: carries<MessageView>() },
  messageDeleted: { of: [], audience: 'group', payload: carries<Deleted>() },
  messageReaction: { of: [], audience: 'group', payload: carries<Reacted>() },
  /** `notice` is absent if it does not exist any more. */
  chatNotice: {
    of: [],
    also: ['notice'],
    audience: 'group',
    payload: carries<{ readonly groupId: string; readonly notice?: NoticeView }>(),
  },
} as const satisfies Frames;
