import type { StoredEvent } from '@quorum/domain/stored-event.ts';
import { maskEvent } from '@quorum/service-kit/event-store/mask-event.ts';
import { recordLook } from '@quorum/service-kit/event-store/record-look.ts';
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
  const cause = { commandId, correlationId: commandId };
  if (!(await recordLook(engines.events, { lookId, by, command, about }, cause)))
    throw new SupportError('The look could not be recorded, so nothing is shown. Run it again.');
  return (event) => event;
};
