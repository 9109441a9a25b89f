import { isRefusal } from '@quorum/contracts/kernel/refusals.ts';
import type { Handlers } from '@quorum/service-kit/http/call.ts';
import type { Context } from '../reading/context.ts';
import { askedInPath } from './asked.ts';
import { rsvpPage, silentPage } from './rsvps.ts';

export const attendanceHandlers = (context: Context) =>
  ({
    rsvps: async ({ actor: { userId }, params, query }, permission) => {
      const seen = await askedInPath(context, params.id, userId, permission);
      if (isRefusal(seen)) return seen;
      const isSilent = query.answer === 'none';
      return {
        body: isSilent ? await silentPage(context, seen, query, userId) : await rsvpPage(context, seen.asked, query),
      };
    },
  }) satisfies Partial<Handlers<'query'>>;
