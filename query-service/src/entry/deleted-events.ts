import { cursorOf, placeOfCursor } from '@quorum/contracts/entry/event-cursor.ts';
import type { DeletedEventsView } from '@quorum/contracts/entry/undo.ts';
import { limits, MY_SCHEDULE } from '@quorum/contracts/kernel/limits.ts';
import { leads } from '@quorum/contracts/kernel/permissions.ts';
import type { Handlers } from '@quorum/service-kit/http/call.ts';
import { deletedEventView } from '@quorum/service-kit/reads/deleted-entry.ts';
import { personalOwnerKey } from '@quorum/service-kit/reads/entry.ts';
import { inGroup } from '../group/membership.ts';
import type { Context } from '../reading/context.ts';

const PAGE_SIZE = 50;

type Wanted = {
  readonly ownerKey: string;
  readonly deletedBy: string;
  /** Whether the person leads the group, and may restore what others created. */
  readonly isLead: boolean;
  readonly cursor: string | undefined;
};

/** A person's deleted events of a calendar that they can still restore, the newest deletion first. */
const pageOf = async (
  { reads, clock }: Context,
  { ownerKey, deletedBy, isLead, cursor }: Wanted,
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
  const events = page.filter(({ creatorId }) => isLead || creatorId === deletedBy).map(deletedEventView);
  return found.length > PAGE_SIZE && last !== undefined
    ? { events, next: cursorOf({ startsAt: last.deletedAt, id: last.id }) }
    : { events };
};

export const deletedEvents =
  (context: Context): Handlers<'query'>['deletedEvents'] =>
  async ({ actor: { userId }, query }, permission) => {
    const { groupId, after } = query;
    const page = async (ownerKey: string, isLead: boolean) => ({
      body: await pageOf(context, { ownerKey, deletedBy: userId, isLead, cursor: after }),
    });
    if (groupId === undefined || groupId === MY_SCHEDULE)
      return permission({ personal: true, role: undefined }) ?? page(personalOwnerKey(userId), false);
    return inGroup(context, { groupId, actorId: userId }, permission, ({ facts }) => page(groupId, leads(facts.role)));
  };
