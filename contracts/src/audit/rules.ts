export const limits = {
  auditPage: 50,
  maxAuditPage: 200,
} as const;

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
