import { groupAudience } from '@quorum/contracts/kernel/audiences.ts';
import { limits } from '@quorum/contracts/kernel/limits.ts';
import type { PinView } from '@quorum/contracts/pins/wire.ts';
import type { Handlers } from '@quorum/service-kit/http/call.ts';
import { presentPins } from '@quorum/service-kit/reads/pin.ts';
import { inGroup } from '../group/membership.ts';
import { joinsOf, type Reading } from '../reading/context.ts';
import { type Loaders, named } from '../reading/loaders.ts';
import { readAt } from '../reading/read-at.ts';

/** Pins read for a group. Some may be of deleted events, which are not shown. */
const MAX_PINS = 2 * limits.pins;

/** The pinned messages of a group, last pinned first. */
const pinsOf = async (context: Reading, groupId: string, viewerId?: string): Promise<PinView[]> => {
  const pins = await context.reads.active.query('pins', {
    where: { groupId },
    order: { field: 'order', direction: 'desc' },
    limit: MAX_PINS,
  });
  return presentPins(joinsOf(context, viewerId), pins);
};

export const pinHandlers = (context: Reading) =>
  ({
    pins: ({ params, actor }, permission) =>
      inGroup(context, { groupId: params.id, actorId: actor.userId }, permission, ({ group }) =>
        readAt(context.reads, groupAudience(group.id), async () => ({
          pins: await pinsOf(context, group.id, actor.userId),
        })),
      ),
  }) satisfies Partial<Handlers<'query'>>;

/** The views that frames carry. */
export const pinLoaders = {
  pins: {
    idOf: named('groupId'),
    load: async ({ context }, changes) => {
      const found = [...new Set(changes.map(named('groupId')))].map(async (groupId) => {
        const pins = await pinsOf(context, groupId);
        return [groupId, { count: pins.length, newest: pins[0] ?? null }] as const;
      });
      return new Map(await Promise.all(found));
    },
    into: (payload, view) => ({ ...payload, ...(view as object) }),
  },
} satisfies Partial<Loaders>;
