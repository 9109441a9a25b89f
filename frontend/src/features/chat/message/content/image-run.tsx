import type { MessageView } from '@quorum/contracts/message/wire.ts';
import { personName } from '@quorum/contracts/text/person-name.ts';
import { timeLabel } from '@quorum/contracts/time/labels.ts';
import { classNames } from '../../../../shared/lib/class-names.ts';
import { useChatContext } from '../../chat-context.ts';
import { summaryOf } from '../../summary.ts';
import { Reactions } from '../reactions.tsx';
import { useMessageTools } from '../use-message-tools.tsx';
import { albumRoomFor, SharedImage } from './shared-file.tsx';
import './image-run.css';

export interface ImageRunProps {
  images: readonly MessageView[];
  tabStop: string | undefined;
  markedId: string | undefined;
}

/** Images that one person sent in a row, side by side. Each is a message with its own actions. */
export function ImageRun({ images, tabStop, markedId }: ImageRunProps) {
  return (
    <div className="shots">
      {images.map((message) => (
        <ImageOfRun
          key={message._id}
          message={message}
          isTabStop={message._id === tabStop}
          isMarked={message._id === markedId}
        />
      ))}
    </div>
  );
}

interface ImageOfRunProps {
  message: MessageView;
  isTabStop: boolean;
  isMarked: boolean;
}

function ImageOfRun({ message, isTabStop, isMarked }: ImageOfRunProps) {
  const { timeZone } = useChatContext();
  const { tools, ...near } = useMessageTools({ message });
  return (
    <article
      className={classNames('shots__one', isMarked && 'is-marked')}
      data-row={message._id}
      data-focus-home=""
      aria-label={`${personName(message.senderId)}, ${timeLabel(message.createdAt, timeZone)}: ${summaryOf(message)}`}
      tabIndex={isTabStop ? 0 : -1}
      {...near}
    >
      <SharedImage message={message} size={albumRoomFor(message.width, message.height)} />
      <Reactions message={message} />
      {tools}
    </article>
  );
}
