import { expect, it } from 'vitest';
import { answers, open, type Route, type Success } from './route.ts';

it('a command without a pace does not compile, and a query needs none', () => {
  const common = { path: '/api/x', permission: open, answer: answers<Success>() } as const;
  const routes: readonly Route[] = [
    // @ts-expect-error No limit on what this adds to the log.
    { ...common, method: 'POST', service: 'command' },
    { ...common, method: 'POST', service: 'command', pace: 'once' },
    { ...common, method: 'POST', service: 'query' },
    { ...common, method: 'GET', service: 'command' },
  ];
  expect(routes).toHaveLength(4);
});
