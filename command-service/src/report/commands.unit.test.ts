import { defaultGroupSettings } from '@quorum/contracts/kernel/permissions.ts';
import { groupStream } from '@quorum/domain/group/events.ts';
import { messageStream } from '@quorum/domain/message/events.ts';
import type { Handlers } from '@quorum/service-kit/http/call.ts';
import type { Query } from '@quorum/service-kit/ports/read-store.ts';
import { expect, it } from 'vitest';
import { Aggregates } from '../handling/aggregates.ts';
import type { Context } from '../handling/context.ts';
import { memoryStreams } from '../testing/memory-streams.ts';
import { reportCommands } from './commands.ts';

const id = (digit: number): string => `${digit}0000000-0000-4000-8000-000000000001`;
const [ada, ben, groupId, messageId] = [id(1), id(2), id(3), id(4)];

/** A group in which Ada wrote something. @param sent reports that the read models show of the last day. */
const withMessage = async (sent = 0) => {
  const { streams, append, events, clock } = memoryStreams();
  const codes = { inviteCode: 'ABCDEFGH', sixDigitCode: '123456' };
  const group = { groupId, ownerId: ben, name: 'G', description: 'D', settings: defaultGroupSettings, imageId: null };
  await append(groupStream(groupId), [{ type: 'GroupCreated', data: { ...group, ...codes } }]);
  const said = { kind: 'text', text: 'Rude', replyTo: null, file: null, fileName: null } as const;
  await append(messageStream(messageId), [
    { type: 'MessagePosted', data: { messageId, groupId, senderId: ada, ...said } },
  ]);
  const counted: Query[] = [];
  const count = async (_: string, query: Query, most: number) => {
    counted.push(query);
    return Math.min(sent, most);
  };
  const parts = { aggregates: new Aggregates(events), clock, reads: { active: { count } } } as unknown as Context;
  const report = (commandId: string) => {
    const body = { messageId, reason: 'spam', description: '' };
    const call = { actor: { userId: ben }, body, commandId, correlationId: commandId };
    return reportCommands(parts).report(
      call as unknown as Parameters<Handlers<'command'>['report']>[0],
      () => undefined,
    );
  };
  return { report, streams, append, counted, clock };
};

it('a report counts what its reporter sent in the last day', async () => {
  const { report, counted, clock } = await withMessage(49);
  const from = new Date(clock.now() - 86_400_000).toISOString();
  expect(await report('c1')).toMatchObject({ body: { report: { reason: 'spam' } } });
  expect(counted).toEqual([{ where: { reporterId: ben }, range: { field: 'createdAt', from } }]);
  const { report: another } = await withMessage(1_000);
  expect(await another('c1')).toEqual({ refused: 'report/too-many-today' });
});
