import { describe, expect, it } from 'vitest';
import { refusalOfFailure } from './failure.ts';
import { LogRefusedError, LogUnavailableError } from './ports/event-log.ts';

describe('the message a client gets for an exception', () => {
  it.each([
    ['that a retry makes sense while an engine is away', new LogUnavailableError('gone'), 'service/unavailable'],
    ['that it sent more than the log takes', new LogRefusedError('too-large', 'no'), 'request/too-large'],
    ['that nothing is there any more', new LogRefusedError('deleted', 'no'), 'request/not-found'],
    ['nothing about a stream without its beginning', new LogRefusedError('truncated', 'no'), 'service/failed'],
    ['nothing about anything else', new Error('secret'), 'service/failed'],
  ])('the message a client gets for an exception says %s', (_, error, code) => {
    expect(refusalOfFailure(error)).toMatchObject({ refused: code });
  });
});
