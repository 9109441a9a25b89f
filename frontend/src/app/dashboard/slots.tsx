import type { MediaKind } from '../../features/sidebar/media-buttons.tsx';

/**
 * The places of the dashboard that the chat fills. `groupId` is the id of a group or of My Schedule; every
 * place is made anew when another group is opened.
 */
export type GroupSlotProps = { readonly groupId: string };
export type MediaSlotProps = GroupSlotProps & {
  readonly kind: MediaKind;
  readonly onKind: (kind: MediaKind) => void;
  readonly onClose: () => void;
};

/** On the sheet. */
export function ChatView(_: GroupSlotProps) {
  return null;
}

/** Beside the media buttons of the sidebar. */
export function MediaPopout(_: MediaSlotProps) {
  return null;
}
