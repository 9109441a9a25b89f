import type { StoredEvent } from '@quorum/domain/stored-event.ts';
import { supportStream } from '@quorum/domain/support/events.ts';
import { maskEvent } from '@quorum/service-kit/event-store/mask-event.ts';
import { systemIds } from '../../adapters/system-ids.ts';
import { type SupportCall, SupportError } from './command.ts';
import type { SupportContext } from './support-context.ts';

/** Records the access in the log before anything is shown; without `--reveal` nothing is recorded. @returns how to show events */
export const maskerOf = async (
  { engines }: SupportContext,
  { flags, by, command }: SupportCall,
  about: string,
): Promise<(event: StoredEvent) => StoredEvent> => {
  if (flags.reveal !== true) return maskEvent;
  const lookId = systemIds.uuid();
  const commandId = `support:${lookId}`;
  const metadata = { actor: 'admin', commandId, correlationId: commandId, causationId: commandId };
  const data = { lookId, by, command, about };
  const look = { type: 'PersonalDataRevealed', data } as const;
  const { ok } = await engines.events.append(supportStream(lookId), [look], 'none', metadata);
  if (!ok) throw new SupportError('The look could not be recorded, so nothing is shown. Run it again.');
  return (event) => event;
};
