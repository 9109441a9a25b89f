import { z } from 'zod';
import { phoneNumber, plainText, requiredText, verificationCode } from '../kernel/fields.ts';
import { carries, type Frames, type OfUser } from '../kernel/frame.ts';
import { limits } from '../kernel/limits.ts';
import { answers, open, ownProfile, ownSession, type Route, type Success } from '../kernel/route.ts';
import type { Reminder } from '../reminder/lead-times.ts';

/** The views that responses carry. Instants are UTC, ISO 8601; dates and times without a zone are wall-clock values. */

/** The signed-in person's own account. */
export type UserView = {
  readonly _id: string;
  readonly id: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly phoneNumber: string;
  readonly profilePictureUrl: string | null;
  readonly profileComplete: boolean;
  readonly createdAt: string;
  /** Proposed by the wizard. Absent until the person chooses one. */
  readonly reminderDefault?: Reminder;
  /** Absent if no change is pending. */
  readonly phoneChange?: PhoneChangeView;
};

/** A pending change of number that can still be stopped. `phoneNumber` is the last two digits of the new number. */
export type PhoneChangeView = { readonly phoneNumber: string; readonly effectiveAt: string };

/** Another person as members see them. `phoneNumber` is the last two digits, and only present if there is no name. */
export type PersonView = Pick<UserView, '_id' | 'id' | 'firstName' | 'lastName' | 'profilePictureUrl'> & {
  readonly phoneNumber?: string;
};

export const emailBody = z.object({
  email: z
    .string({ error: 'Please enter a valid email address' })
    .trim()
    .max(limits.email, 'Please enter a valid email address')
    .regex(/^[^\s@]+@[^\s@]+$/, 'Please enter a valid email address'),
});

const namesMissing = 'First name and last name are required';

export const nameBody = z.object({
  firstName: requiredText(limits.personName, namesMissing),
  lastName: requiredText(limits.personName, namesMissing),
});

/**
 * Without codes, one is sent to the new number and one to the current. With both, the number changes at once. With only the new
 * number's code, it changes after three days unless the current number stops it.
 */
export const phoneBody = z.object({
  phoneNumber,
  verificationCode: verificationCode.optional(),
  currentCode: verificationCode.optional(),
});

export const stopPhoneChangeBody = z.object({ token: plainText(200, 'This link is not valid') });

/** The caller's own account. */
export const accountRoutes = {
  me: {
    method: 'GET',
    path: '/api/auth/me',
    service: 'query',
    permission: ownSession,
    session: 'continues',
    answer: answers<{ user: UserView }>(),
  },
  updateEmail: {
    method: 'POST',
    path: '/api/auth/update-email',
    service: 'command',
    pace: 'change',
    permission: ownSession,
    body: emailBody,
    answer: answers<{ user: UserView }>(),
  },
  updateName: {
    method: 'POST',
    path: '/api/auth/update-name',
    service: 'command',
    pace: 'change',
    permission: ownSession,
    body: nameBody,
    answer: answers<{ user: UserView }>(),
  },
  updatePhone: {
    method: 'POST',
    path: '/api/auth/update-phone',
    service: 'command',
    pace: 'code',
    permission: ownProfile,
    body: phoneBody,
    answer: answers<{ verificationRequired: true } | { effectiveAt: string } | { user: UserView }>(),
  },
  /** The pending change, whichever it is. */
  cancelPhoneChange: {
    method: 'DELETE',
    path: '/api/auth/phone-change',
    service: 'command',
    pace: 'once',
    permission: ownSession,
    answer: answers<{ user: UserView }>(),
  },
  /** By the link sent to the current number. */
  stopPhoneChange: {
    method: 'POST',
    path: '/api/auth/stop-phone-change',
    service: 'command',
    pace: 'once',
    permission: open,
    body: stopPhoneChangeBody,
    answer: answers<Success>(),
  },
  uploadProfilePicture: {
    method: 'POST',
    path: '/api/auth/upload-profile-picture',
    service: 'command',
    pace: 'change',
    permission: ownSession,
    upload: 'profilePicture',
    answer: answers<{ user: UserView }>(),
  },
  completeProfile: {
    method: 'POST',
    path: '/api/auth/complete-profile',
    service: 'command',
    pace: 'once',
    permission: ownSession,
    answer: answers<{ user: UserView }>(),
  },
  deleteAccount: {
    method: 'DELETE',
    path: '/api/auth/delete-account',
    service: 'command',
    pace: 'once',
    permission: ownSession,
    session: 'ends',
    answer: answers<Success>(),
  },
  downloadMyData: {
    method: 'GET',
    path: '/api/auth/my-data',
    service: 'query',
    permission: ownProfile,
    answer: answers<Blob>(),
  },
} as const satisfies { readonly [name: string]: Route };

export const accountFrames = {
  /** `user` is absent once the account is deleted. */
  accountUpdated: {
    of: [],
    also: ['user'],
    audience: 'person',
    payload: carries<OfUser & { readonly user?: UserView }>(),
  },
} as const satisfies Frames;
