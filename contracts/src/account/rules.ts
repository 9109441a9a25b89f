export const limits = {
  personName: 50,
  email: 254,
} as const;

export const CURRENT_CODE_WRONG = 'The code for your current number isn’t right. Check it and try again.';

export const refusals = {
  'profile/incomplete': [403, 'Please complete your profile first'],
  'phone/used-by-another': [409, 'This phone number is already in use'],
  'phone/unchanged': [400, 'This is already your phone number'],
  'phone/current-code-wrong': [400, CURRENT_CODE_WRONG],
  'phone/no-change-waiting': [404, 'No change of your phone number is pending'],
  'phone/stop-link-invalid': [404, 'This link is not valid'],
  'user/not-found': [404, 'User not found'],
  'user/profile-unfinished': [400, 'Please enter your email and name first'],
} as const;
