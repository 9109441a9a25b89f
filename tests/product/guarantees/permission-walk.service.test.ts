import { randomUUID } from 'node:crypto';
import { limits } from '@quorum/contracts/wire/limits.ts';
import { type RouteName, routes } from '@quorum/contracts/wire/routes.ts';
import { type ClientFrames, clientFrames, groupAudience, userAudience } from '@quorum/contracts/wire/socket.ts';
import type { Engines } from '@quorum/infra/processes/open-engines.ts';
import { isUnreadable } from '@quorum/service-kit/ports/event-store.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FollowingClient } from '../../support/following-client.ts';
import { smallPicture } from '../../support/pictures.ts';
import { Client, freshPhone, joinGroup, type Product, signUp, startProduct } from '../../support/product.ts';

/** Every role there is. `former` was removed from the group. `author` is a plain member who wrote the message and made the event that the calls name. */
const roles = ['nobody', 'incomplete', 'outsider', 'former', 'member', 'author', 'admin', 'owner'] as const;
type Role = (typeof roles)[number];
type Statuses = { readonly [R in Role]: number };
type Settings = 'on' | 'off';
const inGroup = ['member', 'author', 'admin', 'owner'] as const;

type World = {
  readonly people: { readonly [R in Role]: Client };
  readonly settings: Settings;
  readonly groupId: string;
  readonly inviteCode: string;
  readonly sixDigitCode: string;
  readonly messageId: string;
  readonly eventId: string;
};

type Options = Parameters<Client['call']>[1];
type Walk = {
  readonly on: Statuses;
  /** When the group's three settings are off; else as with them on. */
  readonly off?: Statuses;
  readonly request?: (world: World) => Options;
  /** What an allowed call leaves unusable for the next one. */
  readonly spoils?: 'group' | 'people';
};

const all = (status: number): Statuses => Object.fromEntries(roles.map((role) => [role, status])) as Statuses;
const signedIn: Statuses = { ...all(200), nobody: 401 };
const complete: Statuses = { ...signedIn, incomplete: 403 };
const members: Statuses = { ...complete, outsider: 403, former: 403 };
const leaders: Statuses = { ...members, member: 403, author: 403 };
const owner: Statuses = { ...leaders, admin: 403 };
/** What outsiders must not even know to exist. */
const hidden: Statuses = { ...members, outsider: 404, former: 404 };
const creator: Statuses = { ...hidden, member: 403, admin: 403, owner: 403 };
const invited: Statuses = { ...complete, former: 403 };
const joinable: Statuses = { ...invited, member: 409, author: 409, admin: 409, owner: 409 };

const ofGroup = ({ groupId }: World): Options => ({ params: { id: groupId } });
const ofChat = ({ groupId }: World): Options => ({ params: { groupId } });
const ofMedia = (world: World): Options => ({
  ...ofChat(world),
  query: { startDate: '2020-01-01', endDate: '2040-01-01' },
});
const form = (field: string, file: Blob, fields: Record<string, string> = {}): Options => {
  const data = new FormData();
  for (const [name, value] of Object.entries(fields)) data.append(name, value);
  data.append(field, file, 'picture.png');
  return { form: data };
};
const picture = smallPicture();

/** The declared expectation for every call under `/api`: a route that is not here does not compile, and fails the test. */
const table: { readonly [N in RouteName]: Walk } = {
  login: { on: all(404), request: () => ({ body: { phoneNumber: freshPhone() } }) },
  signup: { on: all(400), request: () => ({ body: { phoneNumber: '12' } }) },
  verifyLogin: { on: all(404), request: () => ({ body: { phoneNumber: freshPhone(), verificationCode: '000000' } }) },
  verifySignup: { on: all(400), request: () => ({ body: { phoneNumber: freshPhone(), verificationCode: '000000' } }) },
  appConfig: { on: all(200) },
  developmentSms: {
    on: all(200),
    request: () => ({ query: { phoneNumber: freshPhone() }, headers: { 'x-forwarded-for': '127.0.0.1' } }),
  },

  // A session makes nobody an admin; what does stands in tests of its own.
  parkedEvents: { on: all(401) },
  adminSignIn: { on: all(401) },
  adminSignOut: { on: all(401), request: () => ({ body: { visitId: randomUUID() } }) },
  pendingReports: { on: all(401) },
  audit: { on: all(401) },
  auditChain: { on: all(401), request: () => ({ params: { correlationId: randomUUID() } }) },
  auditState: { on: all(401), request: () => ({ params: { stream: `user-${randomUUID()}` } }) },
  auditNames: { on: all(401), request: () => ({ query: { text: 'Ada' } }) },
  adminChanges: { on: all(401) },
  openReport: { on: all(401), request: () => ({ params: { id: randomUUID() } }) },
  reviewReport: { on: all(401), request: () => ({ body: { reportId: randomUUID(), action: 'allow' } }) },
  adminConfig: { on: all(401) },
  changeConfig: {
    on: all(401),
    request: () => ({ params: { key: 'app_download_enabled' }, body: { value: 'false' } }),
  },

  me: { on: signedIn },
  updateEmail: { on: signedIn, request: () => ({ body: { email: 'walk@example.org' } }) },
  updateName: { on: signedIn, request: () => ({ body: { firstName: 'Walk', lastName: 'Er' } }), spoils: 'people' },
  completeProfile: { on: { ...signedIn, incomplete: 400 } },
  uploadProfilePicture: { on: signedIn, request: () => form('profilePicture', picture) },
  logout: { on: signedIn, spoils: 'people' },
  sessions: { on: signedIn },
  checkIn: { on: signedIn },
  endSession: { on: { ...all(404), nobody: 401 }, request: () => ({ params: { id: 'x'.repeat(43) } }) },
  endOtherSessions: { on: signedIn },
  deleteAccount: { on: signedIn, spoils: 'people' },
  updatePhone: {
    on: { ...complete, outsider: 202, former: 202, member: 202, author: 202, admin: 202, owner: 202 },
    request: () => ({ body: { phoneNumber: freshPhone() } }),
  },
  // Nobody's change waits: what a session may cancel, and that it is the own one, stands in a test of its own.
  cancelPhoneChange: { on: { ...all(404), nobody: 401 } },
  stopPhoneChange: { on: all(404), request: () => ({ body: { token: 'a.b.c' } }) },
  downloadMyData: { on: complete },
  uploadGroupImage: { on: complete, request: () => form('groupImage', picture) },
  colorPreferences: { on: complete },
  pinPreferences: { on: complete },
  chooseColor: { on: members, request: ({ groupId }) => ({ body: { groupId, colorIndex: 2 } }) },
  pinGroup: { on: members, request: ({ groupId }) => ({ body: { groupId, isPinned: true } }) },

  myGroups: { on: complete },
  createGroup: { on: complete, request: () => ({ body: { name: 'Another', description: 'Group' } }) },
  group: { on: members, request: ofGroup },
  groupMembers: { on: members, request: ofGroup },
  uploadImageOfGroup: {
    on: members,
    off: leaders,
    request: (world) => ({ ...ofGroup(world), ...form('image', picture) }),
  },
  removeImageOfGroup: { on: members, off: leaders, request: ofGroup },
  changeGroupDetails: {
    on: members,
    off: leaders,
    request: (world) => ({ ...ofGroup(world), body: { name: `Name ${randomUUID()}`, description: 'Changed' } }),
  },
  changeGroupSettings: {
    on: owner,
    request: (world) => ({ ...ofGroup(world), body: { allowMembersInvite: world.settings === 'off' } }),
    spoils: 'group',
  },
  deleteGroup: {
    on: owner,
    request: (world) => ({ ...ofGroup(world), body: { confirmationName: 'Walked' } }),
    spoils: 'group',
  },
  leaveGroup: { on: { ...members, owner: 403 }, request: ofGroup, spoils: 'group' },
  removeMember: {
    on: leaders,
    request: ({ groupId, people }) => ({ params: { id: groupId, userId: people.member.userId } }),
    spoils: 'group',
  },
  removedMembers: { on: leaders, request: ofGroup },
  letBackIn: {
    on: leaders,
    request: ({ groupId, people }) => ({ params: { id: groupId, userId: people.former.userId } }),
    spoils: 'group',
  },
  renewInvitation: { on: leaders, request: ofGroup, spoils: 'group' },
  changeRole: {
    on: owner,
    request: ({ groupId, people }) => ({
      params: { id: groupId, userId: people.member.userId },
      body: { role: 'admin' },
    }),
    spoils: 'group',
  },
  transferOwnership: {
    on: owner,
    request: (world) => ({ ...ofGroup(world), body: { userId: world.people.author.userId } }),
    spoils: 'group',
  },
  previewGroup: { on: invited, request: ({ sixDigitCode }) => ({ params: { code: sixDigitCode } }) },
  invitation: { on: all(200), request: ({ inviteCode }) => ({ params: { inviteCode } }) },
  joinByCode: { on: joinable, request: ({ sixDigitCode }) => ({ body: { code: sixDigitCode } }), spoils: 'group' },
  joinByLink: { on: joinable, request: ({ inviteCode }) => ({ body: { inviteCode } }), spoils: 'group' },
  readGroupUpTo: { on: members, request: (world) => ({ ...ofGroup(world), body: { messageId: world.messageId } }) },

  addressAutocomplete: { on: complete, request: () => ({ query: { query: 'Spring' } }) },
  checkConflicts: { on: complete, request: () => ({ body: { date: '2030-05-14', time: '9:00' } }) },
  events: { on: members, request: ({ groupId }) => ({ query: { groupId } }) },
  createEvent: {
    on: members,
    off: leaders,
    request: ({ groupId }) => ({ body: { groupId, name: 'Walk', date: '2030-05-14', time: '9:00' } }),
  },
  changeEvent: {
    on: creator,
    request: ({ eventId }) => ({ params: { id: eventId }, body: { name: `Walk ${randomUUID()}` } }),
  },
  deleteEvent: { on: creator, request: ({ eventId }) => ({ params: { id: eventId } }), spoils: 'group' },

  messages: { on: members, request: ofChat },
  filesByDate: { on: members, request: ofMedia },
  imagesByDate: { on: members, request: ofMedia },
  linksByDate: { on: members, request: ofMedia },
  sendMessage: { on: members, request: ({ groupId }) => ({ body: { groupId, content: 'Walking' } }) },
  sendFile: { on: members, request: ({ groupId }) => form('file', picture, { groupId }) },
  editMessage: {
    on: creator,
    request: ({ messageId }) => ({ params: { id: messageId }, body: { content: `Edited ${randomUUID()}` } }),
  },
  deleteMessage: {
    on: { ...hidden, member: 403 },
    request: ({ messageId }) => ({ params: { id: messageId } }),
    spoils: 'group',
  },
  addReaction: { on: hidden, request: ({ messageId }) => ({ params: { id: messageId }, body: { emoji: '🎉' } }) },
  removeReaction: { on: hidden, request: ({ messageId }) => ({ params: { id: messageId }, body: { emoji: '🎉' } }) },
  report: {
    on: { ...hidden, author: 400 },
    request: ({ messageId }) => ({ body: { messageId, reason: 'spam' } }),
  },
};

let product: Product;
let engines: Engines;
beforeAll(async () => {
  product = await startProduct({}, undefined, (opened) => {
    engines = opened;
    return opened;
  });
});
afterAll(() => product.stop());

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
  if (!allowed) await people.owner.must('changeGroupSettings', { params, body: { allowMembersCreateEvents: false } });
  return { people, settings, groupId, inviteCode, sixDigitCode, messageId: message._id, eventId: event._id };
};

/** Events since a position that people caused; what process managers do in the background is not counted. */
const appendedSince = async (position: string): Promise<string[]> => {
  const events = await engines.events.readAll(position, 1000);
  return events.flatMap((event) =>
    isUnreadable(event) || event.metadata.actor.startsWith('system:') ? [] : [event.type],
  );
};

describe.each(['on', 'off'] as const)('with the settings %s', (settings) => {
  let world: World;
  beforeAll(async () => {
    world = await newGroup(await newPeople(), settings);
  }, 120_000);
  let spoiled: Walk['spoils'];
  let groupsOfOwner = 1;
  const prepare = async (): Promise<void> => {
    if (spoiled === undefined) return;
    // Nobody may create more than so many groups a day.
    const anew = spoiled === 'people' || groupsOfOwner === limits.newGroupsPerDay - 1;
    groupsOfOwner = anew ? 1 : groupsOfOwner + 1;
    world = await newGroup(anew ? await newPeople() : world.people, settings);
    spoiled = undefined;
  };

  it.each(Object.keys(routes) as RouteName[])(
    '%s answers every role as declared, and what is denied appends nothing (PERM-04, PERM-05, SAFE-02)',
    async (name) => {
      const walk = table[name];
      expect(walk, `${name} is not in the table`).toBeDefined();
      const expected = settings === 'off' ? (walk.off ?? walk.on) : walk.on;
      const answered: Record<string, number> = {};
      // The denied first: they change nothing, so that one group serves them all.
      const denied = roles.filter((role) => [401, 403, 404, 409].includes(expected[role]));
      await prepare();
      const before = await engines.events.head();
      for (const role of denied) answered[role] = (await world.people[role].call(name, walk.request?.(world))).status;
      expect(await appendedSince(before), `${name} denied`).toEqual([]);
      for (const role of roles.filter((each) => !denied.includes(each))) {
        await prepare();
        answered[role] = (await world.people[role].call(name, walk.request?.(world))).status;
        spoiled = walk.spoils;
      }
      expect(answered).toEqual(expected);
    },
    120_000,
  );
});

describe('the table of permissions', () => {
  it('lists every route and every message of the socket, and no other', () => {
    expect(Object.keys(table).sort()).toEqual(Object.keys(routes).sort());
    expect(Object.keys(socketTable).sort()).toEqual(Object.keys(clientFrames).sort());
  });
});

type Answer = 'refused' | 'unheard' | 'heard' | 'ok' | 'You are not a member of this group';
type SocketRole = Exclude<Role, 'nobody'>;
type SocketWalk = {
  readonly expected: { readonly [R in SocketRole]: Answer };
  readonly send: (socket: FollowingClient, world: World, role: SocketRole, chat: OpenChat) => Promise<Answer>;
};
/** Two members in the open chat. What the first hears, and the second makes it hear that everything before has come. */
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
    // An answered call after it tells that it was dealt with; the notice itself may still be on the bus.
    await socket.socket.timeout(5000).emitWithAck('resume', {});
    if ((inGroup as readonly string[]).includes(role))
      await listening.until(() => heard().length > 0, `${name} of ${role}`);
    else await pass();
    expect(heard().every(({ payload }) => payload.isTyping === isTyping)).toBe(true);
    return heard().length > 0 ? 'heard' : 'unheard';
  },
});

/** The declared expectation for every message of the socket. */
const socketTable: { readonly [N in keyof ClientFrames]: SocketWalk } = {
  joinGroup: {
    expected: each('ok', 'You are not a member of this group'),
    send: async (socket, { groupId }) => {
      const { ok, error } = await socket.socket.timeout(5000).emitWithAck('joinGroup', groupId);
      return ok ? 'ok' : error;
    },
  },
  /** Closes an own view; there is nothing to deny. */
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
    // Every notice of the same person says something else than the one before: the same again would not be passed on.
    let isTyping = false;
    const pass = async (): Promise<void> => {
      const before = listening.uncounted.length;
      isTyping = !isTyping;
      other.socket.emit(isTyping ? 'typing' : 'stopTyping', { groupId });
      await listening.until(() => listening.uncounted.length > before, 'the notice behind');
    };
    chat = { listening, pass };
  }, 120_000);
  afterAll(() => {
    for (const ear of ears) ear.close();
  });

  it('without a session are refused (RT-02)', async () => {
    const socket = new FollowingClient(product, undefined);
    const refused = new Promise((resolve) => socket.socket.once('connect_error', resolve));
    socket.socket.connect();
    expect(await refused).toBeInstanceOf(Error);
    socket.close();
  });

  it.each(Object.keys(clientFrames) as (keyof ClientFrames)[])(
    '%s is answered to every role as declared, and appends nothing (PERM-04, RT-03, RT-06, SAFE-02)',
    async (name) => {
      const walk = socketTable[name];
      expect(walk, `${name} is not in the table`).toBeDefined();
      const before = await engines.events.head();
      const answered: Record<string, Answer> = {};
      for (const role of socketRoles) {
        const socket = await FollowingClient.connect(product, world.people[role].token);
        answered[role] = await walk.send(socket, world, role, chat);
        socket.close();
      }
      expect(answered).toEqual(walk.expected);
      expect(await appendedSince(before)).toEqual([]);
    },
    60_000,
  );
});
