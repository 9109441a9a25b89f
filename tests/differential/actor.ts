import { headers } from '@quorum/contracts/kernel/route.ts';
import { type RouteName, routes } from '@quorum/contracts/routes.ts';
import { until } from '@quorum/service-kit/testing/until.ts';
import { adminHeaders } from '../support/administrator.ts';
import { fileForm } from '../support/file-form.ts';
import { smallPicture } from '../support/pictures.ts';
import { type Answered, Client } from '../support/product.ts';
import { CLOCK_STEP, type Command, ref } from './command.ts';
import type { Side } from './sides.ts';

type Answer = Answered<Record<string, unknown>>;
type Shown = { readonly _id: string; readonly inviteCode?: string; readonly sixDigitCode?: string };

/** Stands for something that this product never created. */
const unknown = (name: string): string => {
  if (name.startsWith('link:')) return 'UNKNOWN9';
  if (name.startsWith('code')) return '000000';
  if (name.startsWith('session:')) return 'A'.repeat(43);
  if (name.startsWith('stop:')) return 'user.change.mac';
  return name.startsWith('i') ? '/files/unknown' : '0b7f8a3e-8c1d-4e5b-9f00-000000001000';
};

/** No answer, or one that says nothing about the command: an instance was killed, or is starting. */
const isLost = ({ status }: Answer): boolean => status === 502 || status === 503;

const CODE = /\b(\d{6})\b/;
const STOP_LINK = /token=([\w.-]+)/;

/**
 * Texts are lost with the instance that sent them. A sign-up with a number that another account had asked for gives the number a new
 * name, under which nobody has a code: cut off there, it asks for another code.
 */
const UNDISTURBED: ReadonlySet<string> = new Set([
  'signup',
  'login',
  'updatePhone',
  'verifySignup',
] satisfies RouteName[]);

/** Sends the commands of a history to one product, and learns the product's names of things. */
export class Actor {
  readonly side: Side;
  /** Ids, codes and addresses, by the names of the history. */
  readonly names = new Map<string, string>();
  /** Deleted groups that this product shows to nobody any more. */
  readonly gone = new Set<string>();
  /** Milliseconds by which the product's clock was moved on. */
  ahead = 0;
  readonly #tokens = new Map<string, string>();
  readonly #phones = new Map<string, string>();
  readonly #renewals = new Map<string, number>();
  /**
   * Texts read before, each with its number, because two people may get the same code. One of them may come first again when a killed
   * instance took a later one with it.
   */
  readonly #read = new Set<string>();

  constructor(side: Side) {
    this.side = side;
  }

  client(who: string): Client {
    const client = new Client(this.side, this.#tokens.get(who));
    client.userId = this.names.get(who) ?? '';
    return client;
  }

  /** One person's call, repeated with the same key until it is answered. */
  async call(who: string, name: RouteName, options: Parameters<Client['call']>[1] = {}, key?: string): Promise<Answer> {
    const client = this.client(who);
    const sent = {
      ...options,
      headers: {
        ...(who === 'admin' ? adminHeaders : {}),
        ...(key === undefined ? {} : { [headers.idempotencyKey]: key }),
        ...options.headers,
      },
    };
    let answer: Answer | undefined;
    // A failed comparison is repeated, and the last failure is named if none succeeds.
    await until(async () => {
      answer = (await client.call(name, sent as never)) as Answer;
      if (isLost(answer)) throw new Error(`${name}: ${answer.status} ${answer.error}`);
      return true;
    });
    if (answer === undefined) throw new Error(`${name} was not answered`);
    return answer;
  }

  async perform(command: Command): Promise<Answer> {
    if (command.does === 'clock') {
      await this.side.moveOn(CLOCK_STEP);
      this.ahead += CLOCK_STEP;
      return { status: 200, body: {}, error: '', headers: new Headers() };
    }
    const { does } = command;
    const sent = (): Promise<Answer> => this.#send(command, does);
    return UNDISTURBED.has(does) ? this.side.undisturbed(sent) : sent();
  }

  async #send(command: Command, does: RouteName): Promise<Answer> {
    const { n, who, file, query } = command;
    if (does === 'endSession') await this.#learnSession(who);
    const key = `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
    const params = this.#filled(command.params ?? {}) as Record<string, string>;
    const body = this.#filled(command.body ?? {});
    const field = routes[does] as { readonly upload?: string };
    const content =
      file === undefined
        ? command.body && { body }
        : { form: formOf(field.upload ?? '', file, body as Record<string, string>) };
    const answer = await this.call(who, does, { params, ...(query && { query }), ...content }, key);
    if (answer.status < 300) await this.#learn(command, answer.body);
    return answer;
  }

  /** The product's id of a thing, or of a date of a series. Undefined if the product never created it. */
  idOf(name: string): string | undefined {
    const [thing = '', ...date] = name.split('_');
    const id = this.names.get(thing);
    return id && [id, ...date].join('_');
  }

  #filled(given: Readonly<Record<string, unknown>>): Record<string, unknown> {
    const fill = (value: unknown): unknown => {
      if (typeof value !== 'string' || !value.startsWith('$')) return value;
      return this.idOf(ref(value)) ?? unknown(ref(value));
    };
    return Object.fromEntries(Object.entries(given).map(([name, value]) => [name, fill(value)]));
  }

  async #learn({ does, n, who, body, params }: Command, answer: Record<string, unknown>): Promise<void> {
    const made = (name: string): string => (answer[name] as Shown)._id;
    switch (does) {
      case 'createGroup':
        return this.#learnInvitation(`g${n}`, answer.group as Shown);
      case 'renewInvitation':
        return this.#learnInvitation(ref(params?.id), answer.group as Shown);
      case 'sendMessage':
      case 'sendFile':
        return void this.names.set(`m${n}`, made('message'));
      case 'createEvent':
        return void this.names.set(`e${n}`, made('event').split('_')[0] ?? '');
      case 'createCalendarFeed':
        return void this.names.set(`f${n}`, (answer.feed as { readonly id: string }).id);
      case 'openPoll':
        return void this.names.set(`q${n}`, made('poll'));
      case 'decidePoll':
        return void this.names.set(`e${n}`, made('event'));
      case 'report':
        return void this.names.set(`r${n}`, made('report'));
      case 'uploadGroupImage':
        return void this.names.set(`i${n}`, String(answer.groupImageUrl));
      case 'adminSignIn':
        return void this.names.set(`v${n}`, String(answer.visitId));
      case 'verifyLogin':
      case 'verifySignup':
        this.#tokens.set(who, String(answer.token));
        this.#phones.set(who, String(body?.phoneNumber));
        return void this.names.set(who, made('user'));
      case 'updatePhone':
        await this.#readTexts(who, [String(body?.phoneNumber), this.#phones.get(who) ?? '']);
        if (answer.user !== undefined) this.#phones.set(who, String(body?.phoneNumber));
        return;
      case 'login':
      case 'signup':
        return this.#readTexts(who, [String(body?.phoneNumber)]);
      default:
    }
  }

  #learnInvitation(group: string, { _id, inviteCode, sixDigitCode }: Shown): void {
    const renewal = this.#renewals.get(group) ?? 0;
    this.#renewals.set(group, renewal + 1);
    this.names.set(group, _id);
    this.names.set(`link:${group}:${renewal}`, inviteCode ?? '');
    this.names.set(`code6:${group}:${renewal}`, sixDigitCode ?? '');
  }

  /** The codes and links in the last text messages to these numbers. */
  async #readTexts(who: string, phones: readonly string[]): Promise<void> {
    for (const phoneNumber of phones) {
      let bodies: readonly string[] = [];
      // An instance that was killed may be on its way up.
      await until(async () => {
        bodies = (await this.side.textsTo(phoneNumber)).filter((body) => !this.#read.has(phoneNumber + body));
        return true;
      });
      for (const body of bodies) this.#read.add(phoneNumber + body);
      const code = bodies.map((body) => CODE.exec(body)?.[1]).find((found) => found !== undefined);
      const stop = bodies.map((body) => STOP_LINK.exec(body)?.[1]).find((found) => found !== undefined);
      if (code !== undefined) this.names.set(`code:${phoneNumber}`, code);
      if (stop !== undefined) this.names.set(`stop:${who}`, stop);
    }
  }

  async #learnSession(who: string): Promise<void> {
    const { body } = await this.call(who, 'sessions');
    const sessions = (body.sessions ?? []) as readonly { readonly id: string; readonly current: boolean }[];
    const current = sessions.find((session) => session.current);
    if (current !== undefined) this.names.set(`session:${who}`, current.id);
  }
}

const formOf = (field: string, file: 'picture' | 'text', texts: Readonly<Record<string, string>>): FormData => {
  const text = new File(['A line of text.\n'], 'note.txt', { type: 'text/plain' });
  return fileForm(field, file === 'picture' ? smallPicture() : text, texts);
};
