import type { ConflictsView, EventView } from '@quorum/contracts/entry/wire.ts';
import type { GroupView } from '@quorum/contracts/group/wire.ts';
import { useState } from 'react';
import { errorText } from '../../../data/api/api-error.ts';
import { useCreateEventMutation, useLazyCheckConflictsQuery } from '../../../data/calendar-entry/event-api.ts';
import type { NewEvent } from './draft.ts';

export type Creation =
  | { readonly stage: 'entering'; readonly error: string | undefined }
  | { readonly stage: 'checking' | 'creating' }
  | { readonly stage: 'created'; readonly event: EventView }
  | { readonly stage: 'conflict'; readonly conflicts: ConflictsView };

export type CreateEvent = {
  readonly creation: Creation;
  /** Checks for conflicts. Without any, creates the event at once. */
  readonly submit: (event: NewEvent) => Promise<void>;
  readonly createAnyway: (event: NewEvent) => Promise<void>;
  readonly backToEntering: (error?: string) => void;
};

/** From the wizard's last step to the created event. */
export function useCreateEvent(groupId: string, group: GroupView | undefined): CreateEvent {
  const [creation, setCreation] = useState<Creation>({ stage: 'entering', error: undefined });
  const [check] = useLazyCheckConflictsQuery();
  const [create] = useCreateEventMutation();

  const createAnyway = async (event: NewEvent) => {
    setCreation({ stage: 'creating' });
    const answer = await create({ ...event, groupId, ...(group && { groupName: group.name }) });
    setCreation(
      answer.error === undefined
        ? { stage: 'created', event: answer.data }
        : { stage: 'entering', error: errorText(answer.error, 'Failed to create event') },
    );
  };
  const submit = async (event: NewEvent) => {
    setCreation({ stage: 'checking' });
    const { date, time, duration, timeZone } = event;
    const { data, error } = await check({ date, time, duration, timeZone });
    // A failed check must not prevent creating the event.
    if (error !== undefined) console.warn('Conflicts could not be checked.', error);
    if (data?.hasConflicts) setCreation({ stage: 'conflict', conflicts: data });
    else await createAnyway(event);
  };
  return {
    creation,
    submit,
    createAnyway,
    backToEntering: (error) => setCreation({ stage: 'entering', error }),
  };
}
