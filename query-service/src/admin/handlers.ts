import { isRefusal } from '@quorum/contracts/kernel/refusals.ts';
import { deterministicUuid } from '@quorum/service-kit/deterministic-uuid.ts';
import type { Call, Handler, Handlers } from '@quorum/service-kit/http/call.ts';
import type { ReadPosition } from '@quorum/service-kit/read-position.ts';
import { allSettings } from '../account/configuration.ts';
import type { Context } from '../reading/context.ts';
import { auditChain, auditNames, auditPage } from './audit.ts';
import { auditState } from './audit-state.ts';
import { parkedEvents } from './parked-events.ts';
import { pendingReports } from './pending-reports.ts';

type PersonalRoutes = 'auditNames' | 'auditState' | 'pendingReports' | 'audit' | 'auditChain';

/** Milliseconds of a long poll: shorter than the timeouts of clients and of shutdown. */
const LONG_POLL_MS = 4_000;

/** Milliseconds in which one administrator's repeats of a request are one look: an open panel asks again at every change. */
const LOOK_WINDOW_MS = 600_000;

/** Maximum length of what a recorded look names. */
const MAX_ABOUT = 200;

/** Records the look before the answer leaves; if that fails, nothing is shown. A refused request shows nothing. */
const recorded =
  <N extends PersonalRoutes>(
    { clock, recordLook }: Pick<Context, 'clock' | 'recordLook'>,
    command: N,
    aboutOf: (call: Call<N>) => string,
    handler: Handler<N>,
  ): Handler<N> =>
  async (call, permission) => {
    const reply = await handler(call, permission);
    if (isRefusal(reply)) return reply;
    const by = String(call.raw.request.headers.username);
    const about = aboutOf(call).slice(0, MAX_ABOUT);
    const lookId = deterministicUuid(`look ${by} ${command} ${about} ${Math.floor(clock.now() / LOOK_WINDOW_MS)}`);
    await recordLook({ lookId, by, command, about }, { commandId: call.commandId, correlationId: call.correlationId });
    return reply;
  };

const filterOf = ({ query }: Call<'audit'>): string => {
  const { limit: _, ...filter } = query;
  return Object.entries(filter)
    .map(([name, value]) => `${name} ${value}`)
    .join(', ');
};

export const adminHandlers = (
  context: Pick<Context, 'clock' | 'history' | 'reads' | 'recordLook'>,
  position: Pick<ReadPosition, 'newerThan'>,
) =>
  ({
    parkedEvents: async () => ({ body: await parkedEvents(context) }),
    adminConfig: async () => ({ body: { configs: await allSettings(context) } }),
    adminChanges: async ({ query }) => ({ body: { position: await position.newerThan(query.after, LONG_POLL_MS) } }),
    pendingReports: recorded(
      context,
      'pendingReports',
      ({ query }) => `page ${query.page}`,
      async ({ query }) => ({ body: await pendingReports(context, query) }),
    ),
    audit: recorded(context, 'audit', filterOf, async ({ query }) => ({ body: await auditPage(context, query) })),
    auditChain: recorded(
      context,
      'auditChain',
      ({ params }) => params.correlationId ?? '',
      async ({ params, query }) => ({ body: await auditChain(context, params.correlationId ?? '', query.after) }),
    ),
    auditState: recorded(
      context,
      'auditState',
      ({ params, query }) => `${params.stream} ${query.revision ?? ''}`.trim(),
      async ({ params, query }) => {
        const state = await auditState(context, params.stream ?? '', query.revision);
        return isRefusal(state) ? state : { body: state };
      },
    ),
    // The text may be a name, which the log must not keep.
    auditNames: recorded(
      context,
      'auditNames',
      () => '',
      async ({ query }) => ({ body: await auditNames(context, query.text) }),
    ),
  }) satisfies Partial<Handlers<'query'>>;
