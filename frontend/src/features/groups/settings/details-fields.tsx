import type { GroupView } from '@quorum/contracts/group/wire.ts';
import { limits } from '@quorum/contracts/kernel/limits.ts';
import { Image } from 'lucide-react';
import { useState } from 'react';
import { useFileUrl } from '../../../shared/hooks/use-file-url.ts';
import { Button } from '../../../shared/ui/controls/button.tsx';
import { Field } from '../../../shared/ui/controls/field.tsx';
import { FileButton } from '../../../shared/ui/controls/file-button.tsx';
import { Input } from '../../../shared/ui/controls/input.tsx';
import { Textarea } from '../../../shared/ui/controls/textarea.tsx';
import { ErrorLine } from '../../../shared/ui/feedback/error-line.tsx';
import { GroupAvatar } from '../../../shared/ui/people/group-avatar.tsx';
import { groupImageError, IMAGE_ACCEPT, IMAGE_HINT } from '../group-image.ts';
import { type EditErrors, type GroupEdits, isTyped } from './group-edits.ts';

export interface DetailsFieldsProps {
  group: GroupView;
  edits: GroupEdits;
  errors: EditErrors;
  /** Otherwise the details are shown, and what was typed before stays, read-only. */
  editable: boolean;
  disabled: boolean;
  onEdit: (change: GroupEdits) => void;
}

export function DetailsFields({ group, edits, errors, editable, disabled, onEdit }: DetailsFieldsProps) {
  const name = edits.name ?? group.name;
  const description = edits.description ?? group.description;
  if (!editable && !isTyped(group, edits))
    return (
      <>
        <ImageField group={group} edits={edits} editable={false} disabled={disabled} onEdit={onEdit} />
        <dl className="group-settings__read">
          <dt>Group name</dt>
          <dd dir="auto">{group.name}</dd>
          <dt>Description</dt>
          <dd dir="auto">{group.description}</dd>
        </dl>
      </>
    );
  return (
    <>
      <ImageField group={group} edits={edits} editable={editable} disabled={disabled} onEdit={onEdit} />
      <Field label="Group name" count={name.length} max={limits.groupName} error={errors.name}>
        <Input
          value={name}
          disabled={disabled}
          readOnly={!editable}
          maxLength={limits.groupName}
          autoComplete="off"
          onChange={(event) => onEdit({ name: event.target.value })}
        />
      </Field>
      <Field label="Description" count={description.length} max={limits.groupDescription} error={errors.description}>
        <Textarea
          value={description}
          disabled={disabled}
          readOnly={!editable}
          maxLength={limits.groupDescription}
          onChange={(event) => onEdit({ description: event.target.value })}
        />
      </Field>
    </>
  );
}

type ImageFieldProps = Pick<DetailsFieldsProps, 'group' | 'edits' | 'editable' | 'disabled' | 'onEdit'>;

const hintFor = (image: GroupEdits['image']): string =>
  image?.kind === 'removed' ? 'The image will be removed.' : IMAGE_HINT;

/** A chosen image is shown before it is saved. A removal can be undone until then. */
function ImageField({ group, edits, editable, disabled, onEdit }: ImageFieldProps) {
  const [error, setError] = useState<string>();
  const { image } = edits;
  const chosenUrl = useFileUrl(image?.kind === 'chosen' ? image.file : null);
  const shown = image === undefined ? group.imageUrl : chosenUrl;
  const change = (next: GroupEdits['image'] | null) => {
    setError(undefined);
    onEdit(next ? { image: next } : { image: undefined });
  };
  const choose = (file: File) => {
    const wrong = groupImageError(file);
    if (wrong === undefined) change({ kind: 'chosen', file });
    else setError(wrong);
  };
  return (
    <div className="field">
      <div className="group-settings__img">
        <GroupAvatar size={96} name={group.name} imageUrl={shown} label={`Image of ${group.name}`} />
        {editable && (
          <div>
            <p>{hintFor(image)}</p>
            <div className="group-settings__btns">
              <FileButton
                accept={IMAGE_ACCEPT}
                label="Change Image"
                disabled={disabled}
                icon={<Image className="i i--sm" />}
                onFile={choose}
              >
                {shown ? 'Change Image' : 'Add Image'}
              </FileButton>
              <UndoOrRemove
                isEdited={image !== undefined}
                hasImage={Boolean(group.imageUrl)}
                disabled={disabled}
                onChange={change}
              />
            </div>
          </div>
        )}
      </div>
      {error && <ErrorLine>{error}</ErrorLine>}
    </div>
  );
}

type UndoOrRemoveProps = {
  isEdited: boolean;
  hasImage: boolean;
  disabled: boolean | undefined;
  onChange: (next: GroupEdits['image'] | null) => void;
};

function UndoOrRemove({ isEdited, hasImage, disabled, onChange }: UndoOrRemoveProps) {
  if (isEdited)
    return (
      <Button size="sm" disabled={disabled} onClick={() => onChange(null)}>
        Undo
      </Button>
    );
  if (!hasImage) return null;
  return (
    <Button size="sm" variant="danger-quiet" disabled={disabled} onClick={() => onChange({ kind: 'removed' })}>
      Remove
    </Button>
  );
}
