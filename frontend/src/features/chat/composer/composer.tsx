import { limits } from '@quorum/contracts/wire/limits.ts';
import type { MessageView } from '@quorum/contracts/wire/views.ts';
import { ArrowUp, Paperclip, Reply, X } from 'lucide-react';
import { type ClipboardEvent, type KeyboardEvent, type Ref, useEffect, useImperativeHandle, useRef } from 'react';
import { takeBack } from '../../../entities/message/outbox.ts';
import type { Outgoing } from '../../../entities/message/outbox-slice.ts';
import { useDraft } from '../../../entities/message/use-draft.ts';
import { useTypingNotice } from '../../../entities/message/use-typing.ts';
import { useAppDispatch } from '../../../entities/store/hooks.ts';
import { personName } from '../../../entities/user/person-label.ts';
import { ErrorLine } from '../../../shared/ui/error-line.tsx';
import { IconButton } from '../../../shared/ui/icon-button.tsx';
import { useToast } from '../../../shared/ui/toast.tsx';
import { SEND_FAILED } from '../message/outgoing-state.tsx';
import { useGrowing } from '../use-growing.ts';
import { AttachmentQueue } from './attachment-queue.tsx';
import { EmojiPicker } from './emoji-picker.tsx';
import { useAttachments } from './use-attachments.ts';
import { useLeaveWarning } from './use-leave-warning.ts';
import { useSend } from './use-send.ts';

export type ComposerHandle = {
  readonly focus: () => void;
  readonly reply: (message: MessageView) => void;
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
  const [draft, changeDraft] = useDraft(groupId);
  const { text, replyTo } = draft;
  const { attachments, items, isSending, holdsText } = useAttachments(groupId);
  const send = useSend(groupId, attachments);
  const { noticed, over } = useTypingNotice(groupId);
  const area = useRef<HTMLTextAreaElement>(null);
  const picker = useRef<HTMLInputElement>(null);
  useGrowing(area, text);
  useLeaveWarning(isSending);
  useRestored(outgoing, text === '' && replyTo === null && !holdsText, changeDraft);

  useImperativeHandle(ref, () => ({
    focus: () => area.current?.focus(),
    reply: (message) => {
      changeDraft({ replyTo: message });
      // A menu that closes gives the focus back first.
      setTimeout(() => area.current?.focus(), 0);
    },
  }));
  useEffect(() => area.current?.focus(), []);

  const tooLong = text.trim().length > limits.message;
  const hasText = text.trim() !== '';
  const nothing = !hasText && items.length === 0;
  // While files are on their way a text alone may go out; a text that belongs to them waits.
  const blocked = holdsText || tooLong || nothing || (isSending && !hasText);

  const write = (next: string) => {
    changeDraft({ text: next });
    if (next.trim() === '') over();
    else noticed();
  };
  const submit = () => {
    if (blocked) return;
    over();
    void send(hasText);
    onSent();
    area.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.key === 'ArrowUp' && text === '') {
      event.preventDefault();
      return onUp();
    }
    if (event.key === 'Escape' && replyTo !== null) return changeDraft({ replyTo: null });
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
  const insert = (emoji: string) => {
    const field = area.current;
    const start = field?.selectionStart ?? text.length;
    write(text.slice(0, start) + emoji + text.slice(field?.selectionEnd ?? start));
    setTimeout(() => {
      field?.focus();
      field?.setSelectionRange(start + emoji.length, start + emoji.length);
    }, 0);
  };

  return (
    <div className="composer__box">
      {replyTo && (
        <div className="composer__reply">
          <Reply className="i i--sm" aria-hidden="true" />
          <span>
            Replying to <b>{personName(replyTo.senderId)}</b>
          </span>
          <IconButton
            size="sm"
            label="Cancel reply"
            icon={<X className="i i--sm" aria-hidden="true" />}
            onClick={() => {
              changeDraft({ replyTo: null });
              area.current?.focus();
            }}
          />
        </div>
      )}
      <AttachmentQueue items={items} onRemove={attachments.remove} />
      {tooLong && (
        <div className="composer__error">
          <ErrorLine>{`Please use at most ${limits.message} characters`}</ErrorLine>
        </div>
      )}
      <div className="composer__row">
        <IconButton
          label="Attach files"
          icon={<Paperclip className="i" aria-hidden="true" />}
          onClick={() => picker.current?.click()}
        />
        <input
          ref={picker}
          type="file"
          multiple
          hidden
          aria-label="Files to attach"
          onChange={(event) => {
            onFiles([...(event.target.files ?? [])]);
            event.target.value = '';
          }}
        />
        <textarea
          ref={area}
          rows={1}
          dir="auto"
          aria-label={`Message ${groupName}`}
          placeholder={`Message ${groupName}`}
          value={text}
          readOnly={holdsText}
          onChange={(event) => write(event.target.value)}
          onKeyDown={onKeyDown}
          onPaste={onPaste}
        />
        <EmojiPicker onPick={insert} disabled={holdsText} />
        <IconButton
          className="composer__send"
          label="Send"
          icon={<ArrowUp className="i" aria-hidden="true" />}
          disabled={blocked}
          onClick={submit}
        />
      </div>
    </div>
  );
}

/** A text that was refused comes back to be changed, with what it answers, unless something else is being written. */
const useRestored = (
  outgoing: readonly Outgoing[],
  isEmpty: boolean,
  restore: (draft: { text: string; replyTo: MessageView | null }) => void,
): void => {
  const dispatch = useAppDispatch();
  const toast = useToast();
  const failed = outgoing.find(({ state, file }) => state === 'failed' && file === undefined);
  useEffect(() => {
    if (failed === undefined || !isEmpty) return;
    const taken = dispatch(takeBack(failed.id));
    if (taken === undefined) return;
    restore({ text: taken.content, replyTo: taken.replyTo });
    toast(taken.error || SEND_FAILED, 'error');
  }, [failed, isEmpty, dispatch, restore, toast]);
};
