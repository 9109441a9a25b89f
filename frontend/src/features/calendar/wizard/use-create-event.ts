import type { ConflictsView, EventView } from '@quorum/contracts/entry/wire.ts';
import type { GroupView } from '@quorum/contracts/group/wire.ts';
import { MY_SCHEDULE } from '@quorum/contracts/kernel/limits.ts';
import { useState } from 'react';
import { repeatKey } from '../../../data/actions/repeat-key.ts';
import { NO_CONNECTION, useIsOffline } from '../../../data/actions/use-action.ts';
import { errorText } from '../../../data/api/api-error.ts';
import { eventApi } from '../../../data/calendar-entry/event-api.ts';
import { useServices } from '../../../data/services/services-context.tsx';
import { useConflictCheck } from '../conflicts/use-conflict-check.ts';
import type { NewEvent } from './draft.ts';

export type Creation =
  | { readonly stage: 'entering'; readonly error: string | undefined }
  | { readonly stage: 'checking' | 'creating' }
  | { readonly stage: 'created'; readonly event: EventView }
  | { readonly stage: 'conflict'; readonly event: NewEvent; readonly conflicts: ConflictsView };

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
  const check = useConflictCheck();
  const isOffline = useIsOffline();
  if (creation.stage === 'entering' && creation.error === NO_CONNECTION && !isOffline)
    setCreation({ stage: 'entering', error: undefined });
  const [create] = eventApi.useCreateEventMutation();
  const { newId } = useServices();
  const [repeat] = useState(() => repeatKey(newId));

  // A personal event has no seats, also when they were chosen before the group was changed.
  const bodyOf = ({ seats, guestsEach, ...event }: NewEvent) => ({
    ...event,
    ...(groupId !== MY_SCHEDULE && { seats, guestsEach }),
    groupId,
    ...(group && { groupName: group.name }),
  });
  const createAnyway = async (event: NewEvent) => {
    if (isOffline) return setCreation({ stage: 'entering', error: NO_CONNECTION });
    setCreation({ stage: 'creating' });
    const body = bodyOf(event);
    const answer = await repeat.attempt(body, (idempotencyKey) => create({ body, idempotencyKey }));
    setCreation(
      answer.error === undefined
        ? { stage: 'created', event: answer.data.event }
        : { stage: 'entering', error: errorText(answer.error, 'Failed to create event') },
    );
  };
  const submit = async (event: NewEvent) => {
    if (isOffline) return setCreation({ stage: 'entering', error: NO_CONNECTION });
    // An event that may already be in the calendar would conflict with itself.
    if (repeat.isUncertain(bodyOf(event))) return createAnyway(event);
    setCreation({ stage: 'checking' });
    const conflicts = await check(event);
    if (conflicts) setCreation({ stage: 'conflict', event, conflicts });
    else await createAnyway(event);
  };
  return {
    creation,
    submit,
    createAnyway,
    backToEntering: (error) => setCreation({ stage: 'entering', error }),
  };
}
