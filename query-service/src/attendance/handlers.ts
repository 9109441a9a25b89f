import { isRefusal } from '@quorum/contracts/kernel/refusals.ts';
import type { Handlers } from '@quorum/service-kit/http/call.ts';
import type { Context } from '../reading/context.ts';
import { entryInPath, rsvpPage, silentPage } from './rsvps.ts';

export const attendanceHandlers = (context: Context) =>
  ({
    rsvps: async ({ actor: { userId }, params, query }, permission) => {
      const seen = await entryInPath(context, params.id, userId, permission);
      if (isRefusal(seen)) return seen;
      const isSilent = query.answer === 'none';
      return {
        body: isSilent ? await silentPage(context, seen, query, userId) : await rsvpPage(context, seen.entry, query),
      };
    },
  }) satisfies Partial<Handlers<'query'>>;
