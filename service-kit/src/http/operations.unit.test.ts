import type { IncomingMessage, ServerResponse } from 'node:http';
import { Gauge, Registry } from 'prom-client';
import { describe, expect, it, vi } from 'vitest';
import { answerOperations, checkReadiness, NotReadyError, type Operations } from './operations.ts';

const ask = (path: string, operations: Operations): Promise<{ status: number; body: string }> =>
  new Promise((resolve) => {
    let status = 0;
    const response = {
      writeHead: (given: number) => {
        status = given;
      },
      end: (body: string) => resolve({ status, body }),
    };
    answerOperations({ url: path } as IncomingMessage, response as unknown as ServerResponse, operations);
  });

const outOfReach = (): Promise<never> => Promise.reject(new Error('mongodb://secret@host is out of reach'));

describe('a service whose engines are unreachable', () => {
  it('a service whose engines are unreachable reports that it is not ready, without quoting the engine (RUN-05)', async () => {
    const answered = await ask('/readyz', { ready: outOfReach, registry: new Registry() });
    expect(answered).toEqual({ status: 503, body: '{"ready":false}' });
  });

  it('a service whose engines are unreachable names what is unreachable, in its own words only (RUN-05)', async () => {
    const ready = () =>
      checkReadiness(
        {
          keys: async () => {},
          readModels: outOfReach,
          projections: () => Promise.reject(new NotReadyError('12 events behind')),
        },
        {},
      );
    const { status, body } = await ask('/readyz', { ready, registry: new Registry() });
    expect(status).toBe(503);
    expect(JSON.parse(body)).toEqual({
      ready: false,
      parts: { keys: true, readModels: 'out of reach', projections: '12 events behind' },
    });
  });

  it('a service whose engines are unreachable still answers when the metrics cannot be read (RUN-05)', async () => {
    const registry = new Registry();
    new Gauge({ name: 'lag', help: 'Lag.', registers: [registry], collect: outOfReach });
    const { status, body } = await ask('/metrics', { ready: () => checkReadiness({}, {}), registry });
    expect(status).toBe(503);
    expect(body).not.toContain('secret');
  });
});

describe('a service that lacks an engine which it does not need', () => {
  const ready = () => checkReadiness({ readModels: async () => {} }, { bus: outOfReach });

  it('a service that lacks an engine which it does not need is ready, and names the engine (RUN-05)', async () => {
    const { status, body } = await ask('/readyz', { ready, registry: new Registry() });
    expect([status, JSON.parse(body)]).toEqual([
      200,
      { ready: true, parts: { readModels: true, bus: 'out of reach' } },
    ]);
  });

  it('a service that lacks an engine which it does not need is not ready if asked about every engine', async () => {
    const { status, body } = await ask('/readyz?deep', { ready, registry: new Registry() });
    expect([status, JSON.parse(body)]).toEqual([
      503,
      { ready: false, parts: { readModels: true, bus: 'out of reach' } },
    ]);
  });

  it('a service that lacks an engine which it does not need answers within a second, before a probe gives up', async () => {
    vi.useFakeTimers();
    try {
      const hanging = () => checkReadiness({}, { bus: () => new Promise(() => {}) });
      const answered = ask('/readyz', { ready: hanging, registry: new Registry() });
      await vi.advanceTimersByTimeAsync(1_000);
      expect(await answered).toMatchObject({ status: 200 });
    } finally {
      vi.useRealTimers();
    }
  });
});
