import { recorded } from '@quorum/domain/testing/recorded-events.ts';
import { sampleEvent } from '@quorum/domain/testing/sample-events.ts';
import { expect, it } from 'vitest';
import type { Context } from '../reading/context.ts';
import { auditState } from './audit-state.ts';

it('the state of a session that no longer gets pushes has only the fields that it had before', async () => {
  const events = recorded([sampleEvent('PushSubscribed'), sampleEvent('PushEnded')]);
  const context = {
    reads: { active: { getMany: async () => new Map() } },
    history: { read: async () => events },
  } as unknown as Context;
  expect(await auditState(context, 'push-session-1', 1)).toMatchObject({
    fields: ['endpoint', 'p256dh', 'auth', 'timeZone'].map((name) => ({ name, value: null })),
  });
});
