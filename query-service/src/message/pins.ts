import { limits } from '@quorum/contracts/kernel/limits.ts';
import type { PinView } from '@quorum/contracts/pins/wire.ts';
import { presentPins } from '@quorum/service-kit/reads/pin.ts';
import { joinsOf, type Reading } from '../reading/context.ts';

/** Pins read for a group. Some may be of deleted events, which are not shown. */
const MOST = 2 * limits.pins;

/** The pinned messages of a group, last pinned first. */
export const pinsOf = async (context: Reading, groupId: string, viewerId?: string): Promise<PinView[]> => {
  const pins = await context.reads.active.query('pins', {
    where: { groupId },
    order: { field: 'order', direction: 'desc' },
    limit: MOST,
  });
  return presentPins(joinsOf(context, viewerId), pins);
};
