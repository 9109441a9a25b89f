import type { z } from 'zod';
import { accountFrames, accountRoutes } from './account/wire.ts';
import { activityFrames, activityRoutes } from './activity/wire.ts';
import { adminRoutes } from './admin/wire.ts';
import { attendanceFrames, attendanceRoutes } from './attendance/wire.ts';
import { auditRoutes } from './audit/wire.ts';
import { calendarFeedFrames, calendarFeedRoutes } from './calendar-feed/wire.ts';
import { configurationRoutes } from './configuration/wire.ts';
import { undoRoutes } from './entry/undo.ts';
import { eventFrames, eventRoutes } from './entry/wire.ts';
import { memberRoutes } from './group/members.ts';
import { groupFrames, groupRoutes } from './group/wire.ts';
import { importRoutes } from './import/wire.ts';
import { inviteRoutes } from './invite/wire.ts';
import type { Frames } from './kernel/frame.ts';
import type { Answer, Route } from './kernel/route.ts';
import { mediaRoutes } from './media/wire.ts';
import { messageFrames, messageRoutes } from './message/wire.ts';
import { notificationFrames, notificationRoutes } from './notification/wire.ts';
import { pinFrames, pinRoutes } from './pins/wire.ts';
import { pollFrames, pollRoutes } from './poll/wire.ts';
import { preferencesFrames, preferencesRoutes } from './preferences/wire.ts';
import { productRoutes } from './product/wire.ts';
import { reminderFrames, reminderRoutes } from './reminder/wire.ts';
import { reportRoutes, reviewRoutes } from './report/wire.ts';
import { searchRoutes } from './search/wire.ts';
import { sessionFrames, signInRoutes } from './session/wire.ts';
import type { FactsOf, RuleName, rules } from './things.ts';

/**
 * Every call under `/api`, from the `wire.ts` of each thing. Both services and the client are built from this table. A route without a
 * permission does not compile.
 */
export const routes = {
  ...signInRoutes,
  ...accountRoutes,
  ...preferencesRoutes,
  ...activityRoutes,
  ...notificationRoutes,
  ...groupRoutes,
  ...memberRoutes,
  ...inviteRoutes,
  ...undoRoutes,
  ...eventRoutes,
  ...importRoutes,
  ...attendanceRoutes,
  ...reminderRoutes,
  ...calendarFeedRoutes,
  ...messageRoutes,
  ...mediaRoutes,
  ...pinRoutes,
  ...pollRoutes,
  ...searchRoutes,
  ...reportRoutes,
  ...reviewRoutes,
  ...configurationRoutes,
  ...auditRoutes,
  ...productRoutes,
  ...adminRoutes,
} as const satisfies { readonly [name: string]: Route };

/** Every frame of the socket that counts in a sequence. */
export const frames = {
  ...messageFrames,
  ...pinFrames,
  ...eventFrames,
  ...attendanceFrames,
  ...reminderFrames,
  ...pollFrames,
  ...groupFrames,
  ...preferencesFrames,
  ...activityFrames,
  ...notificationFrames,
  ...accountFrames,
  ...calendarFeedFrames,
  ...sessionFrames,
} as const satisfies Frames;

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
