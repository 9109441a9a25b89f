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
import type { Outgoing } from '../../../entities/message/outbox-slice.ts';
import { ErrorLine } from '../../../shared/ui/error-line.tsx';
import { IconButton } from '../../../shared/ui/icon-button.tsx';
import { useGrowing } from '../use-growing.ts';
import { AttachButton } from './attach-button.tsx';
import { AttachmentQueue } from './attachment-queue.tsx';
import { EmojiPicker } from './emoji-picker.tsx';
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
  /** Arrow up in an empty field. */
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
  useImperativeHandle(ref, () => ({
    focus,
    reply: (message) => {
      change({ replyTo: message });
      // A menu that closes gives the focus back first.
      setTimeout(focus, 0);
    },
    take: (words) => change({ text: text === '' ? words : `${text}\n${words}` }),
  }));
  useEffect(() => area.current?.focus(), []);

  const submit = () => {
    if (isBlocked) return;
    writing.send();
    onSent();
    focus();
  };
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.key === 'ArrowUp' && text === '') {
      event.preventDefault();
      return onUp();
    }
    if (event.key === 'Escape' && replyTo !== null) return answerNobody();
    // Enter that ends the spelling of a word in another script sends nothing.
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    submit();
  };
  const onPaste = (event: ClipboardEvent) => {
    const files = [...event.clipboardData.files];
    if (files.length === 0) return;
    event.preventDefault();
    onFiles(files);
  };

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
          onChange={(event) => writing.write(event.target.value)}
          onKeyDown={onKeyDown}
          onPaste={onPaste}
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
