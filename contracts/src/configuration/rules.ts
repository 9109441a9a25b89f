export const refusals = {
  'config/unknown': [404, 'Configuration not found'],
} as const;
