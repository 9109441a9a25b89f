import type { StoredEvent } from '@quorum/domain/stored-event.ts';
import { type SupportCall, SupportError } from './command.ts';
import { maskerOf } from './masking.ts';
import type { SupportContext } from './support-context.ts';

export const noSuchStream = (stream: string): SupportError =>
  new SupportError(`There is no stream ${stream}. Find names with: streams <prefix>`);

/** The events of the requested stream, masked unless `--reveal` is given. @throws SupportError if there are none */
export const readStream = async (context: SupportContext, call: SupportCall): Promise<readonly StoredEvent[]> => {
  const stream = call.words[0] as string;
  const events = await context.engines.events.read(stream);
  if (events.length === 0) throw noSuchStream(stream);
  const mask = await maskerOf(context, call, stream);
  return events.map(mask);
};
