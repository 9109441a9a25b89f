import { io, type Socket } from 'socket.io-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createGroup, joinGroup, type Product, signUp, startProduct } from './product.ts';

let product: Product;
beforeAll(async () => {
  product = await startProduct();
});
afterAll(() => product.stop());

const connect = (token: string): Promise<Socket> =>
  new Promise((resolve, reject) => {
    const socket = io(product.origin, { auth: { token }, transports: ['websocket'], forceNew: true });
    socket.once('ready', () => resolve(socket));
    socket.once('connect_error', reject);
  });

const next = <T>(socket: Socket, frame: string): Promise<T> =>
  new Promise((resolve) => socket.once(frame, (value: T) => resolve(value)));

describe('two people share a group', () => {
  it('signs them up, lets them meet, plan and chat, live (RT-07, RT-12, EVENT-45)', async () => {
    const maya = await signUp(product, { firstName: 'Maya', lastName: 'Okafor' });
    const tom = await signUp(product, { firstName: 'Tom', lastName: 'Lind' });
    const { group, inviteCode } = await createGroup(maya);
    const sockets = [await connect(maya.token ?? ''), await connect(tom.token ?? '')] as const;

    const joined = next<{ userId: string }>(sockets[0], 'memberJoined');
    await joinGroup(tom, inviteCode);
    expect((await joined).userId).toBe(tom.userId);

    const heard = next<{ content: string; senderId: { firstName: string } }>(sockets[1], 'newMessage');
    await maya.must('sendMessage', { body: { groupId: group._id, content: 'Hello there' } });
    expect(await heard).toMatchObject({ content: 'Hello there', senderId: { firstName: 'Maya' } });

    const planned = next<{ groupId: string }>(sockets[1], 'eventCreated');
    const card = next<{ isEvent: boolean }>(sockets[1], 'newMessage');
    const body = {
      name: 'Regatta',
      date: '2030-05-14',
      time: '9:30',
      duration: 90,
      groupId: group._id,
      timeZone: 'America/Chicago',
    };
    const { event } = await maya.must('createEvent', { body });
    expect(event).toMatchObject({
      startsAt: '2030-05-14T14:30:00.000Z',
      endsAt: '2030-05-14T16:00:00.000Z',
      time: '09:30',
    });
    expect((await planned).groupId).toBe(group._id);
    expect((await card).isEvent).toBe(true);

    const { messages } = await tom.must('messages', { params: { groupId: group._id } });
    expect(messages.map((message) => message.isEvent)).toEqual([false, true]);
    const { events } = await tom.must('events', {
      query: { groupId: group._id, startDate: '2030-05-01', endDate: '2030-05-31' },
    });
    expect(events.map((found) => found.name)).toEqual(['Regatta']);
    for (const socket of sockets) socket.close();
  });
});
