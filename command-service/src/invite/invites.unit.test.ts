import { defaultGroupSettings } from '@quorum/contracts/kernel/permissions.ts';
import { isRefusal, refuse } from '@quorum/contracts/kernel/refusals.ts';
import { groupStream } from '@quorum/domain/group/events.ts';
import { joinCodeStream } from '@quorum/domain/join-code/events.ts';
import { expect, it } from 'vitest';
import { Aggregates } from '../handling/aggregates.ts';
import type { Context } from '../handling/context.ts';
import { Secrets } from '../session/secrets.ts';
import { memoryStreams } from '../testing/memory-streams.ts';
import { joinGroup } from './invites.ts';

const groupId = '10000000-0000-4000-8000-000000000001';
const ownerId = '20000000-0000-4000-8000-000000000002';
const ada = '30000000-0000-4000-8000-000000000003';
const codes = { inviteCode: 'ABCDEFGH', sixDigitCode: '123456' };

/** A log in memory with a group. */
const withGroup = async () => {
  const { append, events, clock } = memoryStreams();
  const context = {
    aggregates: new Aggregates(events),
    addresses: { nameOf: async () => ({ current: 'a', previous: undefined }) },
    clock,
    secrets: new Secrets(() => Buffer.alloc(32, 7)),
  } as unknown as Context;
  await append(groupStream(groupId), [
    {
      type: 'GroupCreated',
      data: { groupId, ownerId, name: 'G', description: 'D', settings: defaultGroupSettings, imageId: null, ...codes },
    },
  ]);
  for (const code of Object.values(codes))
    await append(joinCodeStream(code), [{ type: 'JoinCodeClaimed', data: { code, groupId } }]);
  return { append, context };
};

const join = (context: Context, commandId: string) =>
  joinGroup(context, codes.sixDigitCode, '192.0.2.1', {
    actorId: ada,
    commandId,
    commandDigest: 'digest',
    correlationId: commandId,
  });

it('a join that is repeated after the invitation was renewed is answered as the first time; another is not (CQRS-01)', async () => {
  const { append, context } = await withGroup();
  expect(isRefusal(await join(context, 'c1'))).toBe(false);
  const previous = { previousInviteCode: codes.inviteCode, previousSixDigitCode: codes.sixDigitCode };
  const renewed = { groupId, inviteCode: 'ZZZZZZZZ', sixDigitCode: '654321', ...previous };
  await append(groupStream(groupId), [{ type: 'InvitationRenewed', data: renewed }]);
  expect(await join(context, 'c1')).toMatchObject({ repeated: true, events: [{ type: 'MemberJoined' }] });
  const code = codes.sixDigitCode;
  await append(joinCodeStream(code), [{ type: 'JoinCodeReleased', data: { code, groupId } }]);
  expect(await join(context, 'c1')).toMatchObject({ repeated: true, events: [{ type: 'MemberJoined' }] });
  expect(await join(context, 'c2')).toEqual(refuse('invite/code-unknown'));
});
