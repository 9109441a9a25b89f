import { z } from 'zod';
import { defaultGroupSettings, type GroupSettings } from '../group-settings.ts';
import { limits } from '../limits.ts';
import { id, optionalText, pageLimit, plainText, requiredText, yesOrNo } from './fields.ts';

export const groupName = requiredText(limits.groupName, 'Group name is required');
export const groupDescription = requiredText(limits.groupDescription, 'Group description is required');

/** Stored names of the settings, with the words that clients send. */
const groupSettings = z.object(
  {
    allowMembersCreateEvents: yesOrNo,
    allowMembersInvite: yesOrNo,
    allowMembersEditGroupDetails: yesOrNo,
  } satisfies Record<keyof GroupSettings, unknown>,
  { error: 'These settings are not valid' },
);

export const createGroupBody = z.object({
  name: groupName,
  description: groupDescription,
  /** Address returned by `upload-group-image`. */
  imageUrl: plainText(2000, 'Please upload the image again').nullish(),
  settings: groupSettings
    .partial()
    .transform((given) => ({ ...defaultGroupSettings, ...given }))
    .optional(),
});

export const groupDetailsBody = z.object({
  name: groupName,
  description: groupDescription,
});
export const groupSettingsBody = groupSettings
  .partial()
  .refine((given) => Object.keys(given).length > 0, 'Nothing to change');
export const deleteGroupBody = z.object({
  confirmationName: z.string({ error: 'Group name does not match' }).max(200),
});
export const transferBody = z.object({ userId: id });
export const roleBody = z.object({
  role: z.enum(['admin', 'member'], { error: 'Please choose the role admin or member' }),
});
export const joinByCodeBody = z.object({
  code: z
    .string({ error: 'Please enter an invitation code or link' })
    .trim()
    .min(1, 'Please enter an invitation code or link')
    .max(200),
});
export const joinByLinkBody = z.object({
  inviteCode: z
    .string({ error: 'Please enter an invitation code or link' })
    .trim()
    .min(1, 'Please enter an invitation code or link')
    .max(200),
});
export const membersQuery = z.object({
  search: optionalText(100).optional(),
  after: plainText(200, 'This page does not exist').optional(),
  limit: pageLimit(limits.memberPageMost).optional(),
});
