import { LogUnavailableError } from '@quorum/service-kit/ports/event-log.ts';
import { describe, expect, it } from 'vitest';
import { Outage, Patience } from './eventstoredb-calls.ts';

describe('the patience of a process with a silent server', () => {
  it('is shared by all calls: a later one waits only for the rest of it (RUN-11)', () => {
    let now = 0;
    const outage = new Outage(() => now);
    expect(outage.begin(5_000)).toBe(5_000);
    now = 3_000;
    expect(outage.begin(5_000)).toBe(2_000);
    now = 60_000;
    // Long enough to find out that it is back.
    expect(outage.begin(5_000)).toBe(500);
  });

  it('is restored once the server has answered', () => {
    let now = 0;
    const outage = new Outage(() => now);
    outage.begin(5_000);
    now = 4_000;
    outage.answered();
    expect(outage.begin(5_000)).toBe(5_000);
  });

  it('counts a refusal as a response, but not a connection error', async () => {
    const kinds: [Error, boolean][] = [
      [Object.assign(new Error('conflict'), { type: 'wrong-expected-version' }), true],
      [Object.assign(new Error('14 UNAVAILABLE'), { type: 'unavailable' }), false],
    ];
    for (const [error, isAnswer] of kinds) {
      let answers = 0;
      const outage = new Outage();
      outage.answered = () => {
        answers += 1;
      };
      await new Patience(1_000, outage).limit(Promise.reject(error)).catch(() => {});
      expect(answers).toBe(isAnswer ? 1 : 0);
    }
  });

  it('ends a call that is never answered', async () => {
    const outage = new Outage(() => 0);
    const never = new Promise<never>(() => {});
    await expect(new Patience(20, outage).limit(never)).rejects.toThrow(LogUnavailableError);
  });
});
