import type { ProjectionStatus } from '@quorum/projections/start-projections.ts';
import { describe, expect, it } from 'vitest';
import { checkModels } from './readiness.ts';

const ready = (status: Partial<ProjectionStatus>): Promise<boolean> =>
  checkModels({ status: async () => ({ leading: true, ...status }) as ProjectionStatus }).then(
    () => true,
    () => false,
  );

describe('read models', () => {
  it('are ready while events are in flight, but not when more than 5 s behind (RUN-11)', async () => {
    expect(await ready({ hadCaughtUp: true, caughtUp: false, lagSeconds: 0.3 })).toBe(true);
    expect(await ready({ hadCaughtUp: true, caughtUp: false, lagSeconds: 5 })).toBe(true);
    expect(await ready({ hadCaughtUp: true, caughtUp: false, lagSeconds: 5.1 })).toBe(false);
  });

  it('are not ready before they have caught up once, however little is missing (RUN-11)', async () => {
    expect(await ready({ hadCaughtUp: false, caughtUp: false, lagSeconds: 0.3 })).toBe(false);
  });

  it('are left to the writing instance by standbys', async () => {
    expect(await ready({ leading: false, hadCaughtUp: false, lagSeconds: 60 })).toBe(true);
  });
});
