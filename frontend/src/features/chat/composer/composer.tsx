import { limits } from '@quorum/contracts/kernel/limits.ts';
import type { MessageView } from '@quorum/contracts/message/wire.ts';
import { personName } from '@quorum/contracts/text/person-name.ts';
import { ArrowUp, Paperclip, Reply, X } from 'lucide-react';
import {
  type ClipboardEvent,
  type KeyboardEvent,
  type Ref,
  type RefObject,
  type SyntheticEvent,
  useCallback,
  useEffect,
  useEffectEvent,
  useImperativeHandle,
  useRef,
} from 'react';
import { selectMessages } from '../../../data/message/message-api.ts';
import { indexOfMessage, type MessageList } from '../../../data/message/message-list.ts';
import type { Outgoing } from '../../../data/message/outbox/outbox-slice.ts';
import { useAppSelector } from '../../../data/store/hooks.ts';
import { FileInput } from '../../../shared/ui/controls/file-input.tsx';
import { IconButton } from '../../../shared/ui/controls/icon-button.tsx';
import { ErrorLine } from '../../../shared/ui/feedback/error-line.tsx';
import { useToast } from '../../../shared/ui/overlays/toast.tsx';
import { MentionSuggestions, useMentionSuggestions } from '../mention/mention-suggestions.tsx';
import { summaryOf } from '../summary.ts';
import { focusAtEnd, useGrowing } from '../text-area.ts';
import { AttachmentQueue } from './attachment-queue.tsx';
import { EmojiPicker } from './emoji-picker.tsx';
import { EmojiSuggestions, useEmojiSuggestions } from './emoji-suggestions.tsx';
import { withEmoji } from './emoji-words.ts';
import { useRestored, useWriting } from './use-writing.ts';
import './composer.css';

export type ComposerHandle = {
  readonly focus: () => void;
  readonly reply: (message: MessageView) => void;
  /** Appends text from an edit box that is gone. */
  readonly take: (words: string) => void;
};

export interface ComposerProps {
  groupId: string;
  groupName: string;
  outgoing: readonly Outgoing[];
  /** Whether the field has the focus when the chat opens. */
  takesFocus: boolean;
  onFiles: (files: readonly File[]) => void;
  onSent: () => void;
  /** Arrow up in an empty field: edits the user's last message, or moves to the messages. */
  onUp: () => void;
  ref: Ref<ComposerHandle>;
}

/** The text in the field, kept in step with what can happen to it elsewhere. */
const useComposed = (groupId: string, outgoing: readonly Outgoing[]) => {
  const writing = useWriting(groupId);
  const { replyTo, change } = writing;
  const dropReply = useCallback(() => change({ replyTo: null }), [change]);
  useRestored(outgoing, writing.isEmpty, change);
  useReplyTarget(groupId, replyTo, dropReply);
  return { ...writing, dropReply };
};

type Writing = ReturnType<typeof useComposed>;

/** Suggestions for the caret: emoji by name, and people. */
const useSuggestions = (area: RefObject<HTMLTextAreaElement | null>, writing: Writing) => {
  const emoji = useEmojiSuggestions(area, writing.text, writing.write);
  const mention = useMentionSuggestions(area, writing, (text, picked) => writing.change({ text, picked }));
  const onSelect = (event: SyntheticEvent<HTMLTextAreaElement>) => {
    emoji.onSelect(event);
    mention.onSelect(event);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>): boolean =>
    mention.onKeyDown(event) || emoji.box.field.onKeyDown(event);
  return { emoji, mention, field: { ...(mention.isOpen ? mention : emoji).box.field, onKeyDown }, onSelect };
};

/** Text is kept as a draft. Enter sends, Shift+Enter starts a new line. */
export function Composer({ groupId, groupName, outgoing, takesFocus, onFiles, onSent, onUp, ref }: ComposerProps) {
  const area = useRef<HTMLTextAreaElement>(null);
  const writing = useComposed(groupId, outgoing);
  const { text, replyTo, holdsText, isBlocked } = writing;
  useGrowing(area, text);

  const focus = () => area.current?.focus();
  useImperativeHandle(ref, () => handleOf(text, writing.change, focus));
  useFocusAtFirst(area, takesFocus);

  const submit = () => {
    if (isBlocked) return;
    writing.send();
    onSent();
    focus();
  };
  const cancelReply = () => {
    writing.dropReply();
    focus();
  };
  const { emoji, mention, field, onSelect } = useSuggestions(area, writing);
  const onFieldKey = keysOf({ isEmpty: text === '', isReply: replyTo !== null, onUp, onSubmit: submit, cancelReply });

  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => field.onKeyDown(event) || onFieldKey(event);

  return (
    <div className="composer__field">
      <MentionSuggestions box={mention.box} />
      <div className="composer__box">
        {replyTo && <ReplyLine message={replyTo} onCancel={cancelReply} />}
        <AttachmentQueue items={writing.files} onRemove={writing.removeFile} />
        {writing.isTooLong && <TooLong />}
        <EmojiSuggestions box={emoji.box} />
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
            {...field}
            onKeyDown={onKeyDown}
            onSelect={onSelect}
            onPaste={(event) => takePasted(event, onFiles)}
          />
          <EmojiPicker disabled={holdsText} onPick={(sign) => insertInto(area.current, sign, writing.write)} />
          <IconButton
            className="composer__send"
            label="Send"
            icon={<ArrowUp className="i" />}
            disabled={isBlocked}
            onClick={submit}
          />
        </div>
      </div>
    </div>
  );
}

const useFocusAtFirst = (area: RefObject<HTMLTextAreaElement | null>, takesFocus: boolean): void => {
  const begin = useEffectEvent(() => {
    if (takesFocus) focusAtEnd(area.current);
  });
  useEffect(() => begin(), []);
};

function TooLong() {
  return (
    <div className="composer__error">
      <ErrorLine>{`Please use at most ${limits.message} characters`}</ErrorLine>
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
    // The menu that was used returns the focus when it closes.
    setTimeout(focus, 0);
  },
  take: (words) => change({ text: text === '' ? words : `${text}\n${words}` }),
});

type Keys = {
  readonly isEmpty: boolean;
  readonly isReply: boolean;
  readonly onUp: () => void;
  readonly onSubmit: () => void;
  readonly cancelReply: () => void;
};

const keysOf =
  ({ isEmpty, isReply, onUp, onSubmit, cancelReply }: Keys) =>
  (event: KeyboardEvent<HTMLTextAreaElement>): void => {
    if (event.key === 'ArrowUp' && isEmpty) {
      event.preventDefault();
      onUp();
    } else if (event.key === 'Escape' && isReply) cancelReply();
    else if (event.key === 'Enter' && !event.shiftKey) {
      event.preventDefault();
      onSubmit();
    }
  };

const takePasted = (event: ClipboardEvent, onFiles: ComposerProps['onFiles']): void => {
  const { files: pasted, types } = event.clipboardData;
  const files = [...pasted];
  // Spreadsheets and word processors add a picture of the text that was copied.
  const isText = types.includes('text/plain') && types.includes('text/html');
  if (files.length === 0 || isText) return;
  event.preventDefault();
  onFiles(files);
};

/** Replaces a typed emoji name by the emoji. */
const writeInto = (field: HTMLTextAreaElement, write: (text: string) => void): void => {
  const found = withEmoji(field.value, field.selectionStart);
  write(found?.text ?? field.value);
  // React sets the new text first, which moves the caret to its end.
  if (found !== undefined) setTimeout(() => field.setSelectionRange(found.caret, found.caret), 0);
};

/** Replaces the selection of a text field and puts the caret behind the new text. */
const insertInto = (field: HTMLTextAreaElement | null, part: string, write: (text: string) => void): void => {
  if (field === null) return;
  const { value, selectionStart, selectionEnd } = field;
  const caret = selectionStart + part.length;
  write(value.slice(0, selectionStart) + part + value.slice(selectionEnd));
  // The pressed control first returns the focus to its own button.
  setTimeout(() => {
    field.focus();
    field.setSelectionRange(caret, caret);
  }, 0);
};

function AttachButton({ onFiles }: { onFiles: (files: readonly File[]) => void }) {
  const picker = useRef<HTMLInputElement>(null);
  return (
    <>
      <IconButton label="Attach files" icon={<Paperclip className="i" />} onClick={() => picker.current?.click()} />
      <FileInput ref={picker} multiple label="Files to attach" onFiles={onFiles} />
    </>
  );
}

/** The message being replied to, with a button to cancel the reply. */
function ReplyLine({ message, onCancel }: { message: MessageView; onCancel: () => void }) {
  return (
    <div className="composer__reply">
      <Reply className="i i--sm" />
      <span className="cut">
        Replying to <b>{personName(message.senderId)}</b>
      </span>
      <span className="composer__quote cut">
        <bdi>{summaryOf(message)}</bdi>
      </span>
      <IconButton size="sm" label="Cancel reply" icon={<X className="i i--sm" />} onClick={onCancel} />
    </div>
  );
}

export const TARGET_GONE = 'The message you were replying to has been deleted.';

/** Deleted, by itself or with its writer's account. The server judges messages that are not loaded. */
const isGone = (list: MessageList, { _id, order }: MessageView): boolean => {
  const found = list.messages[indexOfMessage(list, _id)];
  if (found !== undefined) return found.isDeleted;
  const [first, last] = [list.messages[0], list.messages.at(-1)];
  return first !== undefined && last !== undefined && first.order < order && order < last.order;
};

/** A deleted message cannot be replied to. The text stays, without the reply. */
const useReplyTarget = (groupId: string, target: MessageView | null, drop: () => void): void => {
  const toast = useToast();
  const list = useAppSelector((state) => selectMessages(state, groupId));
  const lost = target !== null && list !== undefined && isGone(list, target);
  useEffect(() => {
    if (!lost) return;
    drop();
    toast(TARGET_GONE, 'error');
  }, [lost, drop, toast]);
};
