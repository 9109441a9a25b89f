import type { EventView } from '@quorum/contracts/entry/wire.ts';
import { rules } from '@quorum/contracts/things.ts';
import { selectListed } from '../group/use-group.ts';
import { useAppSelector } from '../store/hooks.ts';

type OfEvent = Pick<EventView, 'groupId' | 'createdBy' | 'isMyQEvent'>;

/** Whether the viewer may delete an event, by the same rule as on the server. Its creator may before the groups are loaded. */
export const useMayDelete = ({ groupId, createdBy, isMyQEvent }: OfEvent, viewerId: string | undefined): boolean => {
  const role = useAppSelector((state) => selectListed(state, groupId)?.role);
  if (viewerId === createdBy) return true;
  const facts = { actorId: viewerId ?? '', creatorId: createdBy, personal: isMyQEvent, role };
  return rules.deleteEvent(facts) === undefined;
};
