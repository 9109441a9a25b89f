import type { EventView } from '@quorum/contracts/entry/wire.ts';
import { errorText } from '../../../data/api/api-error.ts';
import { deletedEventApi } from '../../../data/calendar-entry/deleted-event-api.ts';
import { historyApi } from '../../../data/calendar-entry/history-api.ts';
import { type Change, followChanges } from '../../../data/store/changes.ts';
import { useAppDispatch } from '../../../data/store/hooks.ts';
import { useToast } from '../../../shared/ui/overlays/toast.tsx';
import type { Scope } from '../repeats/scope-words.ts';

/** Whether a change shows an event that was deleted, or a date of a series that is in it again. */
const isRestored = (eventId: string, { name, payload }: Change): boolean => {
  if (name === 'eventCreated') return payload.eventId === eventId;
  if (name !== 'seriesUpdated') return false;
  const [entryId, date] = eventId.split('_');
  return payload.eventId === entryId && (date === undefined || !payload.series.leftOut.includes(date));
};

/** Whether somebody changed an event again, or deleted it. */
const isChangedSince = (entryId: string, revision: number, { name, payload }: Change): boolean => {
  if (name === 'eventUpdated') return payload.eventId === entryId && payload.event.revision > revision;
  if (name === 'seriesUpdated') return payload.eventId === entryId && payload.series.revision > revision;
  return name === 'eventDeleted' && payload.eventId === entryId;
};

/** Whether the viewer left the group, or lost it. */
const isGroupGone = (groupId: string, { name, payload }: Change): boolean =>
  (name === 'groupLeft' || name === 'groupDeleted') && payload.groupId === groupId;

type Undo = {
  readonly send: () => PromiseLike<{ readonly error?: unknown }>;
  readonly done: string;
  readonly failed: string;
  readonly groupId: string;
  /** Whether there is nothing left to undo. */
  readonly isOver: (change: Change) => boolean;
};

/** Says what was done, with a button that takes it back. The toast goes once there is nothing left to undo. */
export const useUndo = () => {
  const toast = useToast();
  const dispatch = useAppDispatch();
  const [restore] = deletedEventApi.useRestoreEventMutation();
  const [revert] = historyApi.useRevertEventMutation();
  const say = (text: string, { send, done, failed, groupId, isOver }: Undo): void => {
    const undo = async () => {
      const { error } = await send();
      if (error === undefined) toast(done);
      else toast(errorText(error, failed), 'error');
    };
    const watch = (end: () => void) =>
      dispatch(followChanges((change) => (isOver(change) || isGroupGone(groupId, change)) && end()));
    toast(text, 'success', { label: 'Undo', run: () => void undo(), watch });
  };
  return {
    /** @param eventId of the event, the series or the date that was deleted */
    deleted: (eventId: string, { name, groupId }: Pick<EventView, 'name' | 'groupId'>): void =>
      say(`Deleted ${name}`, {
        send: () => restore(eventId),
        done: `Restored ${name}`,
        failed: 'Failed to restore event',
        groupId,
        isOver: (change) => isRestored(eventId, change),
      }),
    /**
     * @param before the event as it was
     * @param after its revision now
     * @param scope of the change, if the event repeats
     */
    changed: (text: string, before: EventView, after: number, scope: Scope | undefined): void => {
      // It was like this already, and an undo would take back an earlier change.
      if (after <= before.revision) return void toast(text);
      const entryId = before.seriesId ?? before._id;
      const eventId = scope === 'this' ? before._id : entryId;
      say(text, {
        send: () => revert({ eventId, revision: after, undo: true }),
        done: `Changed ${before.name} back`,
        failed: 'Failed to undo',
        groupId: before.groupId,
        isOver: (change) => isChangedSince(entryId, after, change),
      });
    },
  };
};
