import type { PersonView, UserView } from '@quorum/contracts/account/wire.ts';
import type { GroupView, MemberView, SharedGroupView } from '@quorum/contracts/group/wire.ts';
import type { MessageView, NoticeView } from '@quorum/contracts/message/wire.ts';
import { createPositions } from '../data/services/positions.ts';
import { createRealtimeLink, type RealtimeCommands } from '../data/services/realtime-link.ts';
import { createAlarm, createOnce, createTurns, type Services } from '../data/services/services.ts';
import { storageKeys } from '../data/services/storage-keys.ts';
import { memoryStorage } from './memory-storage.ts';

/** A server that answers by a function, and services without a clock, network or chance. */

export type Sent = {
  readonly url: string;
  readonly method: string;
  readonly headers: Headers;
  readonly body: unknown;
  readonly keepalive: boolean;
};
export type Reply = Response | 'no network' | Promise<Response>;

export const json = (body: unknown, status = 200, headers: Record<string, string> = {}): Response =>
  new Response(JSON.stringify(body), { status, headers });

/** A reply that is held back. `asked` resolves once somebody waits for it. */
export const heldReply = () => {
  let release: (reply: Response) => void = () => undefined;
  let ask = (): void => undefined;
  const reply = new Promise<Response>((resolve) => {
    release = resolve;
  });
  const asked = new Promise<void>((resolve) => {
    ask = resolve;
  });
  return {
    asked,
    reply: () => {
      ask();
      return reply;
    },
    release,
  };
};

const ignore = () => undefined;

/** A socket that nobody hears. */
export const silentLink: RealtimeCommands = {
  joinGroup: ignore,
  leaveGroup: ignore,
  typing: ignore,
  stopTyping: ignore,
  sendRead: ignore,
  noteRead: ignore,
  retryNow: ignore,
};

export const fakeServices = (answer: (sent: Sent, index: number) => Reply) => {
  const sent: Sent[] = [];
  const pauses: number[] = [];
  let ids = 0;
  let clock = Date.parse('2026-05-14T14:42:00.000Z');
  const services: Services = {
    fetch: async (url, init) => {
      const one: Sent = {
        url,
        method: init.method ?? 'GET',
        headers: new Headers(init.headers),
        body: typeof init.body === 'string' ? (JSON.parse(init.body) as unknown) : undefined,
        keepalive: init.keepalive === true,
      };
      sent.push(one);
      const reply = await answer(one, sent.length - 1);
      if (reply === 'no network') throw new TypeError('fetch failed');
      return reply;
    },
    newId: () => {
      ids += 1;
      return `00000000-0000-4000-8000-${String(ids).padStart(12, '0')}`;
    },
    sleep: async (milliseconds) => {
      pauses.push(milliseconds);
      // biome-ignore lint/plugin: yields to other work, as a real pause would
      await new Promise((resolve) => setTimeout(resolve, 0));
    },
    positions: createPositions(),
    storage: memoryStorage(),
    now: () => {
      clock += 1;
      return clock;
    },
    exclusively: createTurns(),
    once: createOnce(),
    alarm: createAlarm(),
    link: createRealtimeLink(),
    attachments: new Map(),
    uploads: new Map(),
  };
  return { services, sent, pauses };
};

export const ada: UserView = {
  _id: 'user-a',
  id: 'user-a',
  firstName: 'Ada',
  lastName: 'Park',
  email: 'ada@example.com',
  phoneNumber: '+12025550101',
  profilePictureUrl: null,
  profileComplete: true,
  createdAt: '2026-05-01T00:00:00.000Z',
};

export const person = (id: string, firstName = 'Ben'): PersonView => ({
  _id: id,
  id,
  firstName,
  lastName: 'Cole',
  profilePictureUrl: null,
});

export const signInAs = ({ storage }: Services, user: UserView = ada): void => {
  storage.set(storageKeys.token, 'token-1');
  storage.set(storageKeys.user, JSON.stringify(user));
};

export const signedInServices = (answer: Parameters<typeof fakeServices>[0], user = ada) => {
  const fake = fakeServices(answer);
  signInAs(fake.services, user);
  return fake;
};

export const message = (id: string, order: string, more: Partial<MessageView> = {}): MessageView => ({
  _id: id,
  groupId: 'group-1',
  senderId: person('user-b'),
  type: 'text',
  content: `text of ${id}`,
  createdAt: '2026-05-14T14:00:00.000Z',
  isDeleted: false,
  isEvent: false,
  isEdited: false,
  replyTo: null,
  reactions: [],
  linkPreviews: [],
  order,
  revision: order,
  ...more,
});

export const notice = (id: string, order: string, more: Partial<NoticeView> = {}): NoticeView => ({
  _id: id,
  groupId: 'group-1',
  kind: 'joined',
  person: person('user-b'),
  createdAt: '2026-05-14T14:00:00.000Z',
  order,
  ...more,
});

export const member = (id: string, more: Partial<MemberView> & { readonly firstName?: string } = {}): MemberView => {
  const { firstName, ...others } = more;
  return { userId: person(id, firstName), role: 'member', joinedAt: '2026-05-01T00:00:00.000Z', ...others };
};

/** A group as it is pushed to all its members. */
export const sharedGroup = (id: string, more: Partial<SharedGroupView> = {}): SharedGroupView => {
  const {
    role: _,
    isAlreadyMember: __,
    members: ___,
    unreadCount: ____,
    lastReadMessageId: _____,
    ...shared
  } = group(id);
  return { ...shared, revision: 2, ...more };
};

export const group = (id: string, more: Partial<GroupView> = {}): GroupView => ({
  _id: id,
  name: `Group ${id}`,
  description: 'About it',
  imageUrl: null,
  createdBy: person('user-b'),
  createdAt: '2026-05-01T00:00:00.000Z',
  memberCount: 2,
  settings: { allowMembersCreateEvents: true, allowMembersInvite: false, allowMembersEditGroupDetails: false },
  role: 'member',
  isAlreadyMember: true,
  members: [],
  unreadCount: 0,
  lastReadMessageId: null,
  revision: 1,
  ...more,
});
