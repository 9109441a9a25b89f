import { limits } from '@quorum/contracts/wire/limits.ts';
import type { MessageView } from '@quorum/contracts/wire/views.ts';
import { ArrowUp } from 'lucide-react';
import {
  type ClipboardEvent,
  type KeyboardEvent,
  type Ref,
  useCallback,
  useEffect,
  useImperativeHandle,
  useRef,
} from 'react';
import type { Outgoing } from '../../../data/message/outbox-slice.ts';
import { ErrorLine } from '../../../shared/ui/error-line.tsx';
import { IconButton } from '../../../shared/ui/icon-button.tsx';
import { useGrowing } from '../use-growing.ts';
import { AttachButton } from './attach-button.tsx';
import { AttachmentQueue } from './attachment-queue.tsx';
import { EmojiPicker } from './emoji-picker.tsx';
import { withEmoji } from './emoji-words.ts';
import { insertInto } from './insert-into.ts';
import { ReplyLine } from './reply-line.tsx';
import { useLeaveWarning } from './use-leave-warning.ts';
import { useReplyTarget } from './use-reply-target.ts';
import { useRestored } from './use-restored.ts';
import { useWriting } from './use-writing.ts';

export type ComposerHandle = {
  readonly focus: () => void;
  readonly reply: (message: MessageView) => void;
  /** Gives back words that have no other place any more, below what is being written. */
  readonly take: (words: string) => void;
};

export interface ComposerProps {
  groupId: string;
  groupName: string;
  outgoing: readonly Outgoing[];
  onFiles: (files: readonly File[]) => void;
  onSent: () => void;
  /** Arrow up in an empty field: edits the last message of one's own, or goes to the messages. */
  onUp: () => void;
  ref: Ref<ComposerHandle>;
}

/** What is being written, kept as a draft. Enter sends, Shift and Enter begin a new line. */
export function Composer({ groupId, groupName, outgoing, onFiles, onSent, onUp, ref }: ComposerProps) {
  const area = useRef<HTMLTextAreaElement>(null);
  const writing = useWriting(groupId);
  const { text, replyTo, holdsText, isBlocked, change } = writing;
  useGrowing(area, text);
  useLeaveWarning(writing.isSending);
  useRestored(outgoing, writing.isEmpty, change);
  const answerNobody = useCallback(() => change({ replyTo: null }), [change]);
  useReplyTarget(groupId, replyTo, answerNobody);

  const focus = () => area.current?.focus();
  useImperativeHandle(ref, () => handleOf(text, change, focus));
  useEffect(() => area.current?.focus(), []);

  const submit = () => {
    if (isBlocked) return;
    writing.send();
    onSent();
    focus();
  };
  const onKeyDown = keysOf({ isEmpty: text === '', isReply: replyTo !== null, onUp, onSubmit: submit, answerNobody });

  return (
    <div className="composer__box">
      {replyTo && (
        <ReplyLine
          message={replyTo}
          onCancel={() => {
            answerNobody();
            focus();
          }}
        />
      )}
      <AttachmentQueue items={writing.files} onRemove={writing.takeOut} />
      {writing.isTooLong && (
        <div className="composer__error">
          <ErrorLine>{`Please use at most ${limits.message} characters`}</ErrorLine>
        </div>
      )}
      <div className="composer__row">
        <AttachButton onFiles={onFiles} />
        <textarea
          ref={area}
          rows={1}
          dir="auto"
          aria-label={`Message ${groupName}`}
          placeholder={`Message ${groupName}`}
          value={text}
          readOnly={holdsText}
          onChange={(event) => writeInto(event.target, writing.write)}
          onKeyDown={onKeyDown}
          onPaste={(event) => takePasted(event, onFiles)}
        />
        <EmojiPicker
          disabled={holdsText}
          onPick={(emoji) => area.current && insertInto(area.current, emoji, writing.write)}
        />
        <IconButton
          className="composer__send"
          label="Send"
          icon={<ArrowUp className="i" aria-hidden="true" />}
          disabled={isBlocked}
          onClick={submit}
        />
      </div>
    </div>
  );
}

const handleOf = (
  text: string,
  change: ReturnType<typeof useWriting>['change'],
  focus: () => void,
): ComposerHandle => ({
  focus,
  reply: (message) => {
    change({ replyTo: message });
    // A menu that closes gives the focus back first.
    setTimeout(focus, 0);
  },
  take: (words) => change({ text: text === '' ? words : `${text}\n${words}` }),
});

type Keys = {
  readonly isEmpty: boolean;
  readonly isReply: boolean;
  readonly onUp: () => void;
  readonly onSubmit: () => void;
  readonly answerNobody: () => void;
};

const keysOf =
  ({ isEmpty, isReply, onUp, onSubmit, answerNobody }: Keys) =>
  (event: KeyboardEvent<HTMLTextAreaElement>): void => {
    if (event.key === 'ArrowUp' && isEmpty) {
      event.preventDefault();
      onUp();
    } else if (event.key === 'Escape' && isReply) answerNobody();
    // Enter that ends the spelling of a word in another script sends nothing.
    else if (event.key === 'Enter' && !event.shiftKey && !event.nativeEvent.isComposing) {
      event.preventDefault();
      onSubmit();
    }
  };

const takePasted = (event: ClipboardEvent, onFiles: ComposerProps['onFiles']): void => {
  const files = [...event.clipboardData.files];
  if (files.length === 0) return;
  event.preventDefault();
  onFiles(files);
};

/** What was typed, with the emoji that it names. */
const writeInto = (field: HTMLTextAreaElement, write: (text: string) => void): void => {
  const found = withEmoji(field.value, field.selectionStart);
  write(found?.text ?? field.value);
  // Once the new text stands in the field, whose caret is at its end then.
  if (found !== undefined) setTimeout(() => field.setSelectionRange(found.caret, found.caret), 0);
};
