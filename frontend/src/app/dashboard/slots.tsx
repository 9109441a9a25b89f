import { lazy, Suspense } from 'react';
import { useNavigate } from 'react-router-dom';
import type { MediaKind } from '../../features/sidebar/media-buttons.tsx';
import { useOpenDialog } from './dialogs.ts';

const Chat = lazy(() => import('../../features/chat/chat-view.tsx'));
const Media = lazy(() => import('../../features/media/media-popout.tsx'));

/** The places of the dashboard that the chat fills. Every place is made anew when another group is opened. */
type GroupSlotProps = { readonly groupId: string };
type MediaSlotProps = GroupSlotProps & {
  readonly kind: MediaKind;
  readonly onClose: () => void;
};

/** On the sheet. */
export function ChatView({ groupId }: GroupSlotProps) {
  const openDialog = useOpenDialog();
  const navigate = useNavigate();
  return (
    <Suspense fallback={null}>
      <Chat
        groupId={groupId}
        onInvite={() => openDialog({ kind: 'invite', groupId })}
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
