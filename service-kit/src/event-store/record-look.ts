import type { DataOf } from '@quorum/domain/event-catalogue.ts';
import { supportStream } from '@quorum/domain/support/events.ts';
import { LogUnavailableError } from '../ports/event-log.ts';
import type { EventStore } from '../ports/event-store.ts';

type Look = DataOf<'PersonalDataRevealed'>;

const MAX_TRIES = 3;

/**
 * Records, before anything is shown, that an operator looks at personal data. Recording the same id again changes
 * nothing. `about` never holds what a person wrote.
 * @throws LogUnavailableError if it was not recorded
 */
export const recordLook = async (
  events: Pick<EventStore, 'append'>,
  data: Look,
  cause: { readonly commandId: string; readonly correlationId: string },
): Promise<void> => {
  const metadata = { actor: 'admin', causationId: cause.commandId, ...cause };
  const look = { type: 'PersonalDataRevealed', data } as const;
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const outcome = await events.append(supportStream(data.lookId), [look], 'none', metadata);
    // Refused without a rival: it was lost on the way to the log.
    if (outcome.ok || outcome.actual !== 'none') return;
  }
  throw new LogUnavailableError('The log accepted no record of the look.');
};
