import type { SessionView } from '@quorum/contracts/session/wire.ts';
import { isRunning } from '@quorum/domain/session/session.ts';
import type { Actor } from '@quorum/service-kit/http/call.ts';
import { pagesOf } from '@quorum/service-kit/reads/pages.ts';
import type { SessionDocument } from '@quorum/service-kit/reads/session.ts';
import type { Context } from '../reading/context.ts';

/** Sessions read at once. */
const PAGE_SIZE = 200;

/** Maximum shown to anyone. */
const MAX_SHOWN = 100;

/** Browsers the person is signed in on: the current one first, then by last use. */
export const runningSessions = async (
  { reads, clock }: Pick<Context, 'reads' | 'clock'>,
  { userId, sessionId }: Actor,
): Promise<readonly SessionView[]> => {
  const user = await reads.active.get('users', userId);
  if (user === undefined) return [];
  const running: SessionDocument[] = [];
  const pages = pagesOf(reads.active, 'sessions', { where: { userId } }, PAGE_SIZE);
  for await (const page of pages) running.push(...page.filter((session) => isRunning(session, user, clock.now())));
  const order = ({ id, lastUsedAt }: SessionDocument): string => `${id === sessionId ? 1 : 0}${lastUsedAt}`;
  return running
    .sort((a, b) => (order(a) < order(b) ? 1 : -1))
    .slice(0, MAX_SHOWN)
    .map(({ id, device, startedAt, lastUsedAt }) => ({
      id,
      device: device ?? '',
      createdAt: startedAt,
      lastUsedAt,
      current: id === sessionId,
    }));
};
