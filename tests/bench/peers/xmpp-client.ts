import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** The host that both servers serve, and its room service. */
export const HOST = 'localhost';
const ROOM = `room@conference.${HOST}`;
/** Milliseconds for one step of signing in. */
const STEP_WITHIN = 30_000;

const HEADER = `<?xml version='1.0'?><stream:stream to='${HOST}' xmlns='jabber:client' xmlns:stream='http://etherx.jabber.org/streams' version='1.0'>`;
const END_OF_MESSAGE = '</message>';

export type XmppClient = {
  /** Sends a message to the room. */
  send(content: string): void;
  /** Called with the text of each room message; replaces the previous listener. */
  onMessage(take: (content: string) => void): void;
  close(): void;
};

/** Collects the server's output until it contains a text. */
const until = async (socket: Socket, wanted: string): Promise<void> => {
  let said = '';
  const signal = AbortSignal.timeout(STEP_WITHIN);
  while (!said.includes(wanted)) {
    const [data] = (await once(socket, 'data', { signal })) as [string];
    said += data;
  }
};

const step = async (socket: Socket, say: string, wanted: string): Promise<void> => {
  const heard = until(socket, wanted);
  socket.write(say);
  await heard;
};

/** Joins the room as a guest, over plain TCP. Parses as little XMPP as possible, so that the servers are measured and not this client. */
export const joinRoom = async (port: number, name: string): Promise<XmppClient> => {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true });
  socket.setEncoding('utf8');
  await step(socket, HEADER, '</stream:features>');
  await step(socket, `<auth xmlns='urn:ietf:params:xml:ns:xmpp-sasl' mechanism='ANONYMOUS'/>`, '<success');
  await step(socket, HEADER, '</stream:features>');
  await step(
    socket,
    `<iq type='set' id='bind'><bind xmlns='urn:ietf:params:xml:ns:xmpp-bind'><resource>${name}</resource></bind></iq>`,
    '</jid>',
  );
  const history = `<x xmlns='http://jabber.org/protocol/muc'><history maxstanzas='0'/></x>`;
  // Its own presence, which has this status, comes last.
  await step(socket, `<presence to='${ROOM}/${name}'>${history}</presence>`, '110');
  let take: (content: string) => void = () => {};
  let rest = '';
  socket.on('data', (data: string) => {
    const said = rest + data;
    let from = 0;
    for (let end = said.indexOf(END_OF_MESSAGE); end >= 0; end = said.indexOf(END_OF_MESSAGE, from)) {
      const body = said.indexOf('<body>', from);
      if (body >= 0 && body < end) take(said.slice(body + '<body>'.length, said.indexOf('</body>', body)));
      from = end + END_OF_MESSAGE.length;
    }
    rest = said.slice(from);
  });
  return {
    send: (content) =>
      void socket.write(`<message to='${ROOM}' type='groupchat'><body>${content}</body>${END_OF_MESSAGE}`),
    onMessage: (next) => {
      take = next;
    },
    close: () => socket.destroy(),
  };
};
