import { LogUnavailableError } from '@quorum/service-kit/ports/event-log.ts';
import { expect, it } from 'vitest';
import { Deadline } from './eventstoredb-calls.ts';

it('a call to a silent server ends, even if it is never answered', async () => {
  const never = new Promise<never>(() => {});
  await expect(new Deadline(20).limit(never)).rejects.toThrow(LogUnavailableError);
});
