import type { Route } from '@quorum/contracts/kernel/route.ts';
import { type BodyInputOf, type QueryOf, type RouteName, type Routes, routes } from '@quorum/contracts/routes.ts';

type ParamNames<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParamNames<`/${Rest}`>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never;

type Primitive = string | number | boolean | undefined;

/** One request, by its route's name. */
export type Call = {
  readonly route: RouteName;
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, Primitive>>;
  readonly body?: unknown;
  /** For a mutation that may be retried in a later call. Otherwise each call gets its own key. */
  readonly idempotencyKey?: string;
  /** Sent even if the page is closed before the response. Its body is small. */
  readonly keepalive?: boolean;
};

type WithParams<N extends RouteName> = [ParamNames<Routes[N]['path']>] extends [never]
  ? { readonly params?: undefined }
  : { readonly params: Readonly<Record<ParamNames<Routes[N]['path']>, string>> };
type WithBody<N extends RouteName> = Routes[N] extends { body: unknown }
  ? { readonly body: BodyInputOf<N> }
  : { readonly body?: undefined };
type WithQuery<N extends RouteName> = Routes[N] extends { query: unknown }
  ? { readonly query: QueryOf<N> }
  : { readonly query?: Readonly<Record<string, Primitive>> };

export type CallParts<N extends RouteName> = WithParams<N> &
  WithBody<N> &
  WithQuery<N> &
  Pick<Call, 'idempotencyKey' | 'keepalive'>;

/** A body whose repeat in a later call takes effect once. */
export type Keyed<Body> = { readonly body: Body; readonly idempotencyKey: string };

/** Builds a call. Its parameters, query and body are typed by its route. */
export const call = <N extends RouteName>(
  route: N,
  ...[parts]: Record<string, never> extends CallParts<N> ? [CallParts<N>?] : [CallParts<N>]
): Call => ({ ...parts, route }) as Call;

export const routeOf = (name: RouteName): Route => routes[name];

/** Path and query of a call. Every value is escaped. */
export const addressOf = ({ route, params = {}, query = {} }: Call): string => {
  const path = routeOf(route).path.replace(/:(\w+)/g, (_, name: string) => {
    const value = params[name];
    if (value === undefined || value === '') throw new Error(`The call ${route} needs ${name}`);
    return encodeURIComponent(value);
  });
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, String(value));
  const text = search.toString();
  return text === '' ? path : `${path}?${text}`;
};

/** Whether the call changes something. `POST` is also used by queries with a body. */
export const isMutation = (name: RouteName): boolean => {
  const { method, service } = routeOf(name);
  return method !== 'GET' && service === 'command';
};
