import type { PersonView } from '@quorum/contracts/account/wire.ts';
import type { GroupView } from '@quorum/contracts/group/wire.ts';
import { useLostConnection } from '../../data/connection/use-lost-connection.ts';
import { flushOutbox } from '../../data/message/outbox/outbox.ts';
import { useServices } from '../../data/services/services-context.tsx';
import { useAppDispatch } from '../../data/store/hooks.ts';
import { useFileDrop } from '../../shared/hooks/use-file-drop.ts';
import { classNames } from '../../shared/lib/class-names.ts';
import { QuietLine } from '../../shared/ui/page/quiet-line.tsx';
import { type Chat, ChatContext } from './chat-context.ts';
import { Composer } from './composer/composer.tsx';
import { TooLargeDialog } from './composer/too-large-dialog.tsx';
import { TypingLine } from './composer/typing-line.tsx';
import { QuestionDialog } from './dialogs/question-dialog.tsx';
import { ChatHeader } from './header/chat-header.tsx';
import { Messages } from './messages.tsx';
import { useChatController } from './use-chat-controller.ts';

export interface GroupChatProps {
  group: GroupView;
  onInvite: () => void;
  /** @param from whose messages; anybody's by default */
  onSearch: (from?: PersonView) => void;
  onEvent: Chat['openEvent'];
  onPoll: Chat['openPoll'];
  onNotifications: (opener: HTMLElement) => void;
}

/** One group's chat, from its header to the composer. Files may be dropped anywhere on it. */
export function GroupChat({ group, onInvite, onSearch, onEvent, onPoll, onNotifications }: GroupChatProps) {
  const controller = useChatController(group, { openEvent: onEvent, openPoll: onPoll, searchFrom: onSearch });
  const { chat, shared, opening, question, tooLarge, takeFiles } = controller;
  const drop = useFileDrop(takeFiles);
  return (
    <ChatContext value={shared}>
      <div
        className={classNames('chat', drop.isOver && 'is-over')}
        data-focus-home=".composer textarea"
        {...drop.handlers}
      >
        <ChatHeader
          group={group}
          onSearch={() => onSearch()}
          onNewest={controller.showNewest}
          onNotifications={onNotifications}
        />
        <ConnectionLine />
        <Messages controller={controller} onInvite={onInvite} />
        <div className="composer">
          <div className="chat__col">
            <TypingLine groupId={group._id} />
            <Composer
              ref={controller.composer}
              groupId={group._id}
              groupName={group.name}
              outgoing={chat.outgoing}
              takesFocus={(opening.linkedId ?? opening.focusedId) === null}
              onFiles={takeFiles}
              onSent={controller.sent}
              onUp={controller.editLast}
            />
          </div>
        </div>
      </div>
      {question && <QuestionDialog question={question} messages={chat.messages} onClose={controller.closeQuestion} />}
      <TooLargeDialog files={tooLarge} onClose={controller.dismissTooLarge} />
    </ChatContext>
  );
}

function ConnectionLine() {
  const dispatch = useAppDispatch();
  const { link } = useServices();
  if (!useLostConnection()) return null;
  const tryNow = () => {
    link.retryNow();
    void dispatch(flushOutbox());
  };
  return <QuietLine onRetry={tryNow}>No connection. What you send waits here and goes out once, in order.</QuietLine>;
}
