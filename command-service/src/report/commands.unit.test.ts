import { defaultGroupSettings } from '@quorum/contracts/kernel/permissions.ts';
import { groupStream } from '@quorum/domain/group/events.ts';
import { messageStream } from '@quorum/domain/message/events.ts';
import { reportStream } from '@quorum/domain/report/events.ts';
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
  const count = async (_: string, query: Query, max: number) => {
    counted.push(query);
    return Math.min(sent, max);
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

it('a message can be reported again once the last report of it was decided, as a new report (OPEN-097)', async () => {
  const { report, streams, append } = await withMessage();
  const reportIdOf = (reply: unknown) => (reply as { body: { report: { _id: string } } }).body.report._id;
  const decide = async (reportId: string) => {
    const about = { reportId, messageId, groupId, reporterId: ben, reportedUserId: ada };
    const review = { ...about, action: 'allow', by: 'root', notes: `About ${reportId}` } as const;
    await append(reportStream(reportId), [{ type: 'ReportReviewed', data: review }]);
  };
  const first = reportIdOf(await report('c1'));
  expect(await report('c2')).toEqual({ refused: 'report/already-open' });
  await decide(first);
  const second = reportIdOf(await report('c3'));
  expect(second).not.toBe(first);
  expect(await report('c4')).toEqual({ refused: 'report/already-open' });
  await decide(second);
  const third = reportIdOf(await report('c5'));
  const typesOf = (reportId: string) => streams.get(reportStream(reportId))?.map(({ type }) => type);
  expect([first, second, third].map(typesOf)).toEqual([
    ['MessageReported', 'ReportReviewed'],
    ['MessageReported', 'ReportReviewed'],
    ['MessageReported'],
  ]);
});

it('a report that is repeated after its decision is answered as the first time (CQRS-01)', async () => {
  const { report, streams, append } = await withMessage();
  const first = await report('c1');
  const [stream = ''] = [...streams.keys()].filter((name) => name.startsWith(reportStream('')));
  const about = { reportId: stream.slice(reportStream('').length), messageId, groupId };
  const people = { reporterId: ben, reportedUserId: ada };
  await append(stream, [
    { type: 'ReportReviewed', data: { ...about, ...people, action: 'allow', by: 'root', notes: '' } },
  ]);
  expect(await report('c1')).toEqual(first);
});
