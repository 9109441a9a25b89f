import { cursorOf, placeOfCursor } from '@quorum/contracts/entry/event-cursor.ts';
import type { DeletedEventsView } from '@quorum/contracts/entry/undo.ts';
import { limits, MY_SCHEDULE } from '@quorum/contracts/kernel/limits.ts';
import type { Handlers } from '@quorum/service-kit/http/call.ts';
import { deletedEventView } from '@quorum/service-kit/reads/deleted-entry.ts';
import { personalOwnerKey } from '@quorum/service-kit/reads/entry.ts';
import { inGroup } from '../group/membership.ts';
import type { Context } from '../reading/context.ts';

const PAGE_SIZE = 50;

/** A person's deleted events of a calendar that can still be restored, the newest deletion first. */
const pageOf = async (
  { reads, clock }: Context,
  ownerKey: string,
  deletedBy: string,
  cursor: string | undefined,
): Promise<DeletedEventsView> => {
  const place = cursor === undefined ? undefined : placeOfCursor(cursor);
  const found = await reads.active.query('deletedEntries', {
    where: { ownerKey, deletedBy },
    range: { field: 'deletedAt', from: new Date(clock.now() - limits.eventRestorable).toISOString() },
    order: { field: 'deletedAt', direction: 'desc' },
    ...(place === undefined ? {} : { after: { value: place.startsAt, id: place.id } }),
    limit: PAGE_SIZE + 1,
  });
  const page = found.slice(0, PAGE_SIZE);
  const last = page.at(-1);
  const events = page.map(deletedEventView);
  return found.length > PAGE_SIZE && last !== undefined
    ? { events, next: cursorOf({ startsAt: last.deletedAt, id: last.id }) }
    : { events };
};

export const deletedEvents =
  (context: Context): Handlers<'query'>['deletedEvents'] =>
  async ({ actor: { userId }, query }, permission) => {
    const { groupId, after } = query;
    const page = async (ownerKey: string) => ({ body: await pageOf(context, ownerKey, userId, after) });
    if (groupId === undefined || groupId === MY_SCHEDULE)
      return permission({ personal: true, role: undefined }) ?? page(personalOwnerKey(userId));
    return inGroup(context, { groupId, actorId: userId }, permission, () => page(groupId));
  };
