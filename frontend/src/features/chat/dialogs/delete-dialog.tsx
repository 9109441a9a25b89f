import type { MessageView } from '@quorum/contracts/message/wire.ts';
import { useDeleteMessageMutation } from '../../../data/message/message-api.ts';
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
  const [remove, { isLoading, isSuccess, isError }] = useDeleteMessageMutation();
  // The news of a deletion from here may come before its answer.
  useWithdrawn(isLoading || isSuccess ? undefined : withdrawn, onClose);
  const confirm = async () => {
    const { error } = await remove({ messageId: message._id, groupId: message.groupId });
    if (error === undefined) onClose();
    else console.warn('The message was not deleted.', error);
  };
  return (
    <ConfirmDialog
      open
      destructive
      title="Delete Message"
      confirmLabel="Delete"
      busyLabel={isLoading && 'Deleting...'}
      error={isError && DELETE_FAILED}
      onClose={onClose}
      onConfirm={() => void confirm()}
    >
      <p>Delete this message for everyone? Others will see that a message was deleted.</p>
    </ConfirmDialog>
  );
}
