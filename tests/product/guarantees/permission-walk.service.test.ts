import { randomUUID } from 'node:crypto';
import { groupAudience, userAudience } from '@quorum/contracts/kernel/audiences.ts';
import { limits } from '@quorum/contracts/kernel/limits.ts';
import { type RouteName, routes } from '@quorum/contracts/routes.ts';
import { type ClientFrames, clientFrames } from '@quorum/contracts/socket.ts';
import { isUnreadable } from '@quorum/service-kit/ports/event-store.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FollowingClient } from '../../support/following-client.ts';
import { Client, joinGroup, signUp } from '../../support/product.ts';
import { sharedProduct } from '../../support/shared-product.ts';

import {
  inGroup,
  permissionTable,
  proposal,
  type Role,
  roles,
  type Settings,
  type Walk,
  type World,
} from './permission-table.ts';

const product = sharedProduct();

const newPeople = async (): Promise<World['people']> => {
  const entries = await Promise.all(
    roles.map(async (role) => {
      if (role === 'nobody') return [role, new Client(product)] as const;
      return [
        role,
        await signUp(product, { firstName: role, lastName: 'Walker', complete: role !== 'incomplete' }),
      ] as const;
    }),
  );
  return Object.fromEntries(entries) as World['people'];
};

const newGroup = async (people: World['people'], settings: Settings): Promise<World> => {
  const allowed = settings === 'on';
  const { group, inviteCode, sixDigitCode } = await people.owner.must('createGroup', {
    body: {
      name: 'Walked',
      description: 'Through',
      settings: { allowMembersCreateEvents: true, allowMembersInvite: allowed, allowMembersEditGroupDetails: allowed },
    },
  });
  const groupId = group._id;
  for (const role of ['former', 'member', 'author', 'admin'] as const) await joinGroup(people[role], inviteCode);
  const params = { id: groupId };
  await people.owner.must('changeRole', {
    params: { ...params, userId: people.admin.userId },
    body: { role: 'admin' },
  });
  await people.owner.must('removeMember', { params: { ...params, userId: people.former.userId } });
  const { message } = await people.author.must('sendMessage', { body: { groupId, content: 'Hello' } });
  const { event } = await people.author.must('createEvent', {
    body: { groupId, name: 'Meet', date: '2030-05-14', time: '9:00' },
  });
  const { poll } = await people.author.must('openPoll', { body: { ...proposal, groupId } });
  if (!allowed) await people.owner.must('changeGroupSettings', { params, body: { allowMembersCreateEvents: false } });
  return {
    people,
    settings,
    groupId,
    inviteCode,
    sixDigitCode,
    messageId: message._id,
    eventId: event._id,
    pollId: poll._id,
  };
};

/** Events caused by people since a position, without those of process managers. */
const appendedSince = async (position: string): Promise<string[]> => {
  const events = await product.engines.events.readAll(position, 1000);
  return events.flatMap((event) =>
    isUnreadable(event) || event.metadata.actor.startsWith('system:') ? [] : [event.type],
  );
};

describe.each(['on', 'off'] as const)('with the settings %s', (settings) => {
  let world: World;
  beforeAll(async () => {
    world = await newGroup(await newPeople(), settings);
  });
  let spoiled: Walk['spoils'];
  let groupsOfOwner = 1;
  const prepare = async (): Promise<void> => {
    if (spoiled === undefined) return;
    // Nobody may create unlimited groups a day.
    const anew = spoiled === 'people' || groupsOfOwner === limits.newGroupsPerDay - 1;
    groupsOfOwner = anew ? 1 : groupsOfOwner + 1;
    world = await newGroup(anew ? await newPeople() : world.people, settings);
    spoiled = undefined;
  };

  it.each(Object.keys(routes) as RouteName[])(
    `with the settings ${settings}, %s answers every role as declared, and what is denied appends nothing (PERM-04, PERM-05, SAFE-02)`,
    async (name) => {
      const walk = permissionTable[name];
      expect(walk, `${name} is not in the table`).toBeDefined();
      const expected = settings === 'off' ? (walk.off ?? walk.on) : walk.on;
      const answered: Record<string, number> = {};
      // Denied calls come first: they change nothing, so one group serves them all.
      const denied = roles.filter((role) => [401, 403, 404, 409].includes(expected[role]));
      await prepare();
      const before = await product.engines.events.head();
      for (const role of denied) answered[role] = (await world.people[role].call(name, walk.request?.(world))).status;
      expect(await appendedSince(before), `${name} denied`).toEqual([]);
      for (const role of roles.filter((each) => !denied.includes(each))) {
        await prepare();
        answered[role] = (await world.people[role].call(name, walk.request?.(world))).status;
        spoiled = walk.spoils;
      }
      expect(answered).toEqual(expected);
    },
  );

  it.each((Object.keys(routes) as RouteName[]).filter((name) => permissionTable[name].on.outsider === 403))(
    `with the settings ${settings}, %s does not tell an outsider whether a group exists (PERM-05)`,
    async (name) => {
      const { request } = permissionTable[name];
      const { outsider } = world.people;
      const answerFor = async (groupId: string) => {
        const { status, error } = await outsider.call(name, request?.({ ...world, groupId }));
        return { status, error };
      };
      expect(await answerFor(randomUUID())).toEqual(await answerFor(world.groupId));
    },
  );
});

describe('the table of permissions', () => {
  it('the table of permissions lists every route and every message of the socket, and nothing else', () => {
    expect(Object.keys(permissionTable).sort()).toEqual(Object.keys(routes).sort());
    expect(Object.keys(socketTable).sort()).toEqual(Object.keys(clientFrames).sort());
  });
});

type Answer = 'refused' | 'unheard' | 'heard' | 'ok' | 'You are not a member of this group';
type SocketRole = Exclude<Role, 'nobody'>;
type SocketWalk = {
  readonly expected: { readonly [R in SocketRole]: Answer };
  readonly send: (socket: FollowingClient, world: World, role: SocketRole, chat: OpenChat) => Promise<Answer>;
};
/** Two members in the open chat: what the first receives, and a marker from the second that follows everything before. */
type OpenChat = { readonly listening: FollowingClient; readonly pass: () => Promise<void> };
const socketRoles = roles.filter((role) => role !== 'nobody');
const each = (inside: Answer, outside: Answer): SocketWalk['expected'] =>
  Object.fromEntries(
    socketRoles.map((role) => [role, (inGroup as readonly string[]).includes(role) ? inside : outside]),
  ) as SocketWalk['expected'];

const typing = (name: 'typing' | 'stopTyping', isTyping: boolean): SocketWalk => ({
  expected: each('heard', 'unheard'),
  send: async (socket, { groupId, people }, role, { listening, pass }) => {
    const before = listening.uncounted.length;
    const { userId } = people[role];
    const heard = () => listening.uncounted.slice(before).filter(({ payload }) => payload.userId === userId);
    socket.socket.emit(name, { groupId });
    // An answered call after it shows that it was processed; the notice may still be on the bus.
    await socket.socket.timeout(5000).emitWithAck('resume', {});
    if ((inGroup as readonly string[]).includes(role))
      await listening.until(() => heard().length > 0, `${name} of ${role}`);
    else await pass();
    expect(heard().every(({ payload }) => payload.isTyping === isTyping)).toBe(true);
    return heard().length > 0 ? 'heard' : 'unheard';
  },
});

/** The expected answers of every message of the socket. */
const socketTable: { readonly [N in keyof ClientFrames]: SocketWalk } = {
  joinGroup: {
    expected: each('ok', 'You are not a member of this group'),
    send: async (socket, { groupId }) => {
      const { ok, error } = await socket.socket.timeout(5000).emitWithAck('joinGroup', groupId);
      return ok ? 'ok' : error;
    },
  },
  /** Closes one's own view; there is nothing to deny. */
  leaveGroup: {
    expected: each('ok', 'ok'),
    send: async (socket, { groupId }) => {
      socket.socket.emit('leaveGroup', groupId);
      const { sequences } = await socket.socket.timeout(5000).emitWithAck('resume', {});
      return Object.keys(sequences).length === 0 ? 'ok' : 'refused';
    },
  },
  typing: typing('typing', true),
  stopTyping: typing('stopTyping', false),
  /** Tells one's own browsers; there is nothing to deny. */
  read: {
    expected: each('heard', 'heard'),
    send: async (socket, { groupId }, role, { listening }) => {
      const mark = { groupId, messageId: groupId, order: '1' };
      const heard = () => socket.uncounted.some(({ name }) => name === 'userRead');
      socket.socket.emit('read', mark);
      await socket.until(heard, `read of ${role}`);
      expect(listening.uncounted.filter(({ name }) => name === 'userRead')).toEqual([]);
      return 'heard';
    },
  },
  resume: {
    expected: each('heard', 'unheard'),
    send: async (socket, { groupId, people }) => {
      const foreign = userAudience(people.nobody.userId || people.incomplete.userId);
      const wanted = { [groupAudience(groupId)]: 0 };
      const { sequences } = await socket.socket
        .timeout(5000)
        .emitWithAck('resume', { ...wanted, [foreign.slice(0, -1)]: 0 });
      return groupAudience(groupId) in sequences ? 'heard' : 'unheard';
    },
  },
};

describe('messages of the socket', () => {
  let world: World;
  let chat: OpenChat;
  let ears: readonly FollowingClient[] = [];
  beforeAll(async () => {
    world = await newGroup(await newPeople(), 'off');
    const { groupId, inviteCode } = world;
    const enter = async (): Promise<FollowingClient> => {
      const member = await signUp(product);
      await joinGroup(member, inviteCode);
      const client = await FollowingClient.connect(product, member.token);
      await client.socket.timeout(5000).emitWithAck('joinGroup', groupId);
      return client;
    };
    const [listening, other] = [await enter(), await enter()];
    ears = [listening, other];
    // Every notice of a person differs from the one before, because repeats are not passed on.
    let isTyping = false;
    const pass = async (): Promise<void> => {
      const before = listening.uncounted.length;
      isTyping = !isTyping;
      other.socket.emit(isTyping ? 'typing' : 'stopTyping', { groupId });
      await listening.until(() => listening.uncounted.length > before, 'the notice behind');
    };
    chat = { listening, pass };
  });
  afterAll(() => {
    for (const ear of ears) ear.close();
  });

  it('a connection of the socket is refused without a session (RT-02)', async () => {
    const socket = new FollowingClient(product, undefined);
    const refused = new Promise((resolve) => socket.socket.once('connect_error', resolve));
    socket.socket.connect();
    expect(await refused).toBeInstanceOf(Error);
    socket.close();
  });

  it.each(Object.keys(clientFrames) as (keyof ClientFrames)[])(
    'the message %s of the socket is answered to every role as declared, and appends nothing (PERM-04, RT-03, RT-06, SAFE-02)',
    async (name) => {
      const walk = socketTable[name];
      expect(walk, `${name} is not in the table`).toBeDefined();
      const before = await product.engines.events.head();
      const answered: Record<string, Answer> = {};
      for (const role of socketRoles) {
        const socket = await FollowingClient.connect(product, world.people[role].token);
        answered[role] = await walk.send(socket, world, role, chat);
        socket.close();
      }
      expect(answered).toEqual(walk.expected);
      expect(await appendedSince(before)).toEqual([]);
    },
  );
});
