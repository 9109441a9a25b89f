import type { Projections } from '@quorum/projections/start-projections.ts';
import { Registry } from 'prom-client';
import { expect, it } from 'vitest';
import type { Engines } from '../engines/open-engines.ts';
import { observeEngines, observePipeline } from './pipeline-metrics.ts';

it('an engine that does not answer is shown as down, although the lag cannot be read without it (RUN-05)', async () => {
  const away = { ping: () => Promise.reject(new Error('away')) };
  const models = { status: () => away.ping() } as unknown as Projections;
  const engines = { eventLog: away, reads: away, storedKeys: away, files: away, bus: away } as unknown as Engines;
  const registry = new Registry();
  observePipeline(registry, { models });
  observeEngines(registry, engines);
  const shown = await registry.metrics();
  expect(shown).toContain('quorum_engine_up{engine="readModels"} 0\n');
  expect(shown).toContain('quorum_projection_lag_seconds Nan\n');
});
