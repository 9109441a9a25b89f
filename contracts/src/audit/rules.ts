export const limits = {
  auditPage: 50,
  maxAuditPage: 200,
} as const;
