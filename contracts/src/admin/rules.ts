export const refusals = {
  'admin/invalid-credentials': [401, 'Invalid credentials'],
  'admin/closed': [404, 'Not found'],
} as const;
