import { randomUUID } from 'node:crypto';
import { type AnswerOf, type BodyInputOf, type RouteName, routes } from '@quorum/contracts/routes.ts';

type Options<N extends RouteName> = {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: BodyInputOf<N>;
  readonly form?: FormData;
};

/** Attempts at a call while read models or engines are not ready. */
const MAX_TRIES = 30;

/** A person using the product through its API, from an address of their own. */
export class Member {
  readonly #origin: string;
  readonly #address: string;
  #token: string | undefined;
  userId = '';
  #position = '';

  constructor(origin: string, address: string) {
    this.#origin = origin;
    this.#address = address;
  }

  signedIn({ token, user }: AnswerOf<'verifySignup'>): void {
    this.#token = token;
    this.userId = user._id;
  }

  /** Makes the next call wait for another person's changes. */
  follows(other: Member): void {
    if (other.#position > this.#position) this.#position = other.#position;
  }

  /** @throws if the call is refused. */
  async call<N extends RouteName>(name: N, options: Options<N> = {}): Promise<AnswerOf<N>> {
    const url = `${this.#origin}${pathOf(name, options)}`;
    const { method } = routes[name];
    const body = bodyOf(options);
    const headers = this.#headers(options.body !== undefined);
    for (let tries = 1; ; tries++) {
      const answer = await fetch(url, { method, headers, body });
      const position = answer.headers.get('x-position') ?? '';
      if (position > this.#position) this.#position = position;
      const text = await answer.text();
      if (answer.ok) return JSON.parse(text) as AnswerOf<N>;
      if (answer.status !== 503 || tries === MAX_TRIES) throw new Error(`${name} answered ${answer.status}: ${text}`);
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
  }

  /** The same for every try, so that repeating has one effect. */
  #headers(isJson: boolean): Record<string, string> {
    return {
      'x-forwarded-for': this.#address,
      'idempotency-key': randomUUID(),
      ...(isJson ? { 'content-type': 'application/json' } : {}),
      ...(this.#token === undefined ? {} : { authorization: `Bearer ${this.#token}` }),
      ...(this.#position === '' ? {} : { 'x-min-position': this.#position }),
    };
  }
}

const bodyOf = <N extends RouteName>({ form, body }: Options<N>): FormData | string | null =>
  form ?? (body === undefined ? null : JSON.stringify(body));

const pathOf = <N extends RouteName>(name: N, { params, query }: Options<N>): string => {
  const path = routes[name].path.replace(/:(\w+)/g, (_, key: string) => encodeURIComponent(params?.[key] ?? ''));
  return query === undefined ? path : `${path}?${new URLSearchParams(query).toString()}`;
};

// oxlint-disable-next-line max-params -- the parts of one form
export const formWith = (field: string, bytes: Buffer, name: string, type: string, groupId?: string): FormData => {
  const form = new FormData();
  if (groupId !== undefined) form.append('groupId', groupId);
  form.append(field, new Blob([new Uint8Array(bytes)], { type }), name);
  return form;
};
