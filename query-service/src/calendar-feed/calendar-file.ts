import { Readable } from 'node:stream';
import { isRefusal, refuse } from '@quorum/contracts/kernel/refusals.ts';
import type { Handlers } from '@quorum/service-kit/http/call.ts';
import type { Context } from '../reading/context.ts';
import { eventInPath } from '../reading/event-in-path.ts';
import { fileWith } from './calendar-text.ts';

/** A copy of an event, or of one date of it, for another program. */
export const calendarFile =
  (context: Context): Handlers<'query'>['calendarFile'] =>
  async ({ params, actor: { userId }, origin }, permission) => {
    const found = await eventInPath(context, params.id, userId, permission);
    if (isRefusal(found)) return found;
    const { entry, series, occurrence } = found;
    const event = series ?? entry;
    const text = event && fileWith(event, occurrence, { origin, now: context.clock.now() });
    if (text === undefined) return refuse('series/date-gone');
    return {
      stream: Readable.from([text]),
      headers: {
        'Content-Type': 'text/calendar; charset=utf-8',
        'Content-Disposition': 'attachment; filename="quorum.ics"',
      },
    };
  };
