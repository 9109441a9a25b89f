import { limits } from '@quorum/contracts/kernel/limits.ts';
import { spokenText } from '@quorum/contracts/message/spoken-text.ts';
import type { MessageView } from '@quorum/contracts/message/wire.ts';
import { type KeyboardEvent, type RefObject, useEffect, useEffectEvent, useRef } from 'react';
import { useAction } from '../../../data/actions/use-action.ts';
import { editingChanged, selectEditing } from '../../../data/message/editing-slice.ts';
import { type Picked, pickedIn, withMarks } from '../../../data/message/mentions.ts';
import { messageApi } from '../../../data/message/message-api.ts';
import { useAppDispatch, useAppSelector } from '../../../data/store/hooks.ts';
import { useLeaveWarning } from '../../../shared/hooks/use-leave-warning.ts';
import { Button } from '../../../shared/ui/controls/button.tsx';
import { ErrorLine } from '../../../shared/ui/feedback/error-line.tsx';
import { useChatContext } from '../chat-context.ts';
import { MentionSuggestions, useMentionSuggestions } from '../mention/mention-suggestions.tsx';
import { focusAtEnd, useGrowing } from '../text-area.ts';
import './edit-box.css';

export const EDIT_FAILED = 'Failed to edit message. Please try again.';

const useCursorAtEnd = (area: RefObject<HTMLTextAreaElement | null>, isBegun: boolean): void => {
  const begin = useEffectEvent(() => {
    // Coming back to the box, by scrolling or from another view, must not take the focus.
    if (!isBegun) focusAtEnd(area.current);
  });
  useEffect(() => begin(), []);
};

/** The text of the message as it is being changed, and whom it mentions. */
const useEdited = (message: MessageView) => {
  const { group } = useChatContext();
  const dispatch = useAppDispatch();
  const editing = useAppSelector((state) => selectEditing(state, group._id));
  const write = (text: string, picked: readonly Picked[]): void => {
    dispatch(editingChanged({ groupId: group._id, editing: { messageId: message._id, text, picked } }));
  };
  const written = editing?.text ?? null;
  return {
    text: written ?? spokenText(message),
    picked: editing?.picked ?? pickedIn(message),
    isBegun: written !== null,
    write,
  };
};

/** Replaces a message's text while it is edited. Enter saves, Escape cancels. */
export function EditBox({ message }: { message: MessageView }) {
  const { endEdit } = useChatContext();
  const { text, picked, isBegun, write } = useEdited(message);
  const content = withMarks(text.trim(), picked);
  const isUnsaved = content !== message.content.trim();
  const end = () => endEdit(message._id);
  const [save] = messageApi.useEditMessageMutation();
  const { act, busy, error, setError } = useAction(save, { failed: EDIT_FAILED, next: end });
  const area = useRef<HTMLTextAreaElement>(null);
  useGrowing(area, text);
  const tooLong = content.length > limits.message;
  useCursorAtEnd(area, isBegun);
  useLeaveWarning(isUnsaved);

  const change: typeof write = (...next) => {
    write(...next);
    setError(undefined);
  };
  const mention = useMentionSuggestions(area, { text, picked }, change);
  const submit = () => {
    if (content === '' || tooLong) return;
    if (!isUnsaved) return end();
    void act({ messageId: message._id, content });
  };
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    // A failed save must find the text again.
    if (busy || mention.onKeyDown(event)) return;
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
        <MentionSuggestions box={mention.box} isInline />
        <textarea
          ref={area}
          rows={1}
          dir="auto"
          aria-label="Edit message"
          value={text}
          readOnly={busy}
          onChange={({ target }) => change(target.value, picked)}
          {...mention.box.field}
          onKeyDown={onKeyDown}
          onSelect={mention.onSelect}
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
