export const limits = {
  auditPage: 50,
  auditPageMost: 200,
} as const;
