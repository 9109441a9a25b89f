import { strangersColor } from '@quorum/contracts/text/group-colors.ts';
import type { GroupView } from '@quorum/contracts/wire/views.ts';
import { type FormEvent, type Ref, useRef } from 'react';
import { AccentScope } from '../../shared/ui/accent-scope.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { Dialog } from '../../shared/ui/dialog.tsx';
import { ErrorLine } from '../../shared/ui/error-line.tsx';
import { Field } from '../../shared/ui/field.tsx';
import { GroupPreviewCard } from '../../shared/ui/group-preview-card.tsx';
import { Input } from '../../shared/ui/input.tsx';
import { Notice } from '../../shared/ui/notice.tsx';
import { creatorName } from './creator-name.ts';
import './invites.css';
import { useJoin } from './use-join.ts';
import { usePreview } from './use-preview.ts';

export const PREVIEW_FIRST = 'Please preview the group first';
export const ALREADY_MEMBER = 'You are already a member of this group';

export interface JoinDialogProps {
  open: boolean;
  onClose: () => void;
  onJoined: (group: GroupView) => void;
}

export function JoinDialog({ open, onClose, onJoined }: JoinDialogProps) {
  return open ? <OpenJoinDialog onClose={onClose} onJoined={onJoined} /> : null;
}

/** A code or a link, then the group it leads to, then joining. */
function OpenJoinDialog({ onClose, onJoined }: Omit<JoinDialogProps, 'open'>) {
  const { input, type, previewed, error, setError, isFetching, preview, forget } = usePreview();
  const { join, joining, error: joinError, clearError } = useJoin();
  const field = useRef<HTMLInputElement>(null);

  const backToInput = () => {
    forget();
    clearError();
    field.current?.focus();
  };
  const confirm = async () => {
    if (previewed === undefined) {
      setError(PREVIEW_FIRST);
      field.current?.focus();
      return;
    }
    const group = await join(previewed.invite);
    if (group !== undefined) onJoined(group);
  };

  return (
    <Dialog
      open
      onClose={onClose}
      title="Join a Group"
      sub="Paste an invite code or link to see the group."
      className="join"
      accent="personal"
      busy={joining}
      initialFocus={field}
      foot={
        previewed?.group.isAlreadyMember ? (
          <div className="join__member">
            <Notice>{ALREADY_MEMBER}</Notice>
          </div>
        ) : (
          <>
            {previewed && (
              <Button className="spacer" disabled={joining} onClick={backToInput}>
                Back
              </Button>
            )}
            <Button
              variant={previewed ? 'primary' : 'plain'}
              busyLabel={joining && 'Joining Group...'}
              onClick={() => void confirm()}
            >
              Join Group
            </Button>
          </>
        )
      }
    >
      <form
        noValidate
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          clearError();
          void preview();
        }}
      >
        <Field label="Invitation code or link" error={error}>
          <JoinInput
            ref={field}
            value={input}
            disabled={joining}
            busy={isFetching}
            isFound={previewed !== undefined}
            onChange={(text) => {
              type(text);
              clearError();
            }}
          />
        </Field>
      </form>
      {previewed && (
        <AccentScope accent={strangersColor(previewed.group._id).accent} className="join__preview">
          <GroupPreviewCard
            name={previewed.group.name}
            description={previewed.group.description}
            imageUrl={previewed.group.imageUrl}
            memberCount={previewed.group.memberCount}
            createdBy={creatorName(previewed.group)}
          />
        </AccentScope>
      )}
      {joinError && <ErrorLine>{joinError}</ErrorLine>}
    </Dialog>
  );
}

interface JoinInputProps {
  ref: Ref<HTMLInputElement>;
  value: string;
  disabled: boolean;
  busy: boolean;
  /** The group is shown: joining is the next step then. */
  isFound: boolean;
  onChange: (text: string) => void;
}

function JoinInput({ ref, value, disabled, busy, isFound, onChange }: JoinInputProps) {
  return (
    <div className="join__in">
      <Input
        ref={ref}
        className="tnum"
        value={value}
        disabled={disabled}
        maxLength={2000}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        onChange={(event) => onChange(event.target.value)}
      />
      <Button
        type="submit"
        variant={isFound ? 'plain' : 'primary'}
        disabled={disabled}
        busyLabel={busy && 'Loading...'}
      >
        Preview Group
      </Button>
    </div>
  );
}
