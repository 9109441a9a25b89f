import type { GroupPreview } from '@quorum/contracts/invite/wire.ts';
import { outsiderColor } from '@quorum/contracts/text/group-colors.ts';
import { personName } from '@quorum/contracts/text/person-name.ts';
import { type Ref, useRef } from 'react';
import { useGroupAccents } from '../../data/group/accent.ts';
import { submits } from '../../shared/lib/submits.ts';
import { Button } from '../../shared/ui/controls/button.tsx';
import { Field } from '../../shared/ui/controls/field.tsx';
import { Input } from '../../shared/ui/controls/input.tsx';
import { ErrorLine } from '../../shared/ui/feedback/error-line.tsx';
import { Notice } from '../../shared/ui/feedback/notice.tsx';
import { Dialog } from '../../shared/ui/overlays/dialog.tsx';
import { GroupPreviewCard } from '../../shared/ui/people/group-preview-card.tsx';
import './invites.css';
import { useJoin } from './use-join.ts';
import { usePreview } from './use-preview.ts';

export const PREVIEW_FIRST = 'Please preview the group first';
export const ALREADY_MEMBER = 'You are already a member of this group';

export interface JoinDialogProps {
  onClose: () => void;
  /** The group was joined, or its member wants to see it. */
  onOpen: (groupId: string) => void;
}

/** The input and its group, and joining. */
const useJoining = (onOpen: (groupId: string) => void) => {
  const { type, preview, ...found } = usePreview();
  const { act: join, busy: joining, error: joinError, setError: setJoinError } = useJoin(({ _id }) => onOpen(_id));
  const clearError = () => setJoinError(undefined);
  const field = useRef<HTMLInputElement>(null);
  return {
    ...found,
    joining,
    joinError,
    field,
    type: (text: string) => {
      type(text);
      clearError();
    },
    preview: () => {
      clearError();
      void preview();
    },
    backToInput: () => {
      found.forget();
      clearError();
      field.current?.focus();
    },
    confirm: () => {
      if (found.previewed === undefined) {
        found.setError(PREVIEW_FIRST);
        field.current?.focus();
        return;
      }
      void join(found.previewed.invite);
    },
  };
};

/** Takes a code or a link, shows its group, then joins it. */
export function JoinDialog({ onClose, onOpen }: JoinDialogProps) {
  const joiner = useJoining(onOpen);
  const { input, previewed, error, isFetching, joining, joinError, field } = joiner;
  return (
    <Dialog
      open
      onClose={onClose}
      title="Join a Group"
      sub="Enter a code or link, then check it is the right group."
      className="join steady"
      accent="personal"
      busy={joining}
      initialFocus={field}
      foot={
        previewed?.group.isAlreadyMember ? (
          <div className="join__member">
            <Notice>{ALREADY_MEMBER}</Notice>
            <Button variant="primary" onClick={() => onOpen(previewed.group._id)}>
              Open
            </Button>
          </div>
        ) : (
          <Foot
            isFound={previewed !== undefined}
            joining={joining}
            onBack={joiner.backToInput}
            onJoin={joiner.confirm}
          />
        )
      }
    >
      <form noValidate onSubmit={submits(joiner.preview)}>
        <Field label="Invitation code or link" error={error}>
          <JoinInput
            ref={field}
            value={input}
            disabled={joining}
            busy={isFetching}
            isFound={previewed !== undefined}
            onChange={joiner.type}
          />
        </Field>
      </form>
      <div role="status">{previewed && <FoundGroup group={previewed.group} />}</div>
      {joinError && <ErrorLine>{joinError}</ErrorLine>}
    </Dialog>
  );
}

interface FootProps {
  isFound: boolean;
  joining: boolean;
  onBack: () => void;
  onJoin: () => void;
}

function Foot({ isFound, joining, onBack, onJoin }: FootProps) {
  return (
    <>
      {isFound && (
        <Button className="spacer" disabled={joining} onClick={onBack}>
          Back
        </Button>
      )}
      <Button variant={isFound ? 'primary' : 'plain'} busyLabel={joining && 'Joining Group...'} onClick={onJoin}>
        Join Group
      </Button>
    </>
  );
}

function FoundGroup({ group }: { group: GroupPreview }) {
  const accentOf = useGroupAccents();
  return (
    <div className="join__preview">
      <GroupPreviewCard
        name={group.name}
        description={group.description}
        imageUrl={group.imageUrl}
        accent={group.isAlreadyMember ? accentOf(group._id) : outsiderColor(group._id).accent}
        memberCount={group.memberCount}
        createdBy={personName(group.createdBy)}
      />
    </div>
  );
}

interface JoinInputProps {
  ref: Ref<HTMLInputElement>;
  value: string;
  disabled: boolean;
  busy: boolean;
  /** The group is shown, and joining is the next step. */
  isFound: boolean;
  onChange: (text: string) => void;
}

function JoinInput({ ref, value, disabled, busy, isFound, onChange }: JoinInputProps) {
  return (
    <div className="join__in">
      <Input
        ref={ref}
        className="tabular-digits"
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
