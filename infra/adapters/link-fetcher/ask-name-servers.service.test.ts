import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { afterEach, describe, expect, it } from 'vitest';
import { askNameServers } from './checked-connector.ts';

const V4 = 1;
const V6 = 28;
const NAME_UNKNOWN = 3;

let socket: Socket | undefined;
afterEach(() => {
  socket?.close();
  socket = undefined;
});

/** A name server on this machine with one answer for each type of record; without `records` it knows no name at all. */
const nameServer = async (records?: Readonly<Record<number, Buffer>>) => {
  const asked = new Set<string>();
  const server = createSocket('udp4');
  socket = server;
  server.on('message', (query, { port }) => {
    const end = query.indexOf(0, 12) + 5;
    asked.add(nameIn(query.subarray(12, end - 5)));
    const data = records?.[query.readUInt16BE(end - 4)];
    const head = Buffer.from(query.subarray(0, end));
    head.writeUInt16BE(0x8180 + (records === undefined ? NAME_UNKNOWN : 0), 2);
    head.writeUInt16BE(data === undefined ? 0 : 1, 6);
    // What the query says beyond its question is not repeated.
    head.writeUInt32BE(0, 8);
    server.send(data === undefined ? head : Buffer.concat([head, recordOf(query, end, data)]), port, '127.0.0.1');
  });
  server.bind(0, '127.0.0.1');
  await once(server, 'listening');
  return { asked, resolve: askNameServers([`127.0.0.1:${server.address().port}`]) };
};

const nameIn = (labels: Buffer): string => {
  const [length] = labels;
  if (length === undefined) return '';
  const rest = nameIn(labels.subarray(length + 1));
  return `${labels.toString('latin1', 1, length + 1)}${rest === '' ? '' : `.${rest}`}`;
};

/** The name is that of the question, 12 bytes into the message. */
const recordOf = (query: Buffer, end: number, data: Buffer): Buffer => {
  const record = Buffer.alloc(12);
  record.writeUInt16BE(0xc00c, 0);
  query.copy(record, 2, end - 4, end);
  record.writeUInt32BE(60, 6);
  record.writeUInt16BE(data.length, 10);
  return Buffer.concat([record, data]);
};

const v4 = Buffer.from([93, 184, 215, 14]);
const v6 = Buffer.from('26062800021f4cb7000000000000000e', 'hex');

describe('the addresses of a name', () => {
  it('the addresses of a name are queried at name servers, not through the blocking system lookup (SAFE-05)', async () => {
    const { resolve, asked } = await nameServer({ [V4]: v4, [V6]: v6 });
    expect(await resolve('www.example.com')).toEqual(['93.184.215.14', '2606:2800:21f:4cb7::e']);
    expect([...asked]).toEqual(['www.example.com']);
  });

  it.each([
    ['IPv4', { [V4]: v4 }, ['93.184.215.14']],
    ['IPv6', { [V6]: v6 }, ['2606:2800:21f:4cb7::e']],
  ])('the addresses of a name may be of %s alone', async (_, records, addresses) => {
    const { resolve } = await nameServer(records);
    expect(await resolve('example.com')).toEqual(addresses);
  });

  it('the addresses of a name cause an error with a code if there are none', async () => {
    const unknown = await nameServer();
    await expect(unknown.resolve('example.com')).rejects.toMatchObject({ code: 'ENOTFOUND' });
    socket?.close();
    const bare = await nameServer({});
    await expect(bare.resolve('example.com')).rejects.toMatchObject({ code: 'ENODATA' });
  });
});
