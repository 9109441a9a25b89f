/** What the lines of the audit history are filtered by. */
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

/** A person or group that a line names. The name is empty once it is gone. */
export type Named = { readonly _id: string; readonly name: string };

/** Small values that a line tells beside its ids; never a text that a person wrote. */
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
  /** Whom it is about, where that is not the actor. */
  readonly user: Named | null;
  readonly group: Named | null;
  readonly facts: AuditFacts;
  /** What the administrator noted with a decision. */
  readonly notes: string | null;
  readonly correlationId: string;
  /** `_id` of the event that led to it; `null` where it follows from the request itself. */
  readonly causedBy: string | null;
};

export type StateValue = string | number | boolean | null;

/** One value of a state. `before` is there where the event changed it; `null` stands for nothing, or for what was erased. */
export type StateField = { readonly name: string; readonly value: StateValue; readonly before?: StateValue };

/** What a stream added up to after one of its events. */
export type AuditState = {
  readonly stream: string;
  readonly revision: number;
  /** UTC, ISO 8601. */
  readonly at: string;
  /** The newest revision. */
  readonly last: number;
  /** Empty for a stream that nothing is decided on. */
  readonly fields: readonly StateField[];
};
