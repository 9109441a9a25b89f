import { connect, type Socket } from 'node:net';
// biome-ignore lint/plugin: it keeps a pace, and waits for nothing
import { setTimeout } from 'node:timers/promises';
import { groupAudience } from '@quorum/contracts/kernel/audiences.ts';
import { io } from 'socket.io-client';
import type { Client } from '../../support/product.ts';
import { animation } from './animation.ts';

export type Target = {
  readonly origin: string;
  readonly account: Client;
  readonly groupId: string;
  /** Addresses of files in the group. */
  readonly files: readonly string[];
};

/** What one account does to a product until the signal. */
type Attack = (target: Target, signal: AbortSignal) => Promise<unknown>;

/** Calls of a kind that the account makes at once, and connections on which it reads nothing. */
const AT_ONCE = 50;
const UNREAD = 200;

const range = { startDate: '2020-01-01', endDate: '2035-12-31' };

/** As often as it is answered. */
const again =
  (call: (target: Target) => Promise<unknown>, atOnce = AT_ONCE): Attack =>
  (target, signal) => {
    const repeat = async (): Promise<void> => {
      while (!signal.aborted) {
        await call(target).catch(() => setTimeout(20));
        await setTimeout(1);
      }
    };
    return Promise.all(Array.from({ length: atOnce }, repeat));
  };

/** Opens connections, and another one for each that the server closes. @param talk speaks on one */
const connections =
  (count: number, talk: (socket: Socket, target: Target) => void): Attack =>
  async (target, signal) => {
    const { hostname, port } = new URL(target.origin);
    const open = (): void => {
      const socket = connect(Number(port), hostname, () => talk(socket, target));
      const close = (): void => void socket.destroy();
      signal.addEventListener('abort', close);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        signal.removeEventListener('abort', close);
        if (!signal.aborted) void setTimeout(20).then(open);
      });
    };
    for (let number = 0; number < count; number++) open();
    await new Promise((end) => signal.addEventListener('abort', end));
  };

const head = ({ origin, account }: Target, line: string, more: readonly string[] = []): string =>
  [`${line} HTTP/1.1`, `Host: ${new URL(origin).host}`, `Authorization: Bearer ${account.token}`, ...more, '', ''].join(
    '\r\n',
  );

/** Asks again and again, and reads nothing. */
const unread = (path: (target: Target, number: number) => string): Attack => {
  let number = 0;
  return connections(UNREAD, (socket, target) => {
    socket.pause();
    const ask = (): void => void socket.write(head(target, `GET ${path(target, number++)}`));
    ask();
    const timer = setInterval(ask, 100);
    socket.on('close', () => clearInterval(timer));
  });
};

/** A socket that asks for the most that can be missed, and reads nothing. */
const unreadSockets: Attack = async ({ origin, account, groupId }, signal) => {
  for (let count = 0; count < 60; count++) {
    const socket = io(origin, { auth: { token: account.token }, transports: ['websocket'], forceNew: true });
    socket.on('ready', ({ sequences }: { readonly sequences: Readonly<Record<string, number>> }) => {
      const audience = groupAudience(groupId);
      socket.emit('resume', { [audience]: Math.max(0, (sequences[audience] ?? 0) - 1_900) }, () => undefined);
      const { ws } = socket.io.engine.transport as unknown as { ws?: { _socket?: { pause(): void } } };
      ws?._socket?.pause();
    });
    signal.addEventListener('abort', () => socket.close());
  }
  await new Promise((end) => signal.addEventListener('abort', end));
};

/** A text frame of a client, with a mask of zeros. */
const frame = (text: string): Buffer =>
  Buffer.concat([Buffer.from([0x81, 0x80 | text.length, 0, 0, 0, 0]), Buffer.from(text)]);

/** Sockets that are closed as soon as they are greeted. */
const openedSockets = connections(AT_ONCE, (socket, target) => {
  const upgrade = [
    'Connection: Upgrade',
    'Upgrade: websocket',
    'Sec-WebSocket-Version: 13',
    'Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==',
  ];
  socket.write(head(target, 'GET /socket.io/?EIO=4&transport=websocket', upgrade));
  socket.write(frame(`40{"token":"${target.account.token}"}`));
  socket.on('data', (bytes: Buffer) => {
    if (/42\["ready|44\{/.test(bytes.toString('latin1'))) socket.destroy();
  });
});

const MEGABYTE = 1_048_576;

/** A thousand events of a megabyte, the last of which is none. */
const wrongImport = JSON.stringify({
  events: Array.from({ length: 1_000 }, (_, number) => ({
    uid: `${number}`,
    name: number === 999 ? '' : 'Rowing',
    description: 'y'.repeat(800),
    date: '2030-05-14',
    time: '09:00',
    duration: 60,
  })),
}).slice(0, MEGABYTE);

const refusedImports = again(async ({ origin, account }) => {
  const headers = { authorization: `Bearer ${account.token}`, 'content-type': 'application/json' };
  const response = await fetch(`${origin}/api/events/import/check`, { method: 'POST', headers, body: wrongImport });
  await response.arrayBuffer();
});

const allButOneByte = Buffer.alloc(MEGABYTE - 1, ' ');

/** Bodies of a megabyte whose last byte never comes. */
const unfinishedBodies = connections(UNREAD, (socket, target) => {
  const fields = ['Content-Type: application/json', `Content-Length: ${MEGABYTE}`];
  socket.write(head(target, 'POST /api/events/import/check', fields));
  socket.write(allButOneByte);
  socket.resume();
});

const slowPicture = animation(45, 256);

const slowPictures = again(async ({ account, groupId }) => {
  const form = new FormData();
  form.append('groupId', groupId);
  form.append('file', new Blob([new Uint8Array(await slowPicture)], { type: 'image/gif' }), 'slow.gif');
  await account.call('sendFile', { form });
}, 8);

const downloads = again(async ({ account, files }) => {
  const response = await account.file(files[Math.floor(Math.random() * files.length)]);
  for await (const _ of response.body ?? []);
});

const single: Readonly<Record<string, Attack>> = {
  'pages of links': again(({ account, groupId }) => account.call('linksByDate', { params: { groupId }, query: range })),
  'pages of messages, unread': unread(({ groupId }) => `/api/messages/group/${groupId}?limit=200`),
  'conflicts with 400 events': again(({ account }) =>
    account.call('checkConflicts', { body: { date: '2030-05-14', time: '09:00', duration: 600 } as never }),
  ),
  'replays on 60 sockets, unread': unreadSockets,
  'downloads, unread': unread(({ files }, number) => files[number % files.length] ?? ''),
  'slow animated pictures': slowPictures,
  'sockets, opened and closed': openedSockets,
  'imports of a megabyte, refused': refusedImports,
  'bodies of a megabyte, never finished': unfinishedBodies,
  'downloads, read at once': downloads,
  'archives of all data': again(({ account }) => account.call('downloadMyData')),
};

export const attacks: Readonly<Record<string, Attack>> = {
  ...single,
  'all of these at once': (target, signal) =>
    Promise.all(Object.values(single).map((attack) => attack(target, signal))),
};
