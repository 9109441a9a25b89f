import { useOutletContext } from 'react-router-dom';

/** The dialog that is open over the dashboard. */
export type DashboardDialog =
  | { readonly kind: 'add' | 'create' | 'join' }
  | { readonly kind: 'color' | 'settings' | 'members' | 'invite'; readonly groupId: string };

export type OpenDialog = (dialog: DashboardDialog) => void;

/** For screens inside the dashboard shell. */
export const useOpenDialog = (): OpenDialog => useOutletContext<OpenDialog>();
