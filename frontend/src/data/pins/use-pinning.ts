import type { MessageView } from '@quorum/contracts/message/wire.ts';
import { useToast } from '../../shared/ui/overlays/toast.tsx';
import { NO_CONNECTION, useIsOffline } from '../actions/use-action.ts';
import { errorText } from '../api/api-error.ts';
import { pinApi } from './pin-api.ts';

/** Pins a message for the group, or takes it off. A failure is shown in words. */
export const usePinning = ({ groupId, _id: messageId }: Pick<MessageView, 'groupId' | '_id'>) => {
  const isOffline = useIsOffline();
  const toast = useToast();
  const [pinMessage] = pinApi.usePinMessageMutation();
  const [unpinMessage] = pinApi.useUnpinMessageMutation();
  const { data: pins } = pinApi.endpoints.pins.useQueryState(groupId);
  const run = async (change: typeof pinMessage, failed: string): Promise<void> => {
    if (isOffline) return void toast(NO_CONNECTION, 'error');
    const { error } = await change({ groupId, messageId });
    if (error !== undefined) toast(errorText(error, failed), 'error');
  };
  return {
    isPinned: pins?.some(({ message }) => message._id === messageId) === true,
    pin: () => run(pinMessage, 'Failed to pin the message. Please try again.'),
    unpin: () => run(unpinMessage, 'Failed to unpin the message. Please try again.'),
  };
};
