import type { z } from 'zod';
import type { FactsOf, RuleName, rules } from './permissions.ts';
import { accountRoutes } from './routes/account.ts';
import { adminRoutes } from './routes/admin.ts';
import { eventRoutes } from './routes/events.ts';
import { groupRoutes } from './routes/groups.ts';
import { messageRoutes } from './routes/messages.ts';
import { preferencesRoutes } from './routes/preferences.ts';
import { productRoutes } from './routes/product.ts';
import type { Answer, Route } from './routes/route.ts';
import { signInRoutes } from './routes/sign-in.ts';

/**
 * Every call under `/api`, one file per area. Both services and the client are built from this table. A route without a
 * permission does not compile.
 */
export const routes = {
  ...signInRoutes,
  ...accountRoutes,
  ...preferencesRoutes,
  ...groupRoutes,
  ...eventRoutes,
  ...messageRoutes,
  ...productRoutes,
  ...adminRoutes,
} as const satisfies { readonly [name: string]: Route };

export type Routes = typeof routes;
export type RouteName = keyof Routes;
/** The rule a route declares, if any. */
export type RuleOf<N extends RouteName> = Routes[N]['permission'] extends { rule: infer R extends RuleName }
  ? (typeof rules)[R]
  : undefined;
/** The routes of a service whose rule needs at most these facts. */
export type RoutesDecidedBy<F, S extends 'command' | 'query'> = {
  [N in RouteName]: Routes[N]['service'] extends S
    ? Routes[N]['permission'] extends { rule: infer R extends RuleName }
      ? F extends FactsOf<R>
        ? N
        : never
      : never
    : never;
}[RouteName];
export type AnswerOf<N extends RouteName> = Routes[N]['answer'] extends Answer<infer T> ? T : never;
export type BodyOf<N extends RouteName> = Routes[N] extends {
  body: infer B extends z.ZodType;
}
  ? z.output<B>
  : undefined;
/** A caller's input, before defaults are filled in. */
export type BodyInputOf<N extends RouteName> = Routes[N] extends {
  body: infer B extends z.ZodType;
}
  ? z.input<B>
  : undefined;
export type QueryOf<N extends RouteName> = Routes[N] extends {
  query: infer Q extends z.ZodType;
}
  ? z.output<Q>
  : undefined;
