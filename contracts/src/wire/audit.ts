/** Filters of the audit history. */
export const auditKinds = [
  'account',
  'session',
  'group',
  'members',
  'event',
  'message',
  'file',
  'report',
  'configuration',
  'admin',
] as const;
export type AuditKind = (typeof auditKinds)[number];

/** A person or group mentioned in a line. The name is empty once they are deleted. */
export type Named = { readonly _id: string; readonly name: string };

/** Small values shown besides the ids. Never text that a person wrote. */
export type AuditFacts = { readonly [name: string]: string | number };

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
  /** The administrator's note with a decision. */
  readonly notes: string | null;
  readonly correlationId: string;
  /** `_id` of the causing event; `null` if the request caused it directly. */
  readonly causedBy: string | null;
};

export type StateValue = string | number | boolean | null;

/** One value of a state. `before` is present if the event changed it. `null` means no value, or an erased one. */
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
