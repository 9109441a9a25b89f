import { placeOf } from '@quorum/domain/testing/recorded-events.ts';
import { describe, it } from 'vitest';
import { accountDeleted, ada, ben, happens } from '../testing/people.ts';
import { projectWith } from '../testing/project.ts';
import { testProjection } from '../testing/projection-testing.ts';
import { sessions } from './fold.ts';

const { given } = testProjection(projectWith(sessions));

const expiresAt = '2026-06-13T14:42:00.000Z';

const device = 'Firefox on Linux';

const started = (sessionId: string, userId: string) =>
  happens('SessionStarted', { sessionId, userId, expiresAt, device });

const session = (id: string, userId: string, index: number) => ({
  id,
  userId,
  device,
  startedAt: placeOf(index).recordedAt,
  expiresAt,
  lastUsedAt: placeOf(index).recordedAt,
});

const three = [started('a1', ada), started('a2', ada), started('b1', ben)];

describe('the session model', () => {
  it('the session model holds signed-in browsers', () =>
    given(...three).then({ sessions: [session('a1', ada, 0), session('a2', ada, 1), session('b1', ben, 2)] }));

  it('the session model ends a session by itself', () =>
    given(...three)
      .when(happens('SessionEnded', { sessionId: 'a1', userId: ada, reason: 'logout' }))
      .then({ sessions: [session('a2', ada, 1), session('b1', ben, 2)] }));

  it('the session model records when a session was last used (SAFE-09)', () =>
    given(started('a1', ada))
      .when(happens('SessionUsed', { sessionId: 'a1', userId: ada }))
      .then({ sessions: [{ ...session('a1', ada, 0), lastUsedAt: placeOf(1).recordedAt }] }));

  it("the session model ends a person's other sessions when they are revoked, and all of them with the account", async () => {
    await given(...three)
      .when(happens('SessionsRevoked', { userId: ada, except: 'a2' }))
      .then({ sessions: [session('a2', ada, 1), session('b1', ben, 2)] });
    await given(...three)
      .when(happens('SessionsRevoked', { userId: ada, except: null }))
      .then({ sessions: [session('b1', ben, 2)] });
    await given(...three)
      .when(accountDeleted(ada))
      .then({ sessions: [session('b1', ben, 2)] });
  });

  it('the session model drops expired sessions when their person signs in again, so that they do not pile up', () =>
    given(
      happens('SessionStarted', { sessionId: 'a1', userId: ada, expiresAt: placeOf(2).recordedAt, device }),
      happens('SessionStarted', { sessionId: 'a2', userId: ada, expiresAt: placeOf(3).recordedAt, device }),
    )
      .when(started('a3', ada))
      .then({ sessions: [{ ...session('a2', ada, 1), expiresAt: placeOf(3).recordedAt }, session('a3', ada, 2)] }));

  it('the session model keeps a session that starts after the others were revoked', () =>
    given(...three, happens('SessionsRevoked', { userId: ada, except: null }))
      .when(started('a3', ada))
      .then({ sessions: [session('a3', ada, 4), session('b1', ben, 2)] }));
});
