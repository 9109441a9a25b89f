import { limits } from '@quorum/contracts/kernel/limits.ts';
import { spokenText } from '@quorum/contracts/message/spoken-text.ts';
import type { MessageView } from '@quorum/contracts/message/wire.ts';
import { type KeyboardEvent, type RefObject, useEffect, useEffectEvent, useRef } from 'react';
import { useAction } from '../../../data/actions/use-action.ts';
import { editingChanged, selectEditing } from '../../../data/message/editing-slice.ts';
import { pickedIn, withMarks } from '../../../data/message/mentions.ts';
import { messageApi } from '../../../data/message/message-api.ts';
import { useAppDispatch, useAppSelector } from '../../../data/store/hooks.ts';
import { useLeaveWarning } from '../../../shared/hooks/use-leave-warning.ts';
import { Button } from '../../../shared/ui/controls/button.tsx';
import { ErrorLine } from '../../../shared/ui/feedback/error-line.tsx';
import { useChatContext } from '../chat-context.ts';
import { focusAtEnd } from '../focus-at-end.ts';
import { useGrowing } from '../use-growing.ts';

export const EDIT_FAILED = 'Failed to edit message. Please try again.';

const useCursorAtEnd = (area: RefObject<HTMLTextAreaElement | null>, isBegun: boolean): void => {
  const begin = useEffectEvent(() => {
    // Coming back to the box, by scrolling or from another view, must not take the focus.
    if (!isBegun) focusAtEnd(area.current);
  });
  useEffect(() => begin(), []);
};

/** Replaces a message's text while it is edited. Enter saves, Escape cancels. */
export function EditBox({ message }: { message: MessageView }) {
  const { group, endEdit } = useChatContext();
  const dispatch = useAppDispatch();
  const changed = useAppSelector((state) => selectEditing(state, group._id)?.text) ?? null;
  const text = changed ?? spokenText(message);
  const content = withMarks(text.trim(), pickedIn(message));
  const isUnsaved = content !== message.content.trim();
  const end = () => endEdit(message._id);
  const [save] = messageApi.useEditMessageMutation();
  const { act, busy, error, setError } = useAction(save, { failed: EDIT_FAILED, next: end });
  const area = useRef<HTMLTextAreaElement>(null);
  useGrowing(area, text);
  const tooLong = content.length > limits.message;
  useCursorAtEnd(area, changed !== null);
  useLeaveWarning(isUnsaved);

  const submit = () => {
    if (content === '' || tooLong) return;
    if (!isUnsaved) return end();
    void act({ messageId: message._id, content });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // A failed save must find the text again.
    if (busy) return;
    if (event.key === 'Escape') {
      event.stopPropagation();
      end();
    }
    if (event.key !== 'Enter' || event.shiftKey) return;
    event.preventDefault();
    submit();
  };
  return (
    <>
      <div className="edit-box">
        <textarea
          ref={area}
          rows={1}
          dir="auto"
          aria-label="Edit message"
          value={text}
          readOnly={busy}
          onChange={({ target }) => {
            dispatch(editingChanged({ groupId: group._id, editing: { messageId: message._id, text: target.value } }));
            setError(undefined);
          }}
          onKeyDown={onKeyDown}
        />
      </div>
      {tooLong && <ErrorLine>{`Please use at most ${limits.message} characters`}</ErrorLine>}
      {error !== undefined && <ErrorLine>{error}</ErrorLine>}
      <Foot busy={busy} disabled={content === '' || tooLong} onSave={submit} onCancel={end} />
    </>
  );
}

interface FootProps {
  busy: boolean;
  disabled: boolean;
  onSave: () => void;
  onCancel: () => void;
}

function Foot({ busy, disabled, onSave, onCancel }: FootProps) {
  return (
    <div className="edit__foot">
      <Button variant="primary" size="sm" busyLabel={busy && 'Saving...'} disabled={disabled} onClick={onSave}>
        Save
      </Button>
      <Button size="sm" disabled={busy} onClick={onCancel}>
        Cancel
      </Button>
      <span>Messages can be edited for 24 hours</span>
    </div>
  );
}
