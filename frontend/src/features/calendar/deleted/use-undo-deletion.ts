import { errorText } from '../../../data/api/api-error.ts';
import { deletedEventApi } from '../../../data/calendar-entry/deleted-event-api.ts';
import { useToast } from '../../../shared/ui/overlays/toast.tsx';

/** Says that an event was deleted, with a button that restores it if it has an id for that. */
export const useUndoDeletion = () => {
  const toast = useToast();
  const [restore] = deletedEventApi.useRestoreEventMutation();
  return (eventId: string | undefined, name: string): void => {
    if (eventId === undefined) return void toast(`Deleted ${name}`);
    const undo = async () => {
      const { error } = await restore(eventId);
      if (error === undefined) toast(`Restored ${name}`);
      else toast(errorText(error, 'Failed to restore event'), 'error');
    };
    toast(`Deleted ${name}`, 'success', { label: 'Undo', run: () => void undo() });
  };
};
