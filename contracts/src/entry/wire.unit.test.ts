import { describe, expect, it } from 'vitest';
import { eventsQuery } from './wire.ts';

describe('a request for events', () => {
  it('a request for events asks for a page of 1,000 when it names no limit, and may not ask for more', () => {
    expect(eventsQuery.parse({}).limit).toBe(1000);
    expect(eventsQuery.safeParse({ limit: '1001' }).success).toBe(false);
  });
});
