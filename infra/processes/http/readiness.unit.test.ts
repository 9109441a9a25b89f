import type { ProjectionStatus } from '@quorum/projections/runner/runner.ts';
import { modelNames } from '@quorum/service-kit/reads/collections.ts';
import { describe, expect, it, vi } from 'vitest';
import type { Engines } from '../engines/open-engines.ts';
import { areBuilt, checkDisk, checkModels, checkParked, checkRoom, enginesFor, readinessOf } from './readiness.ts';

const ready = (status: Partial<ProjectionStatus>): Promise<boolean> =>
  checkModels({ status: async () => ({ leading: true, ...status }) as ProjectionStatus }).then(
    () => true,
    () => false,
  );

describe('read models', () => {
  it('read models are ready while events are in flight, but not when more than 5 s behind (RUN-11)', async () => {
    expect(await ready({ hadCaughtUp: true, caughtUp: false, lagSeconds: 0.3 })).toBe(true);
    expect(await ready({ hadCaughtUp: true, caughtUp: false, lagSeconds: 5 })).toBe(true);
    expect(await ready({ hadCaughtUp: true, caughtUp: false, lagSeconds: 5.1 })).toBe(false);
  });

  it('read models are not ready before they have caught up once, no matter how little is missing (RUN-11)', async () => {
    expect(await ready({ hadCaughtUp: false, caughtUp: false, lagSeconds: 0.3 })).toBe(false);
  });

  it('read models are not ready in an instance that has to build them before it could run them', async () => {
    expect(await ready({ building: true, leading: false })).toBe(false);
  });

  it('read models are asked for until all of them are built, and then no more', async () => {
    const activeGeneration = vi.fn(async (): Promise<string | undefined> => '1');
    const reads = { activeGeneration };
    activeGeneration.mockResolvedValueOnce(undefined);
    expect(await areBuilt(reads)).toBe(false);
    expect(await areBuilt(reads)).toBe(true);
    expect(await areBuilt(reads)).toBe(true);
    expect(activeGeneration).toHaveBeenCalledTimes(2 * modelNames.length);
  });

  it('read models are left to the writing instance by standbys', async () => {
    expect(await ready({ leading: false, hadCaughtUp: false, lagSeconds: 60 })).toBe(true);
  });
});

it('a disk with little room and parked events are named by the deep check', async () => {
  await expect(checkDisk('.')).resolves.toBeUndefined();
  await expect(checkDisk('.', Number.POSITIVE_INFINITY)).rejects.toThrow('full');
  await expect(checkRoom('.')).resolves.toBeUndefined();
  await expect(
    checkParked(
      async () => 0,
      async () => 0,
    ),
  ).resolves.toBeUndefined();
  await expect(
    checkParked(
      async () => 1,
      async () => 2,
    ),
  ).rejects.toThrow('3 events');
});

describe('a process whose engines are unreachable', () => {
  const without = (...away: readonly string[]): Engines => {
    const engine = (name: string) => ({
      ping: () => (away.includes(name) ? Promise.reject(new Error('away')) : Promise.resolve()),
    });
    const names = ['eventLog', 'reads', 'storedKeys', 'files', 'bus'];
    return Object.fromEntries(names.map((name) => [name, engine(name)])) as unknown as Engines;
  };
  const canServe = async (needs: keyof typeof enginesFor, engines: Engines): Promise<boolean> => {
    const { needed } = await readinessOf(engines, { engines: enginesFor[needs] })();
    return Object.values(needed).every((part) => part === true);
  };

  it('a process whose engines are unreachable serves queries without the log, and no commands (RUN-05)', async () => {
    const engines = without('eventLog');
    expect(await canServe('queries', engines)).toBe(true);
    expect(await canServe('commands', engines)).toBe(false);
  });

  it('a process whose engines are unreachable serves everything without the bus (RUN-05)', async () => {
    const engines = without('bus');
    for (const needs of ['queries', 'commands', 'projections'] as const)
      expect(await canServe(needs, engines)).toBe(true);
    const { others } = await readinessOf(engines, { engines: enginesFor.commands })();
    expect(others).toEqual({ files: true, bus: 'out of reach' });
  });
});
