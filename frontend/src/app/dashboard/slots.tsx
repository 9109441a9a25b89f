import type { ReactNode } from 'react';
import type { MediaKind } from '../../features/sidebar/media-buttons.tsx';

/**
 * The places of the dashboard that the calendar and the chat fill. `groupId` is the id of a group or of My Schedule; every
 * place is made anew when another group is opened.
 */
export type GroupSlotProps = { readonly groupId: string };
export type MediaSlotProps = GroupSlotProps & {
  readonly kind: MediaKind;
  readonly onKind: (kind: MediaKind) => void;
  readonly onClose: () => void;
};

/** Around the sidebar and the sheet, for what both share, such as the chosen day. */
export function ScheduleScope({ children }: GroupSlotProps & { children: ReactNode }) {
  return children;
}

/** In the sidebar: the month and, where `canCreate`, the button that creates events. */
export function SidebarCalendar(_: GroupSlotProps & { readonly canCreate: boolean }) {
  return null;
}

/** On the sheet. */
export function ScheduleView(_: GroupSlotProps & { readonly canCreate: boolean }) {
  return null;
}

/** On the sheet. */
export function ChatView(_: GroupSlotProps) {
  return null;
}

/** Beside the media buttons of the sidebar. */
export function MediaPopout(_: MediaSlotProps) {
  return null;
}
