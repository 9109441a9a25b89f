import { useAppDispatch } from '../../data/store/hooks.ts';
import { logOut } from '../../data/user/session.ts';
import { ConfirmDialog } from '../../shared/ui/overlays/confirm-dialog.tsx';

export default function SignOutQuestion({ onClose }: { onClose: () => void }) {
  const dispatch = useAppDispatch();
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      // The route guard then leads to the sign-in screen.
      onConfirm={() => dispatch(logOut())}
      title="Sign Out"
      confirmLabel="Sign Out"
    >
      Are you sure you want to sign out of your account?
    </ConfirmDialog>
  );
}
