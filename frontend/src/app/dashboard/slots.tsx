import type { PersonView } from '@quorum/contracts/account/wire.ts';
import type { MediaKind } from '@quorum/contracts/media/wire.ts';
import { Suspense, useCallback } from 'react';
import { useNavigate } from 'react-router-dom';
import { chooseView } from '../../data/session/choose-view.ts';
import { useAppDispatch } from '../../data/store/hooks.ts';
import { ChatSkeleton } from '../../features/chat/chat-skeleton.tsx';
import { preloadable } from '../../shared/lib/preloadable.ts';
import { useOpenDialog } from './dialogs.ts';
import { useRevealed } from './schedule-slots.tsx';

const Chat = preloadable(() => import('../../features/chat/chat-view.tsx'));
/** Fetches the code of the chat, so that it opens at once. */
export const preloadChat = (): void => void Chat.preload();

const Media = preloadable(() => import('../../features/media/media-popout.tsx'));

/** The places of the dashboard that the chat fills. Opening another group remounts them. */
type GroupSlotProps = { readonly groupId: string };
type MediaSlotProps = GroupSlotProps & {
  readonly kind: MediaKind;
  readonly onClose: () => void;
};

/** On the sheet. */
export function ChatView({ groupId }: GroupSlotProps) {
  const openDialog = useOpenDialog();
  const navigate = useNavigate();
  const dispatch = useAppDispatch();
  const reveal = useRevealed();
  const toEvent = useCallback(
    (eventId: string, startsAt: string) => {
      reveal(eventId, startsAt);
      dispatch(chooseView(groupId, 'calendar'));
    },
    [reveal, dispatch, groupId],
  );
  const search = useCallback((from?: PersonView) => openDialog({ kind: 'search', from }), [openDialog]);
  const toPoll = useCallback((pollId: string) => openDialog({ kind: 'poll', groupId, pollId }), [openDialog, groupId]);
  return (
    <Suspense fallback={<ChatSkeleton />}>
      <Chat
        groupId={groupId}
        onInvite={() => openDialog({ kind: 'invite', groupId })}
        onSearch={search}
        onEvent={toEvent}
        onPoll={toPoll}
        onNotifications={(opener) => openDialog({ kind: 'notifications', groupId, opener })}
        onBack={() => void navigate('/dashboard', { replace: true })}
      />
    </Suspense>
  );
}

/** Beside the media buttons of the sidebar. */
export function MediaPopout(props: MediaSlotProps) {
  return (
    <Suspense fallback={null}>
      <Media {...props} />
    </Suspense>
  );
}
