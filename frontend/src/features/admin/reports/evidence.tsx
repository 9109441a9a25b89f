import type { MessageView } from '@quorum/contracts/message/wire.ts';
import type { PendingReportView } from '@quorum/contracts/report/wire.ts';
import type { AnswerOf } from '@quorum/contracts/routes.ts';
import { personName } from '@quorum/contracts/text/person-name.ts';
import { CalendarDays } from 'lucide-react';
import { eventOfMessage } from '../../../data/message/event-of-message.ts';
import { FileTypeBadge } from '../../../shared/ui/page/file-type-badge.tsx';
import { longMoment } from '../times.ts';
import { kindLabel } from './report-words.ts';

type Props = {
  readonly report: PendingReportView;
  /** Undefined until the report is open. */
  readonly opened: AnswerOf<'openReport'> | undefined;
};

/** The reported message as it was then, between its neighbors. */
export function Evidence({ report, opened }: Props) {
  return (
    <section>
      <h3>Reported message</h3>
      <Neighbors label="Messages before" messages={opened?.around.before} />
      <Reported message={report.messageId} fileUrl={opened?.evidence.fileUrl ?? null} />
      <Neighbors label="Messages after" messages={opened?.around.after} />
    </section>
  );
}

function Reported({ message, fileUrl }: { readonly message: Message; readonly fileUrl: string | null }) {
  return (
    <div className="evidence">
      {isErased(message) && <p className="muted">What was reported has been erased.</p>}
      {message.event !== null && <EventCard event={message.event} />}
      {message.file !== null && <File file={message.file} url={fileUrl} />}
      {message.file === null && message.event === null && <p dir="auto">{message.content}</p>}
      <footer>{`${kindLabel(message)} · sent ${longMoment(message.createdAt)}`}</footer>
    </div>
  );
}

const textOf = (message: MessageView): string => {
  if (message.isDeleted) return 'Deleted message';
  return eventOfMessage(message)?.name ?? message.fileName ?? message.content;
};

function Neighbors({ label, messages = [] }: { readonly label: string; readonly messages?: readonly MessageView[] }) {
  if (messages.length === 0) return null;
  return (
    <ul className="evidence__neighbors" aria-label={label}>
      {messages.map((message) => (
        <li key={message._id}>
          <b dir="auto">{personName(message.senderId)}</b>
          <span dir="auto">{textOf(message)}</span>
        </li>
      ))}
    </ul>
  );
}

type Message = PendingReportView['messageId'];

const isErased = ({ content, file, event }: Message): boolean => content === null && file === null && event === null;

function EventCard({ event }: { readonly event: NonNullable<Message['event']> }) {
  return (
    <div className="evidence__event">
      <CalendarDays className="i" />
      <div>
        <b dir="auto">{event.name}</b>
        <small>{longMoment(event.startsAt)}</small>
        {event.location !== '' && <small dir="auto">{event.location}</small>}
        {event.description !== '' && <p dir="auto">{event.description}</p>}
      </div>
    </div>
  );
}

function File({ file, url }: { readonly file: NonNullable<Message['file']>; readonly url: string | null }) {
  const name = file.name ?? 'Name erased';
  if (url !== null && file.mimeType.startsWith('image/'))
    return (
      <a href={url} target="_blank" rel="noreferrer">
        <img className="evidence__image" src={url} alt={name} />
      </a>
    );
  return (
    <p className="evidence__file">
      <FileTypeBadge fileName={name} />
      {url === null ? (
        <span dir="auto">{name}</span>
      ) : (
        <a href={url} target="_blank" rel="noreferrer" dir="auto">
          {name}
        </a>
      )}
    </p>
  );
}
