import type { UserView } from '@quorum/contracts/account/wire.ts';

export type SetupStep = 0 | 1 | 2;
export const setupSteps = ['Email', 'Name', 'Photo'] as const;

/** The first incomplete step. */
export const startingStep = (user: Pick<UserView, 'email' | 'firstName' | 'lastName'>): SetupStep => {
  if (user.email === '') return 0;
  return user.firstName === '' || user.lastName === '' ? 1 : 2;
};
