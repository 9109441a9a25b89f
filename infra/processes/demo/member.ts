import { randomUUID } from 'node:crypto';
import { type AnswerOf, type BodyInputOf, type RouteName, type Routes, routes } from '@quorum/contracts/wire/routes.ts';

type Options<N extends RouteName> = {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: BodyInputOf<N>;
  readonly form?: FormData;
};

/** Tries of a call for which read models or engines were not ready. */
const MOST_TRIES = 30;

/** A person using the product through its API, from an address of their own. */
export class Member {
  readonly #origin: string;
  readonly #address: string;
  #token: string | undefined;
  #position = '';

  constructor(origin: string, address: string) {
    this.#origin = origin;
    this.#address = address;
  }

  signedIn(token: string): void {
    this.#token = token;
  }

  /** Makes the next call wait for another person's changes. */
  follows(other: Member): void {
    if (other.#position > this.#position) this.#position = other.#position;
  }

  /** @throws if the call is refused. */
  // eslint-disable-next-line complexity -- builds one request, header by header
  async call<N extends RouteName>(name: N, options: Options<N> = {}): Promise<AnswerOf<N>> {
    const route: Routes[N] = routes[name];
    const path = route.path.replace(/:(\w+)/g, (_, key: string) => encodeURIComponent(options.params?.[key] ?? ''));
    const search = options.query === undefined ? '' : `?${new URLSearchParams(options.query).toString()}`;
    const headers = {
      'x-forwarded-for': this.#address,
      'idempotency-key': randomUUID(),
      ...(options.body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(this.#token === undefined ? {} : { authorization: `Bearer ${this.#token}` }),
      ...(this.#position === '' ? {} : { 'x-min-position': this.#position }),
    };
    const body = options.form ?? (options.body === undefined ? null : JSON.stringify(options.body));
    for (let tries = 1; ; tries++) {
      const answer = await fetch(`${this.#origin}${path}${search}`, { method: route.method, headers, body });
      const position = answer.headers.get('x-position') ?? '';
      if (position > this.#position) this.#position = position;
      const text = await answer.text();
      if (answer.ok) return JSON.parse(text) as AnswerOf<N>;
      if (answer.status !== 503 || tries === MOST_TRIES) throw new Error(`${name} answered ${answer.status}: ${text}`);
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
  }
}

// eslint-disable-next-line max-params -- the parts of one form
export const formWith = (field: string, bytes: Buffer, name: string, type: string, groupId?: string): FormData => {
  const form = new FormData();
  if (groupId !== undefined) form.append('groupId', groupId);
  form.append(field, new Blob([new Uint8Array(bytes)], { type }), name);
  return form;
};
