import { ReadStoreUnavailableError } from '@quorum/service-kit/ports/read-store.ts';
import { describe, expect, it } from 'vitest';
import { sessionLookup } from './authenticate.ts';

const ada = { userId: 'ada', sessionId: 's', profileComplete: true };

/** Read models that have reached what the test says. */
const models = () => {
  const state = { sessions: new Map([['known', ada]]), reached: '3', asked: 0 };
  const find = sessionLookup(
    async (token) => state.sessions.get(token),
    async () => {
      state.asked += 1;
      return '5';
    },
    { waitFor: async (wanted) => state.reached >= wanted },
  );
  return { state, find };
};

describe('looking up a session', () => {
  it('looking up a session asks only the read models if they have it', async () => {
    const { state, find } = models();
    expect(await find('known')).toBe(ada);
    expect(state.asked).toBe(0);
  });

  it('looking up a session fails while the read models may not have it yet', async () => {
    const { find } = models();
    await expect(find('unknown')).rejects.toBeInstanceOf(ReadStoreUnavailableError);
  });

  it('looking up a session finds a session that arrived while it asked how far they are', async () => {
    const { state, find } = models();
    await expect(find('late')).rejects.toThrow();
    state.reached = '5';
    state.sessions.set('late', ada);
    expect(await find('late')).toBe(ada);
  });

  it('looking up a session finds nothing once they have reached the end of the log, and asks no more', async () => {
    const { state, find } = models();
    state.reached = '5';
    expect(await find('unknown')).toBeUndefined();
    expect(await find('unknown')).toBeUndefined();
    expect(state.asked).toBe(1);
  });

  it('looking up a session asks for the end of the log again after a failure', async () => {
    let asked = 0;
    const find = sessionLookup(
      async () => undefined,
      async () => {
        asked += 1;
        if (asked === 1) throw new Error('away');
        return '5';
      },
      { waitFor: async () => true },
    );
    await expect(find('unknown')).rejects.toThrow('away');
    expect(await find('unknown')).toBeUndefined();
  });
});
