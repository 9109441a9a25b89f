import { z } from 'zod';
import { limits } from '../limits.ts';
import { id, phoneNumber, plainText, requiredText, verificationCode, yesOrNo } from './fields.ts';

export const sendCodeBody = z.object({ phoneNumber });
export const verifyBody = z.object({ phoneNumber, verificationCode });

export const emailBody = z.object({
  email: z
    .string({ error: 'Please enter a valid email address' })
    .trim()
    .max(limits.email, 'Please enter a valid email address')
    .regex(/^[^\s@]+@[^\s@]+$/, 'Please enter a valid email address'),
});

/** A number in any form. Without one, all messages sent. */
export const smsQuery = z.object({
  phoneNumber: plainText(100, 'Please enter a valid 10-digit phone number').optional(),
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

const NO_SUCH_COLOR = 'Please choose one of the colors';

export const colorPreferenceBody = z.object({
  groupId: id,
  colorIndex: z
    .int({ error: NO_SUCH_COLOR })
    .min(0, NO_SUCH_COLOR)
    .max(limits.colors - 1, NO_SUCH_COLOR),
});
export const pinPreferenceBody = z.object({
  groupId: id,
  isPinned: yesOrNo,
});
