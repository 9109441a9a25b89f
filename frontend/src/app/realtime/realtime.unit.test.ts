import { beforeEach, describe, expect, it } from 'vitest';
import { message } from '../../testing/fakes.ts';
import { createRealtime, type RealtimeHandlers } from './realtime.ts';
import type { QuorumSocket } from './socket-port.ts';

type Listener = (...args: unknown[]) => void;

const fakeSocket = () => {
  const listeners = new Map<string, Listener>();
  const emitted: unknown[][] = [];
  /** Requests that wait for an answer. As in the real client, they fail when the connection ends. */
  const questions = new Set<(error: Error | null) => void>();
  const endQuestions = () => {
    for (const question of [...questions]) question(new Error('no answer'));
  };
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
    timeout: () => ({
      emit: (...args: unknown[]) => {
        const ack = args.pop() as (error: Error | null, answer?: unknown) => void;
        const answered = (error: Error | null, answer?: unknown) => {
          if (questions.delete(answered)) ack(error, answer);
        };
        questions.add(answered);
        emitted.push([...args, (answer: unknown) => answered(null, answer)]);
      },
    }),
    connect: () => {
      tries.push('connect');
      return socket;
    },
    disconnect: () => {
      tries.push('disconnect');
      if (socket.connected) {
        socket.connected = false;
        push('disconnect');
        endQuestions();
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
    stayingSilent: endQuestions,
    ready: (sequences: Record<string, number>) => {
      socket.connected = true;
      push('ready', { userId: 'user-a', sequences });
    },
    drop: () => {
      socket.connected = false;
      push('disconnect');
      endQuestions();
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
      read: () => undefined,
      reload: (audience) => reloaded.push(audience),
      welcome: () => undefined,
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

  it('a reconnect fetches changes after the last known one, and applies each once and in order (CQRS-05)', () => {
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

  it('the realtime connection notices, after the missed changes, that a group ended during a disconnect (SHELL-12)', () => {
    fake.ready({ 'group-1': 4, 'group-2': 2, 'user-a': 1 });
    fake.drop();
    fake.ready({ 'group-1': 6, 'user-a': 1 });
    expect(applied).toEqual([]);
    pushAll(5, 6);
    answerResume({ 'group-1': 6 });
    expect(applied).toEqual(['m5', 'm6', 'groupDeleted']);
  });

  it('a group that ended during a disconnect is noticed even if the next connection breaks while it catches up (SHELL-12)', () => {
    fake.ready({ 'group-1': 4, 'group-2': 2, 'group-3': 1 });
    fake.drop();
    fake.ready({ 'group-1': 6 });
    fake.drop();
    fake.ready({ 'group-1': 6, 'group-3': 1 });
    answerResume({ 'group-1': 6 });
    expect(applied).toEqual(['groupDeleted']);
  });

  it('missed changes that the server could not send are requested again, and their group is reloaded if that fails (CQRS-05)', () => {
    fake.ready({ 'group-1': 4, 'group-2': 2 });
    fake.drop();
    fake.ready({ 'group-1': 6 });
    for (let round = 0; round < 3; round += 1) {
      expect([reloaded, applied]).toEqual([[], []]);
      answerResume({});
      later.shift()?.();
    }
    expect(resumes().map(([, from]) => from)).toEqual([{ 'group-1': 4 }, { 'group-1': 4 }, { 'group-1': 4 }]);
    expect(reloaded).toEqual(['group-1']);
    expect(applied).toEqual(['groupDeleted']);
    pushAll(7);
    expect(applied).toEqual(['groupDeleted', 'm7']);
  });

  it('the realtime connection fills a gap before it continues (CQRS-05)', () => {
    fake.ready({ 'group-1': 4 });
    pushAll(5, 8);
    expect(applied).toEqual(['m5']);
    expect(resumes().at(-1)?.[1]).toEqual({ 'group-1': 5 });
    pushAll(6, 7, 8);
    answerResume({ 'group-1': 8 });
    expect(applied).toEqual(['m5', 'm6', 'm7', 'm8']);
  });

  it('changes that came early while a gap was filled are requested again, and their group is reloaded if that fails', () => {
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

  it('the realtime connection reloads if the server reports that its changes are too old (CQRS-05)', () => {
    fake.ready({ 'group-1': 4 });
    fake.push('reload', { audience: 'group-1', sequence: 90 });
    expect(reloaded).toEqual(['group-1']);
    pushAll(91);
    expect(applied).toEqual(['m91']);
  });

  it('data requested before the connection opened and answered after it is read again (CQRS-05)', () => {
    fake.ready({ 'group-1': 4, 'group-2': 7 });
    realtime.commands.noteRead({ 'group-1': 3 });
    realtime.commands.noteRead({ 'group-2': 7 });
    expect(reloaded).toEqual(['group-1']);
    // Only once: a server that restarted its count must not be asked forever.
    realtime.commands.noteRead({ 'group-1': 3 });
    expect(reloaded).toEqual(['group-1']);
  });

  it('the realtime connection requests nothing if no audience of an answer changed before it connected (CQRS-05)', () => {
    realtime.commands.noteRead({ 'user-user-a': 2, 'group-1': 4, 'group-2': 7 });
    fake.ready({ 'user-user-a': 2, 'group-1': 4, 'group-2': 7 });
    expect([reloaded, resumes()]).toEqual([[], []]);
  });

  it('the realtime connection requests changes missed since the oldest answer before it connected (CQRS-05)', () => {
    realtime.commands.noteRead({ 'user-user-a': 2, 'group-1': 3 });
    realtime.commands.noteRead({ 'user-user-a': 2, 'group-1': 4 });
    fake.ready({ 'user-user-a': 2, 'group-1': 4 });
    expect(reloaded).toEqual([]);
    expect(resumes().map(([, from]) => from)).toEqual([{ 'group-1': 3 }]);
  });

  it('the realtime connection joins the selected group, rejoins after a reconnect, and leaves it for another (RT-03, RT-16)', () => {
    fake.ready({});
    realtime.commands.joinGroup('g1');
    realtime.commands.leaveGroup('g1');
    realtime.commands.joinGroup('g2');
    fake.drop();
    fake.ready({});
    expect(fake.emitted.map(([name, groupId]) => [name, groupId])).toEqual([
      ['joinGroup', 'g1'],
      ['leaveGroup', 'g1'],
      ['joinGroup', 'g2'],
      ['joinGroup', 'g2'],
    ]);
    expect(states).toEqual(['connecting', 'online', 'reconnecting', 'online']);
  });

  it('the realtime connection joins the selected group again once the server knows about the membership (RT-03)', () => {
    const joins = () => fake.emitted.filter(([name]) => name === 'joinGroup').length;
    fake.ready({ 'user-user-a': 1 });
    realtime.commands.joinGroup('g1');
    fake.push('groupJoined', { groupId: 'g2' }, { audience: 'user-user-a', sequence: 2 });
    expect(joins()).toBe(1);
    fake.push('groupJoined', { groupId: 'g1' }, { audience: 'user-user-a', sequence: 3 });
    expect(fake.emitted.at(-1)?.[1]).toBe('g1');
    expect(joins()).toBe(2);
    fake.push('reload', { audience: 'user-user-a', sequence: 90 });
    expect(joins()).toBe(3);
  });

  it('changes between the answer with a group and joining its room are requested (CQRS-05)', () => {
    fake.ready({ 'user-user-a': 1 });
    realtime.commands.noteRead({ 'group-1': 4 });
    realtime.commands.joinGroup('1');
    const answer = fake.emitted.at(-1)?.[2] as (result: object) => void;
    answer({ ok: true, sequence: 6 });
    expect(resumes().map(([, from]) => from)).toEqual([{ 'group-1': 4 }]);
    pushAll(5, 6);
    answerResume({ 'group-1': 6 });
    pushAll(7);
    expect(applied).toEqual(['m5', 'm6', 'm7']);
    expect(reloaded).toEqual([]);
  });

  it('data requested before the group was joined and answered after it is read again (CQRS-05)', () => {
    fake.ready({ 'user-user-a': 1 });
    realtime.commands.joinGroup('1');
    const answer = fake.emitted.at(-1)?.[2] as (result: object) => void;
    answer({ ok: true, sequence: 6 });
    realtime.commands.noteRead({ 'group-1': 5 });
    expect(reloaded).toEqual(['group-1']);
    pushAll(7);
    expect(applied).toEqual(['m7']);
  });

  it('the realtime connection checks the session when the server refuses the connection (RT-02)', () => {
    fake.refuse();
    expect(refusals).toBe(1);
  });

  it('the realtime connection reports being online again when it survived a time without network (UX-04, RT-16)', () => {
    fake.ready({ 'group-1': 4 });
    realtime.commands.retryNow();
    realtime.commands.retryNow();
    expect(resumes().map(([, from]) => from)).toEqual([{}]);
    expect(states).toEqual(['connecting', 'online']);
    answerResume({});
    expect(states).toEqual(['connecting', 'online', 'online']);
    expect(later).toEqual([]);
    expect(fake.tries).toEqual(['connect']);
    realtime.commands.retryNow();
    expect(resumes()).toHaveLength(2);
  });

  it('the realtime connection reconnects when the connection stops answering, and ignores a late answer (UX-04, RT-16)', () => {
    fake.ready({ 'group-1': 4 });
    realtime.commands.retryNow();
    fake.stayingSilent();
    expect(fake.tries).toEqual(['connect', 'disconnect', 'connect']);
    expect(states).toEqual(['connecting', 'online', 'reconnecting']);
    answerResume({});
    expect(states).toEqual(['connecting', 'online', 'reconnecting']);
    realtime.commands.retryNow();
    expect(fake.tries).toEqual(['connect', 'disconnect', 'connect', 'disconnect', 'connect']);
  });

  it('the realtime connection sends typing only while it is connected', () => {
    const notice = { groupId: 'g1', userId: 'user-a', userName: 'Ada', profilePictureUrl: null };
    realtime.commands.typing(notice);
    fake.ready({});
    realtime.commands.typing(notice);
    expect(fake.emitted).toEqual([['typing', notice]]);
  });
});
