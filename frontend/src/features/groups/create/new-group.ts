import { defaultGroupSettings, type GroupSettings } from '@quorum/contracts/kernel/permissions.ts';
import { descriptionError, nameError } from '../details.ts';

export const STEPS = ['Group Name', 'Description', 'Group Image', 'Permissions'] as const;
export const LAST_STEP = STEPS.length - 1;

/** The entries of the wizard. */
export type NewGroup = {
  readonly name: string;
  readonly description: string;
  readonly image: File | null;
  readonly settings: GroupSettings;
};

export const emptyGroup: NewGroup = {
  name: '',
  description: '',
  image: null,
  settings: defaultGroupSettings,
};

/** Why the wizard stays on a step, or undefined. The image is optional, and permissions have defaults. */
export const stepError = (step: number, { name, description }: NewGroup): string | undefined => {
  if (step === 0) return nameError(name);
  if (step === 1) return descriptionError(description);
  return undefined;
};
