import { z } from 'zod';
import { id, pageLimit, plainText } from '../kernel/fields.ts';
import { limits } from '../kernel/limits.ts';
import { administrators, answers, type Route } from '../kernel/route.ts';
import { type AuditKind, auditKinds } from './rules.ts';

const instant = z.iso.datetime({ error: 'Please use an instant in the form 2026-05-14T00:00:00.000Z' });

/** The `next` of the previous page. */
const after = plainText(100, 'Please use the place that the page before ended with').optional();

/** `from` inclusive, `to` exclusive. */
export const auditQuery = z.object({
  groupId: id.optional(),
  userId: id.optional(),
  kind: z.enum(auditKinds, { error: 'Please choose a kind' }).optional(),
  from: instant.optional(),
  to: instant.optional(),
  after,
  limit: pageLimit(limits.maxAuditPage).default(limits.auditPage),
});

export const chainQuery = z.object({ after });

export const stateQuery = z.object({
  revision: z.coerce
    .number({ error: 'Please use a revision from 0' })
    .int('Please use a revision from 0')
    .min(0, 'Please use a revision from 0')
    .optional(),
});

export const namesQuery = z.object({ text: plainText(100, 'Please use at most 100 characters') });

/** A person or group mentioned in a line. The name is empty once they are deleted. */
export type Named = { readonly _id: string; readonly name: string };

/** Small values shown besides the ids. Never text that a person wrote. */
export type AuditFacts = { readonly [name: string]: string | number };

export type SentencePart = string | { readonly strong: string };

/** One event of the log, as administrators see it. */
export type AuditLine = {
  readonly _id: string;
  /** UTC, ISO 8601. */
  readonly at: string;
  readonly kind: AuditKind;
  readonly type: string;
  readonly stream: string;
  readonly revision: number;
  /** `admin`, `anonymous`, `system:{process manager}`, or the person. */
  readonly actor: Named;
  /** The person affected, if not the actor. */
  readonly user: Named | null;
  readonly group: Named | null;
  readonly facts: AuditFacts;
  /** The sentence, in parts. `strong` parts name people, groups and decisions. */
  readonly sentence: readonly SentencePart[];
  /** The line below it; by default the name of the group. */
  readonly detail: string;
  /** The administrator's note with a decision. */
  readonly notes: string | null;
  readonly correlationId: string;
  /** `_id` of the causing event; `null` if the request caused it directly. */
  readonly causedBy: string | null;
};

export type StateValue = string | number | boolean | null;

/** One value of a state, named as in `members › Ada Park › role`. `before` is present if the event changed it. `null` means no value, or an erased one. */
export type StateField = { readonly name: string; readonly value: StateValue; readonly before?: StateValue };

/** The state of a stream after one of its events. */
export type AuditState = {
  readonly stream: string;
  readonly revision: number;
  /** UTC, ISO 8601. */
  readonly at: string;
  /** The newest revision. */
  readonly last: number;
  /** Empty for a stream without a decider. */
  readonly fields: readonly StateField[];
};

/** The audit history, as administrators see it. */
export const auditRoutes = {
  audit: {
    method: 'GET',
    path: '/api/admin/audit',
    service: 'query',
    permission: administrators,
    query: auditQuery,
    /** Newest first. `next` names where the next page begins; `null` on the last one. */
    answer: answers<{ readonly lines: readonly AuditLine[]; readonly next: string | null }>(),
  },
  auditChain: {
    method: 'GET',
    path: '/api/admin/audit/:correlationId',
    service: 'query',
    permission: administrators,
    query: chainQuery,
    /**
     * Oldest first: a page of everything that followed from one request. `intact` says whether the hash chain confirms that no event of
     * the page has changed since. `next` names where the next page begins; `null` on the last one. `earlier` is what led to a decision on
     * a report, with the first page.
     */
    answer: answers<{
      readonly lines: readonly AuditLine[];
      readonly earlier: readonly AuditLine[];
      readonly intact: boolean;
      readonly next: string | null;
    }>(),
  },
  /** The state of a stream after one of its events, by default the last. User text in it is masked. */
  auditState: {
    method: 'GET',
    path: '/api/admin/state/:stream',
    service: 'query',
    permission: administrators,
    query: stateQuery,
    answer: answers<AuditState>(),
  },
  /** People and groups whose name contains a text, for the history's filters. */
  auditNames: {
    method: 'GET',
    path: '/api/admin/names',
    service: 'query',
    permission: administrators,
    query: namesQuery,
    answer: answers<{ readonly people: readonly Named[]; readonly groups: readonly Named[] }>(),
  },
} as const satisfies { readonly [name: string]: Route };
