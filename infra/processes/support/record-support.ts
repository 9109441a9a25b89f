import { recordLook } from '@quorum/service-kit/event-store/record-look.ts';
import { systemIds } from '../../adapters/system-ids.ts';
import type { SupportCall } from './command.ts';
import type { SupportContext } from './support-context.ts';

/**
 * Records that support looks at personal data, before anything is shown.
 * @param about a stream, or what kind of thing; never what a person wrote. @throws LogUnavailableError
 */
export const recordSupport = (
  { engines }: SupportContext,
  { by, command }: Pick<SupportCall, 'by' | 'command'>,
  about: string,
): Promise<void> => {
  const lookId = systemIds.uuid();
  const commandId = `support:${lookId}`;
  return recordLook(engines.events, { lookId, by, command, about }, { commandId, correlationId: commandId });
};
