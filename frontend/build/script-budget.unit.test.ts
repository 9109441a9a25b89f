import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { scriptBudget } from './script-budget.ts';

const PAGES = ['terms', 'privacy', 'support', 'app-download', 'login', 'signup', 'index', 'dashboard'];

const chunk = (file: string, kilobytes: number) => ({
  type: 'chunk',
  fileName: `${file}.js`,
  facadeModuleId: `/src/${file}`,
  // Random letters, which hardly get smaller.
  code: randomBytes(kilobytes * 1_000).toString('latin1'),
});

/** What the build says of the code of the grid, if it has so many kilobytes. */
const verdictOf = async (kilobytes: number): Promise<string> => {
  const pages = PAGES.map((name) => ({ type: 'asset', fileName: `${name}.html`, source: '' }));
  const parts = [chunk('grid/grid-view.tsx', kilobytes), chunk('palette/palette.tsx', 1), chunk('worker/sw.ts', 1)];
  const bundle = Object.fromEntries([...pages, ...parts].map((file) => [file.fileName, file]));
  const refuse = (reason: string): never => {
    throw new Error(reason);
  };
  const { writeBundle } = scriptBudget() as unknown as {
    writeBundle: { handler: (this: object, options: object, bundle: object) => Promise<void> };
  };
  return writeBundle.handler.call({ error: refuse, info: () => undefined }, {}, bundle).then(
    () => 'built',
    (error: Error) => error.message,
  );
};

it('the build fails if the code of the grid has more than 25 kB (GRID-19)', async () => {
  expect(await verdictOf(10)).toBe('built');
  expect(await verdictOf(30)).toMatch(/^grid\/grid-view\.tsx has \d+\.\d kB; it may have 25 kB$/);
});
