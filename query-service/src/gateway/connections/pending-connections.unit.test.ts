import { EventEmitter } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { describe, expect, it } from 'vitest';
import { type EngineConnection, PendingConnections } from './pending-connections.ts';

const setUp = (max: number) => {
  const engine = new EventEmitter();
  const pendingConnections = new PendingConnections(({ headers }) => headers.host ?? '', max);
  pendingConnections.watch(engine);
  const connect = (host: string): EngineConnection & { readonly isClosed: () => boolean } => {
    let closed = false;
    const conn = Object.assign(new EventEmitter(), {
      request: { headers: { host } } as IncomingMessage,
      isClosed: () => closed,
      close: () => {
        closed = true;
        conn.emit('close');
      },
    });
    engine.emit('connection', conn);
    return conn;
  };
  return { pendingConnections, connect };
};

describe('connections that are not admitted yet', () => {
  it('connections that are not admitted yet evict the oldest of their own address, and never a newcomer (SAFE-14)', () => {
    const { connect } = setUp(2);
    const elsewhere = connect('b');
    const conns = ['a', 'a', 'a', 'a'].map(connect);
    expect(conns.map((conn) => conn.isClosed())).toEqual([true, true, false, false]);
    expect(elsewhere.isClosed()).toBe(false);
  });

  it('connections that are not admitted yet do not affect admitted ones (SAFE-14)', () => {
    const { pendingConnections, connect } = setUp(1);
    const ada = connect('a');
    pendingConnections.admit(ada);
    const [first, second] = [connect('a'), connect('a')];
    expect([ada, first, second].map((conn) => conn.isClosed())).toEqual([false, true, false]);
  });
});
