import type { Duplex } from 'node:stream';
import type { SocketEvent, Sockets } from './connection.ts';

/** The parts of a connection that its types omit. */
type Line = {
  readonly readyState: string;
  readonly writeBuffer: readonly unknown[];
  readonly transport: {
    readonly name: string;
    readonly writable: boolean;
    readonly socket?: { readonly readyState: number; readonly _socket: Duplex | null };
  };
  write(packet: string, options: { readonly wsPreEncodedFrame: readonly Buffer[] }): void;
};

const OPEN = 1;
const FINAL_TEXT = 0x81;

/** A text of the WebSocket protocol (RFC 6455, 5.2), unmasked as a server sends it, in one piece. */
const webSocketFrame = (text: string): Buffer => {
  const length = Buffer.byteLength(text);
  const start = length < 126 ? 2 : length < 65_536 ? 4 : 10;
  const frame = Buffer.allocUnsafe(start + length);
  frame[0] = FINAL_TEXT;
  if (start === 2) frame[1] = length;
  else if (start === 4) {
    frame[1] = 126;
    frame.writeUInt16BE(length, 2);
  } else {
    frame[1] = 127;
    frame.writeBigUInt64BE(BigInt(length), 2);
  }
  frame.write(text, start);
  return frame;
};

/** Whether everything sent so far has left the layers above the transport. */
const isDrained = ({ readyState, writeBuffer, transport }: Line): boolean =>
  readyState === 'open' && transport.writable && writeBuffer.length === 0;

/** The stream under a connection if nothing waits anywhere; then the order is kept without the layers above. */
const emptyStream = (line: Line): Duplex | undefined => {
  const { name, socket } = line.transport;
  if (!isDrained(line) || name !== 'websocket' || socket?.readyState !== OPEN) return undefined;
  const { _socket: stream } = socket;
  return stream?.writable === true && stream.writableLength === 0 ? stream : undefined;
};

/** A Socket.IO event ("2") of the default namespace, inside an Engine.IO message ("4"). */
const encode = (event: SocketEvent) => {
  const packet = `2${JSON.stringify(event)}`;
  return { packet, frame: webSocketFrame(`4${packet}`) };
};

/**
 * Sends events to everyone in a room, in order. They are encoded once, and where nothing is waiting, the bytes of all go to the
 * stream in one piece. Socket.IO's own broadcast puts two pieces per event and receiver through its queues, which costs most of the
 * processor time of a busy room.
 */
export const broadcast = (io: Sockets, room: string, events: readonly SocketEvent[]): void => {
  const { adapter, sockets } = io.sockets;
  const receivers = adapter.rooms.get(room);
  if (receivers === undefined) return;
  const encoded = events.map(encode);
  const bytes = Buffer.concat(encoded.map(({ frame }) => frame));
  for (const id of receivers) {
    const connection = sockets.get(id);
    if (connection === undefined) continue;
    const line = connection.conn as unknown as Line;
    const stream = emptyStream(line);
    if (stream !== undefined) stream.write(bytes);
    else for (const { packet, frame } of encoded) line.write(packet, { wsPreEncodedFrame: [frame] });
  }
};
