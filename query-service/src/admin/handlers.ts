import { isRefusal } from '@quorum/contracts/kernel/refusals.ts';
import type { Handlers } from '@quorum/service-kit/http/call.ts';
import type { ReadPosition } from '@quorum/service-kit/read-position.ts';
import { allSettings } from '../account/configuration.ts';
import type { Context } from '../reading/context.ts';
import { auditChain, auditNames, auditPage } from './audit.ts';
import { auditState } from './audit-state.ts';
import { parkedEvents } from './parked-events.ts';
import { pendingReports } from './pending-reports.ts';

type AdminRoutes =
  | 'auditNames'
  | 'auditState'
  | 'parkedEvents'
  | 'pendingReports'
  | 'adminConfig'
  | 'audit'
  | 'auditChain'
  | 'adminChanges';

/** Milliseconds of a long poll: shorter than the timeouts of clients and of shutdown. */
const WAITS_FOR_NEWS = 4_000;

export const adminHandlers = (
  context: Pick<Context, 'clock' | 'history' | 'reads'>,
  position: Pick<ReadPosition, 'newerThan'>,
): Pick<Handlers<'query'>, AdminRoutes> => ({
  parkedEvents: async () => ({ body: await parkedEvents(context) }),
  pendingReports: async ({ query }) => ({ body: await pendingReports(context, query) }),
  adminConfig: async () => ({ body: { configs: await allSettings(context) } }),
  audit: async ({ query }) => ({ body: await auditPage(context, query) }),
  auditChain: async ({ params }) => ({ body: await auditChain(context, params.correlationId ?? '') }),
  auditState: async ({ params, query }) => {
    const state = await auditState(context, params.stream ?? '', query.revision);
    return isRefusal(state) ? state : { body: state };
  },
  auditNames: async ({ query }) => ({ body: await auditNames(context, query.text) }),
  adminChanges: async ({ query }) => ({ body: { position: await position.newerThan(query.after, WAITS_FOR_NEWS) } }),
});
