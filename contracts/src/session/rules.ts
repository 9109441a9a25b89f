export const limits = {
  resendCooldown: 30_000,
  codeLifetime: 600_000,
  savedStepLifetime: 600_000,
  sessionLifetime: 30 * 86_400_000,
} as const;

export const SESSION_ENDED = 'Your session has ended. Please log in again.';

export const refusals = {
  'session/missing': [401, 'Please log in'],
  'session/invalid': [401, SESSION_ENDED],
  'session/not-found': [404, 'This session has already ended'],
  'phone/unknown': [404, 'Account not found. Please sign up first.'],
  'phone/taken': [409, 'Account already exists. Please sign in instead.'],
  'phone/banned': [403, 'This phone number cannot be used.'],
  'phone/not-in-us': [400, 'Please use a phone number from the United States. We cannot send a code to this one.'],
  'code/wait': [429, 'Please wait {seconds} seconds before requesting a new code'],
  'code/too-many-sends': [429, 'Too many codes were requested. Please try again later.'],
  'code/none': [400, 'This code has expired. Please request a new one.'],
  'code/superseded': [400, 'A newer code was sent. Please enter that one.'],
  'code/wrong': [400, 'That code isn’t right. Check it and try again.'],
  'code/too-many-tries': [429, 'Too many wrong codes. Please request a new one.'],
  'sms/budget-spent': [503, 'No more text messages can be sent for now. Please try again later.'],
  'sms/failed': [502, 'Failed to send verification code'],
} as const;
