import * as account from './account/rules.ts';
import * as activity from './activity/rules.ts';
import * as admin from './admin/rules.ts';
import * as attendance from './attendance/rules.ts';
import * as audit from './audit/rules.ts';
import * as calendarFeed from './calendar-feed/rules.ts';
import * as configuration from './configuration/rules.ts';
import * as entry from './entry/rules.ts';
import * as group from './group/rules.ts';
import * as imports from './import/rules.ts';
import * as invite from './invite/rules.ts';
import * as kernel from './kernel/rules.ts';
import * as media from './media/rules.ts';
import * as message from './message/rules.ts';
import * as notification from './notification/rules.ts';
import * as pins from './pins/rules.ts';
import * as poll from './poll/rules.ts';
import * as preferences from './preferences/rules.ts';
import * as report from './report/rules.ts';
import * as search from './search/rules.ts';
import * as session from './session/rules.ts';

/**
 * The limits, permissions and refusals of all things, from their `rules.ts`. No name is used twice. Browsers load this file, but not
 * the texts of refusals, which the bundler drops because nothing in the client uses them.
 */

export const limits = {
  ...kernel.limits,
  ...account.limits,
  ...activity.limits,
  ...attendance.limits,
  ...audit.limits,
  ...calendarFeed.limits,
  ...entry.limits,
  ...group.limits,
  ...imports.limits,
  ...media.limits,
  ...message.limits,
  ...notification.limits,
  ...pins.limits,
  ...poll.limits,
  ...preferences.limits,
  ...report.limits,
  ...search.limits,
  ...session.limits,
} as const;

type Refused = { readonly refused: RefusalCode } | undefined;

/** By their names, which routes declare. */
export const rules = {
  ...kernel.permissions,
  ...attendance.permissions,
  ...entry.permissions,
  ...group.permissions,
  ...invite.permissions,
  ...message.permissions,
  ...pins.permissions,
  ...poll.permissions,
  ...report.permissions,
} as const satisfies { readonly [name: string]: (facts: never) => Refused };

type Refusals = { readonly [code: `${string}/${string}`]: readonly [status: number, text: string] };

/** By code. A code without a status and a text does not compile. `{…}` in a text is filled from the refusal's values. */
export const refusals = /* @__PURE__ */ (() =>
  ({
    ...kernel.refusals,
    ...account.refusals,
    ...admin.refusals,
    ...attendance.refusals,
    ...calendarFeed.refusals,
    ...configuration.refusals,
    ...entry.refusals,
    ...group.refusals,
    ...imports.refusals,
    ...invite.refusals,
    ...media.refusals,
    ...message.refusals,
    ...notification.refusals,
    ...pins.refusals,
    ...poll.refusals,
    ...report.refusals,
    ...search.refusals,
    ...session.refusals,
  }) as const satisfies Refusals)();

export type RefusalCode = keyof typeof refusals;

export type RuleName = keyof typeof rules;

export type FactsOf<R extends RuleName> = Parameters<(typeof rules)[R]>[0];
