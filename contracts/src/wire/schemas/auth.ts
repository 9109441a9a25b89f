import { z } from 'zod';
import { limits } from '../limits.ts';
import { id, phoneNumber, requiredText, verificationCode } from './fields.ts';

export const sendCodeBody = z.object({ phoneNumber });
export const verifyBody = z.object({ phoneNumber, verificationCode });

export const emailBody = z.object({
  email: z
    .string({ error: 'Please enter a valid email address' })
    .trim()
    .max(limits.email, 'Please enter a valid email address')
    .regex(/^[^\s@]+@[^\s@]+$/, 'Please enter a valid email address'),
});

/** A number in any form; without one, everything that was sent. */
export const smsQuery = z.object({ phoneNumber: z.string().max(100).optional() });

const namesMissing = 'First name and last name are required';
export const nameBody = z.object({
  firstName: requiredText(limits.personName, namesMissing),
  lastName: requiredText(limits.personName, namesMissing),
});

/** Without a code: one is sent to the new number. With it: the number is changed. */
export const phoneBody = z.object({
  phoneNumber,
  verificationCode: verificationCode.optional(),
});

export const colorPreferenceBody = z.object({
  groupId: id,
  colorIndex: z
    .number()
    .int()
    .min(0)
    .max(limits.colors - 1),
});
export const pinPreferenceBody = z.object({
  groupId: id,
  isPinned: z.boolean(),
});
