import type { MessageView } from '@quorum/contracts/message/wire.ts';
import { Trash2 } from 'lucide-react';
import { useAction } from '../../../data/actions/use-action.ts';
import { messageApi } from '../../../data/message/message-api.ts';
import { ConfirmDialog } from '../../../shared/ui/overlays/confirm-dialog.tsx';
import { useWithdrawn } from '../../../shared/ui/overlays/use-withdrawn.ts';

export const DELETE_FAILED = 'Failed to delete message. Please try again.';

export interface DeleteDialogProps {
  message: MessageView;
  /** Why it can no longer be deleted. */
  withdrawn?: string | undefined;
  onClose: () => void;
}

export function DeleteDialog({ message, withdrawn, onClose }: DeleteDialogProps) {
  const [remove] = messageApi.useDeleteMessageMutation();
  const { act, busy, error } = useAction(remove, {
    failed: () => DELETE_FAILED,
    next: onClose,
    onFailed: (_, cause) => console.warn('The message was not deleted.', cause),
  });
  // The news of a deletion from here may come before its answer.
  useWithdrawn(busy ? undefined : withdrawn, onClose);
  return (
    <ConfirmDialog
      open
      destructive
      sign={<Trash2 className="i" />}
      title="Delete Message"
      confirmLabel="Delete"
      busyLabel={busy && 'Deleting...'}
      error={error}
      onClose={onClose}
      onConfirm={() => void act({ messageId: message._id, groupId: message.groupId })}
    >
      <p>Delete this message for everyone? Others will see that a message was deleted.</p>
    </ConfirmDialog>
  );
}
