import { limits } from '@quorum/contracts/kernel/limits.ts';
import { Image } from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { AccentName } from '../../../shared/lib/accent.ts';
import { DropZone } from '../../../shared/ui/controls/drop-zone.tsx';
import { Field } from '../../../shared/ui/controls/field.tsx';
import { Input } from '../../../shared/ui/controls/input.tsx';
import { Textarea } from '../../../shared/ui/controls/textarea.tsx';
import { AccentScope } from '../../../shared/ui/feedback/accent-scope.tsx';
import { GroupAvatar } from '../../../shared/ui/people/group-avatar.tsx';
import { groupImageError, IMAGE_ACCEPT, IMAGE_HINT } from '../group-image.ts';
import { PermissionSwitches } from '../permission-switches.tsx';
import { ChosenImage } from './chosen-image.tsx';
import type { NewGroup } from './new-group.ts';

export interface CreateStepProps {
  step: number;
  group: NewGroup;
  imageUrl: string | undefined;
  /** The color of the group to be created. */
  accent: AccentName;
  error: string | undefined;
  onError: (error: string | undefined) => void;
  onChange: (change: Partial<NewGroup>) => void;
}

/** The left side of the wizard: one question per step. The step's first control takes the focus. */
export function CreateStep(props: CreateStepProps) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => place.current?.querySelector<HTMLElement>('input:not([hidden]), textarea, button')?.focus(), []);
  return (
    <div ref={place} className="create-group__step">
      <Question {...props} />
    </div>
  );
}

function Question({ step, group, imageUrl, accent, error, onError, onChange }: CreateStepProps) {
  switch (step) {
    case 0:
      return (
        <>
          <Field
            label="Group name"
            count={group.name.length}
            max={limits.groupName}
            hint="Everyone in the group sees this name."
            error={error}
          >
            <Input
              value={group.name}
              maxLength={limits.groupName}
              autoComplete="off"
              onChange={(event) => onChange({ name: event.target.value })}
            />
          </Field>
          {group.name.trim() !== '' && (
            <AccentScope accent={accent} className="create-group__note">
              <GroupAvatar size={40} name={group.name} />
              <span>Without an image, we’ll show the group’s initials.</span>
            </AccentScope>
          )}
        </>
      );
    case 1:
      return (
        <Field
          label="Description"
          count={group.description.length}
          max={limits.groupDescription}
          hint="People read this before they join."
          error={error}
        >
          <Textarea
            rows={6}
            value={group.description}
            maxLength={limits.groupDescription}
            onChange={(event) => onChange({ description: event.target.value })}
          />
        </Field>
      );
    case 2:
      return <ImageQuestion group={group} imageUrl={imageUrl} error={error} onError={onError} onChange={onChange} />;
    default:
      return (
        <PermissionSwitches
          settings={group.settings}
          onChange={(key, allowed) => onChange({ settings: { ...group.settings, [key]: allowed } })}
        />
      );
  }
}

function ImageQuestion({ group, imageUrl, error, onError, onChange }: Omit<CreateStepProps, 'step' | 'accent'>) {
  const take = (file: File | undefined) => {
    if (file === undefined) return;
    const wrong = groupImageError(file);
    if (wrong === undefined) onChange({ image: file });
    else onError(wrong);
  };
  return (
    <div className="field">
      <span className="field__label">
        Group image<span className="field__count">Optional</span>
      </span>
      {group.image && imageUrl ? (
        <ChosenImage
          file={group.image}
          url={imageUrl}
          error={error}
          onFile={take}
          onRemove={() => onChange({ image: null })}
        />
      ) : (
        <DropZone
          icon={Image}
          title="Drop an image here"
          hint={IMAGE_HINT}
          accept={IMAGE_ACCEPT}
          error={error}
          onFile={take}
        />
      )}
    </div>
  );
}
