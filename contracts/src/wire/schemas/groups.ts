import { z } from 'zod';
import { defaultGroupSettings, groupSettings } from '../../events/group.ts';
import { limits } from '../limits.ts';
import { id, requiredText } from './fields.ts';

export type { GroupSettings } from '../../events/group.ts';
export { defaultGroupSettings };

export const groupName = requiredText(limits.groupName, 'Group name is required');
export const groupDescription = requiredText(limits.groupDescription, 'Group description is required');

export const createGroupBody = z.object({
  name: groupName,
  description: groupDescription,
  /** Address from `upload-group-image`. */
  imageUrl: z.string().max(2000).nullish(),
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
export const roleBody = z.object({ role: z.enum(['admin', 'member']) });
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
  search: z.string().trim().max(100).optional(),
  after: z.string().max(200).optional(),
  limit: z.coerce.number().int().min(1).max(limits.memberPageMost).optional(),
});
