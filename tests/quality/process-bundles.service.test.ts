import { serverBundle } from '@quorum/infra/bootstrap/lib/server-bundle.mjs';
import { type BuildResult, build } from 'esbuild';
import { beforeAll, describe, expect, it } from 'vitest';

let outputs: NonNullable<BuildResult['metafile']>['outputs'];
beforeAll(async () => {
  const result = await build({ ...serverBundle, write: false, metafile: true });
  outputs = result.metafile.outputs;
});

/** Every source and package that a process loads at its start, through all imported chunks. */
const loadedBy = (process: string): readonly string[] => {
  const loaded = new Set<string>();
  const visit = (file: string): void => {
    if (loaded.has(file)) return;
    loaded.add(file);
    const output = outputs[file];
    for (const source of Object.keys(output?.inputs ?? {})) loaded.add(source);
    for (const { path, kind } of output?.imports ?? []) if (kind === 'import-statement') visit(path);
  };
  visit(`dist/${process}.js`);
  return [...loaded];
};

const services = ['command-service', 'query-service', 'projections'] as const;

describe('bundles of the processes', () => {
  it.each(services)('the bundle of %s contains no code of another service (STACK-06)', (service) => {
    const sources = loadedBy(service);
    expect(sources.some((source) => source.startsWith(`${service}/src/`))).toBe(true);
    const others = services.filter((other) => other !== service);
    expect(sources.filter((source) => others.some((other) => source.startsWith(`${other}/`)))).toEqual([]);
  });

  it('a bundle loads socket.io only where the gateway runs', () => {
    const withSockets = ['standalone', ...services].filter((process) => loadedBy(process).includes('socket.io'));
    expect(withSockets).toEqual(['standalone', 'query-service']);
  });
});
