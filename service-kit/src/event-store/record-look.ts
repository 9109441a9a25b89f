import type { DataOf } from '@quorum/domain/event-catalogue.ts';
import { supportStream } from '@quorum/domain/support/events.ts';
import type { EventStore } from '../ports/event-store.ts';

type Look = DataOf<'PersonalDataRevealed'>;

/**
 * Records, before anything is shown, that somebody who runs the product looks at personal data. `about` never holds what a person
 * wrote. @returns false if a look with this id is recorded already
 */
export const recordLook = async (
  events: Pick<EventStore, 'append'>,
  data: Look,
  cause: { readonly commandId: string; readonly correlationId: string },
): Promise<boolean> => {
  const metadata = { actor: 'admin', causationId: cause.commandId, ...cause };
  const { ok } = await events.append(
    supportStream(data.lookId),
    [{ type: 'PersonalDataRevealed', data }],
    'none',
    metadata,
  );
  return ok;
};
