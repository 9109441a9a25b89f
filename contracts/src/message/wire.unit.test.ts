import { describe, expect, it } from 'vitest';
import { sendMessageBody } from './wire.ts';

describe('the id that a sender chooses for a message', () => {
  const groupId = '0b7f8a3e-8c1d-8e5b-9f00-000000001000';
  const accepts = (id: string): boolean => sendMessageBody.safeParse({ groupId, content: 'Hello', id }).success;

  it.each([
    ['random', '9b2c4a1e-7d35-4f60-a1b2-c3d4e5f60718', true],
    ['in the order of time', '0198c0de-7d35-7f60-a1b2-c3d4e5f60718', true],
    ['derived, as the server makes them', '9b2c4a1e-7d35-8f60-a1b2-c3d4e5f60718', false],
  ])('a message id that is %s (%s) is accepted from its sender: %s', (_, id, expected) => {
    expect(accepts(id)).toBe(expected);
  });
});
