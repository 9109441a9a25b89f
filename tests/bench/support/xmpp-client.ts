import { connect, type Socket } from 'node:net';

const HOST = 'localhost';
const ROOM = `room@conference.${HOST}`;
/** Milliseconds in which a server answers. */
const PATIENCE = 30_000;

const STREAM = `<?xml version='1.0'?><stream:stream to='${HOST}' version='1.0' xmlns='jabber:client' xmlns:stream='http://etherx.jabber.org/streams'>`;
const BODY = /<body>([^<]*)<\/body>/g;

const iq = (id: string, content: string, to = ''): string => `<iq type='set' id='${id}'${to}>${content}</iq>`;
const toRoom = ` to='${ROOM}'`;

/** A person in a room of an XMPP server: just enough of the protocol, over TCP without encryption. */
export class XmppClient {
  /** Called with the text of each message to the room. */
  take: (content: string) => void = () => undefined;
  readonly #socket: Socket;
  readonly #name: string;
  #unread = '';
  #answered: () => void = () => undefined;

  /** Registers a person, signs them in, and enters the room, which the first one makes. */
  static async inRoom(port: number, name: string): Promise<XmppClient> {
    const client = new XmppClient(port, name);
    await client.#ask(STREAM, '</stream:features>');
    const registration = `<query xmlns='jabber:iq:register'><username>${name}</username><password>secret</password></query>`;
    await client.#ask(iq('register', registration), "type='result'");
    const proof = Buffer.from(`\0${name}\0secret`).toString('base64');
    await client.#ask(`<auth xmlns='urn:ietf:params:xml:ns:xmpp-sasl' mechanism='PLAIN'>${proof}</auth>`, '<success');
    await client.#ask(STREAM, '</stream:features>');
    await client.#ask(iq('bind', "<bind xmlns='urn:ietf:params:xml:ns:xmpp-bind'/>"), '</bind>');
    const entrance = "<x xmlns='http://jabber.org/protocol/muc'><history maxstanzas='0'/></x>";
    // 110 marks one's own presence, which comes after those of the others.
    await client.#ask(`<presence to='${ROOM}/${name}'>${entrance}</presence>`, "code='110'");
    client.#socket.removeAllListeners('data').on('data', (text) => client.#listen(String(text)));
    return client;
  }

  private constructor(port: number, name: string) {
    this.#name = name;
    this.#socket = connect(port, '127.0.0.1').setEncoding('utf8').setNoDelay();
    this.#socket.on('data', this.#wait);
  }

  say(content: string): void {
    this.#socket.write(`<message to='${ROOM}' type='groupchat'><body>${content}</body></message>`);
  }

  /** How many messages the archive of the room holds. */
  async archived(): Promise<number> {
    const query =
      "<query xmlns='urn:xmpp:mam:2'><set xmlns='http://jabber.org/protocol/rsm'><max>0</max></set></query>";
    this.#socket.removeAllListeners('data').on('data', this.#wait);
    const answer = await this.#ask(iq('count', query, toRoom), '</iq>');
    return Number(/<count>(\d+)<\/count>/.exec(answer)?.[1]);
  }

  close(): void {
    this.#socket.destroy();
  }

  readonly #wait = (text: Buffer | string): void => {
    this.#unread += String(text);
    this.#answered();
  };

  /** Sends a stanza and waits for a word of its answer. @throws if it does not come. @returns what came up to then */
  #ask(stanza: string, word: string): Promise<string> {
    this.#unread = '';
    this.#socket.write(stanza);
    return new Promise((resolve, reject) => {
      const late = setTimeout(
        () => reject(new Error(`${this.#name} got no ${word}, but: ${this.#unread.slice(0, 500)}`)),
        PATIENCE,
      );
      this.#answered = () => {
        if (!this.#unread.includes(word)) return;
        clearTimeout(late);
        resolve(this.#unread);
      };
    });
  }

  /** The end of a message may come later than its beginning. */
  #listen(text: string): void {
    this.#unread += text;
    let end = 0;
    for (const { 0: whole, 1: content = '', index } of this.#unread.matchAll(BODY)) {
      end = index + whole.length;
      this.take(content);
    }
    this.#unread = this.#unread.slice(end);
  }
}
