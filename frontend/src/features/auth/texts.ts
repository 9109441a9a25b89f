import { PRODUCT_NAME } from '@quorum/contracts/kernel/product.ts';
import { errorText, isApiError } from '../../data/api/api-error.ts';
import type { SignInMode } from '../../data/session/saved-step.ts';

export const texts = {
  login: {
    page: 'Log in',
    title: 'Welcome back',
    sent: 'Verification code sent to your phone!',
    wrongMode: 'Account not found. Please sign up first.',
    question: `New to ${PRODUCT_NAME}?`,
    switchTo: 'Sign up',
  },
  signup: {
    page: 'Sign up',
    title: 'Create your account',
    sent: `Welcome to ${PRODUCT_NAME}! Verification code sent to your phone.`,
    wrongMode: 'Account already exists. Please sign in instead.',
    question: 'Already have an account?',
    switchTo: 'Log in',
  },
} as const satisfies Record<SignInMode, unknown>;

const WRONG_MODE_STATUS = { login: 404, signup: 409 } as const satisfies Record<SignInMode, number>;

/** The text for a code that could not be sent. */
export const sendErrorText = (mode: SignInMode, error: unknown): string =>
  isApiError(error) && error.status === WRONG_MODE_STATUS[mode]
    ? texts[mode].wrongMode
    : errorText(error, 'Failed to send verification code');
