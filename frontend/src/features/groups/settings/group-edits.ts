import type { GroupView } from '@quorum/contracts/group/wire.ts';
import type { GroupSettings } from '@quorum/contracts/kernel/permissions.ts';
import { descriptionError, nameError } from '../details.ts';

/**
 * The unsaved changes to the settings. All other fields follow the group, also while the dialog is open and someone
 * else changes it.
 */
export type GroupEdits = {
  readonly name?: string;
  readonly description?: string;
  readonly settings?: Partial<GroupSettings>;
  readonly image?: { readonly kind: 'chosen'; readonly file: File } | { readonly kind: 'removed' };
};

export const noEdits: GroupEdits = {};

type Editable = Pick<GroupView, 'name' | 'description' | 'settings' | 'imageUrl'>;

export const editedSettings = (group: Editable, edits: GroupEdits): GroupSettings => ({
  ...group.settings,
  ...edits.settings,
});

const changedSettings = ({ settings }: Editable, edits: GroupEdits): [string, boolean][] =>
  Object.entries(edits.settings ?? {}).filter(([key, allowed]) => settings[key as keyof GroupSettings] !== allowed);

/** Removing an image that is already gone changes nothing. */
const imageDiffers = ({ imageUrl }: Editable, { image }: GroupEdits): boolean =>
  image?.kind === 'chosen' || (image?.kind === 'removed' && imageUrl !== null);

/** Whether text was typed that is not saved. */
export const isTyped = (group: Editable, { name, description }: GroupEdits): boolean =>
  (name ?? group.name) !== group.name || (description ?? group.description) !== group.description;

export const isDirty = (group: Editable, edits: GroupEdits): boolean =>
  isTyped(group, edits) || changedSettings(group, edits).length > 0 || imageDiffers(group, edits);

/** If the right is lost, edits stay visible but read-only. Switches only follow the group then. */
export const editsWith = (edits: GroupEdits, mayChangeSettings: boolean): GroupEdits => {
  if (mayChangeSettings) return edits;
  const { settings: _, ...kept } = edits;
  return kept;
};

export type EditErrors = { readonly name?: string; readonly description?: string };

export const editErrors = ({ name, description }: GroupEdits): EditErrors => {
  const wrongName = name === undefined ? undefined : nameError(name);
  const wrongDescription = description === undefined ? undefined : descriptionError(description);
  return {
    ...(wrongName === undefined ? {} : { name: wrongName }),
    ...(wrongDescription === undefined ? {} : { description: wrongDescription }),
  };
};

export type Save =
  | { readonly kind: 'details'; readonly name: string; readonly description: string }
  | { readonly kind: 'settings'; readonly settings: Partial<GroupSettings> }
  | { readonly kind: 'upload-image'; readonly file: File }
  | { readonly kind: 'remove-image' };

const detailsSaves = (group: Editable, edits: GroupEdits): readonly Save[] => {
  const name = (edits.name ?? group.name).trim();
  const description = (edits.description ?? group.description).trim();
  if (name === group.name && description === group.description) return [];
  return [{ kind: 'details', name, description }];
};

const settingsSaves = (group: Editable, edits: GroupEdits): readonly Save[] => {
  const changed = changedSettings(group, edits);
  return changed.length === 0 ? [] : [{ kind: 'settings', settings: Object.fromEntries(changed) }];
};

const imageSaves = (group: Editable, edits: GroupEdits): readonly Save[] => {
  if (edits.image?.kind === 'chosen') return [{ kind: 'upload-image', file: edits.image.file }];
  return imageDiffers(group, edits) ? [{ kind: 'remove-image' }] : [];
};

/** The calls that are needed to save the edits. Surrounding spaces do not count. */
export const savesOf = (group: Editable, edits: GroupEdits): readonly Save[] => [
  ...detailsSaves(group, edits),
  ...settingsSaves(group, edits),
  ...imageSaves(group, edits),
];
