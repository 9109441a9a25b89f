import { beforeEach, describe, expect, it } from 'vitest';
import { message } from '../testing/fakes.ts';
import { createRealtime, type RealtimeHandlers } from './realtime.ts';
import type { QuorumSocket } from './socket-port.ts';

type Listener = (...args: unknown[]) => void;

const fakeSocket = () => {
  const listeners = new Map<string, Listener>();
  const emitted: unknown[][] = [];
  const tries: string[] = [];
  const socket = {
    connected: false,
    active: true,
    on: (name: string, listener: Listener) => {
      listeners.set(name, listener);
      return socket;
    },
    emit: (...args: unknown[]) => {
      emitted.push(args);
      return socket;
    },
    connect: () => {
      tries.push('connect');
      return socket;
    },
    disconnect: () => {
      tries.push('disconnect');
      if (socket.connected) {
        socket.connected = false;
        push('disconnect');
      }
      return socket;
    },
  };
  const push = (name: string, ...args: unknown[]) => listeners.get(name)?.(...args);
  return {
    socket: socket as unknown as QuorumSocket,
    emitted,
    tries,
    push,
    ready: (sequences: Record<string, number>) => {
      socket.connected = true;
      push('ready', { userId: 'user-a', sequences });
    },
    drop: () => {
      socket.connected = false;
      push('disconnect');
    },
    refuse: () => {
      socket.active = false;
      push('connect_error');
    },
  };
};

const at = (sequence: number) => ({ audience: 'group-1', sequence });
const chat = (sequence: number) => message(`m${sequence}`, String(sequence).padStart(3, '0'));

describe('the realtime connection', () => {
  let fake: ReturnType<typeof fakeSocket>;
  let applied: string[];
  let reloaded: string[];
  let states: string[];
  let refusals: number;
  let later: (() => void)[];
  let realtime: ReturnType<typeof createRealtime>;

  beforeEach(() => {
    fake = fakeSocket();
    applied = [];
    reloaded = [];
    states = [];
    refusals = 0;
    later = [];
    const handlers: RealtimeHandlers = {
      token: () => 'token-1',
      change: (change) => applied.push(change.name === 'newMessage' ? change.payload._id : change.name),
      typing: () => undefined,
      reload: (audience) => reloaded.push(audience),
      sessionEnded: () => undefined,
      connection: (status) => states.push(status),
      refused: () => {
        refusals += 1;
      },
      later: (work) => {
        later.push(work);
        return () => {
          later = later.filter((known) => known !== work);
        };
      },
    };
    realtime = createRealtime(() => fake.socket, handlers);
    realtime.start();
  });

  const pushAll = (...sequences: number[]) => {
    for (const sequence of sequences) fake.push('newMessage', chat(sequence), at(sequence));
  };
  const resumes = () => fake.emitted.filter(([name]) => name === 'resume');
  const answerResume = (sequences: Record<string, number>) => {
    const answer = resumes().at(-1)?.[2] as ((result: { sequences: Record<string, number> }) => void) | undefined;
    if (answer === undefined) throw new Error('nothing was asked for');
    answer({ sequences });
  };

  it('CQRS-05 asks after a reconnect for what came after the last change, and applies each once and in order', () => {
    fake.ready({ 'group-1': 4 });
    pushAll(5);
    fake.drop();
    fake.ready({ 'group-1': 8 });
    expect(resumes().at(-1)?.[1]).toEqual({ 'group-1': 5 });
    pushAll(6, 7, 7, 8, 6);
    answerResume({ 'group-1': 8 });
    pushAll(9);
    expect(applied).toEqual(['m5', 'm6', 'm7', 'm8', 'm9']);
    expect(resumes()).toHaveLength(1);
  });

  it('SHELL-12 notices that a group ended while the connection was lost, after what the person missed', () => {
    fake.ready({ 'group-1': 4, 'group-2': 2, 'user-a': 1 });
    fake.drop();
    fake.ready({ 'group-1': 6, 'user-a': 1 });
    expect(applied).toEqual([]);
    pushAll(5, 6);
    answerResume({ 'group-1': 6 });
    expect(applied).toEqual(['m5', 'm6', 'groupDeleted']);
  });

  it('CQRS-05 fills a gap before it goes on', () => {
    fake.ready({ 'group-1': 4 });
    pushAll(5, 8);
    expect(applied).toEqual(['m5']);
    expect(resumes().at(-1)?.[1]).toEqual({ 'group-1': 5 });
    pushAll(6, 7, 8);
    answerResume({ 'group-1': 8 });
    expect(applied).toEqual(['m5', 'm6', 'm7', 'm8']);
  });

  it('asks again for what came too early while a gap was filled, and loads anew when that does not help', () => {
    fake.ready({ 'group-1': 4 });
    pushAll(6, 9);
    for (let round = 0; round < 3; round += 1) {
      answerResume({ 'group-1': 5 });
      later.shift()?.();
    }
    expect(resumes()).toHaveLength(3);
    expect(reloaded).toEqual(['group-1']);
    pushAll(10);
    expect(applied).toEqual(['m10']);
  });

  it('CQRS-05 loads anew what the server calls too old', () => {
    fake.ready({ 'group-1': 4 });
    fake.push('reload', { audience: 'group-1', sequence: 90 });
    expect(reloaded).toEqual(['group-1']);
    pushAll(91);
    expect(applied).toEqual(['m91']);
  });

  it('catches up from what was read before the connection stood', () => {
    realtime.commands.noteRead('group-1', 3);
    realtime.commands.noteRead('group-2', undefined);
    fake.ready({ 'group-1': 4, 'group-2': 7 });
    expect(resumes().at(-1)?.[1]).toEqual({ 'group-1': 3 });
    expect(reloaded).toEqual(['group-2']);
  });

  it('reads again what was read before the connection stood and answered after it', () => {
    fake.ready({ 'group-1': 4, 'group-2': 7 });
    realtime.commands.noteRead('group-1', 3);
    realtime.commands.noteRead('group-2', 7);
    expect(reloaded).toEqual(['group-1']);
    // Once: a server that counts anew must not be asked for ever.
    realtime.commands.noteRead('group-1', 3);
    expect(reloaded).toEqual(['group-1']);
  });

  it('CQRS-05 reads what is made up of several audiences again only where one of them went on before the connection stood', () => {
    realtime.commands.noteRead('my-q', { 'user-user-a': 2, 'group-1': 4, 'group-2': 7 });
    fake.ready({ 'user-user-a': 2, 'group-1': 4, 'group-2': 7 });
    expect([reloaded, resumes()]).toEqual([[], []]);
  });

  it('CQRS-05 reads it again when the oldest of its answers before the connection stood missed something', () => {
    realtime.commands.noteRead('my-q', { 'user-user-a': 2, 'group-1': 3 });
    realtime.commands.noteRead('my-q', { 'user-user-a': 2, 'group-1': 4 });
    fake.ready({ 'user-user-a': 2, 'group-1': 4 });
    expect([reloaded, resumes()]).toEqual([['my-q'], []]);
  });

  it('CQRS-05 reads it again when it was read before the connection stood and answered after it', () => {
    fake.ready({ 'user-user-a': 2, 'group-1': 4 });
    realtime.commands.noteRead('my-q', { 'user-user-a': 2, 'group-1': 4 });
    expect(reloaded).toEqual([]);
    realtime.commands.noteRead('my-q', { 'user-user-a': 2, 'group-1': 3 });
    expect(reloaded).toEqual(['my-q']);
  });

  it('CQRS-05 reads again what an older answer holds that came after a newer one', () => {
    fake.ready({ 'group-1': 4 });
    realtime.commands.noteRead('group-1', 4);
    realtime.commands.noteRead('group-1', 3);
    expect(reloaded).toEqual(['group-1']);
  });

  it('RT-03 RT-16 joins the selected group, again after a reconnect, and leaves it for another', () => {
    fake.ready({});
    realtime.commands.joinGroup('g1');
    realtime.commands.leaveGroup('g1');
    realtime.commands.joinGroup('g2');
    fake.drop();
    fake.ready({});
    expect(fake.emitted).toEqual([
      ['joinGroup', 'g1'],
      ['leaveGroup', 'g1'],
      ['joinGroup', 'g2'],
      ['joinGroup', 'g2'],
    ]);
    expect(states).toEqual(['connecting', 'online', 'reconnecting', 'online']);
  });

  it('RT-03 joins the selected group again when the server has come to know of the membership', () => {
    const joins = () => fake.emitted.filter(([name]) => name === 'joinGroup').length;
    fake.ready({ 'user-user-a': 1 });
    realtime.commands.joinGroup('g1');
    fake.push('groupJoined', { groupId: 'g2' }, { audience: 'user-user-a', sequence: 2 });
    expect(joins()).toBe(1);
    fake.push('groupJoined', { groupId: 'g1' }, { audience: 'user-user-a', sequence: 3 });
    expect(fake.emitted.at(-1)).toEqual(['joinGroup', 'g1']);
    expect(joins()).toBe(2);
    fake.push('reload', { audience: 'user-user-a', sequence: 90 });
    expect(joins()).toBe(3);
  });

  it('RT-02 asks whether the session still holds when the server turns the connection down', () => {
    fake.refuse();
    expect(refusals).toBe(1);
  });

  it('UX-04 RT-16 says that it is online again when the connection outlived the time without a network', () => {
    fake.ready({ 'group-1': 4 });
    realtime.commands.hurry();
    realtime.commands.hurry();
    expect(resumes().map(([, from]) => from)).toEqual([{}]);
    expect(states).toEqual(['connecting', 'online']);
    answerResume({});
    expect(states).toEqual(['connecting', 'online', 'online']);
    expect(later).toEqual([]);
    expect(fake.tries).toEqual(['connect']);
    realtime.commands.hurry();
    expect(resumes()).toHaveLength(2);
  });

  it('UX-04 RT-16 connects anew when the connection gives no answer any more, and heeds no late one', () => {
    fake.ready({ 'group-1': 4 });
    realtime.commands.hurry();
    later.shift()?.();
    expect(fake.tries).toEqual(['connect', 'disconnect', 'connect']);
    expect(states).toEqual(['connecting', 'online', 'reconnecting']);
    answerResume({});
    expect(states).toEqual(['connecting', 'online', 'reconnecting']);
    realtime.commands.hurry();
    expect(fake.tries).toEqual(['connect', 'disconnect', 'connect', 'disconnect', 'connect']);
  });

  it('tells typing only to a connection that stands', () => {
    const notice = { groupId: 'g1', userId: 'user-a', userName: 'Ada', profilePictureUrl: null };
    realtime.commands.typing(notice);
    fake.ready({});
    realtime.commands.typing(notice);
    expect(fake.emitted).toEqual([['typing', notice]]);
  });
});
