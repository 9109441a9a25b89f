import type { MessageView } from '@quorum/contracts/message/wire.ts';
import { counted } from '@quorum/contracts/text/counted.ts';
import { CalendarDays, ChevronDown } from 'lucide-react';
import { flushSync } from 'react-dom';
import { eventOfMessage } from '../../../../data/message/event-of-message.ts';
import './event-message.css';

/** `Rowing, Race and 38 more` */
export const eventNames = (messages: readonly MessageView[]): string => {
  const names = messages.slice(0, 2).flatMap((message) => eventOfMessage(message)?.name ?? []);
  return `${names.join(', ')} and ${messages.length - names.length} more`;
};

interface FoldedEventsProps {
  messages: readonly MessageView[];
  onOpen: () => void;
}

/** Many events in succession, as one card that opens. The first of them gets the focus. */
export function FoldedEvents({ messages, onOpen }: FoldedEventsProps) {
  const open = (button: HTMLElement) => {
    const row = button.closest('[data-list-row]');
    flushSync(onOpen);
    row?.querySelector<HTMLElement>('[data-row]')?.focus();
  };
  return (
    <button
      type="button"
      className="event-message event-message--many"
      aria-expanded={false}
      onClick={(event) => open(event.currentTarget)}
    >
      <span className="icon-disc">
        <CalendarDays className="i" />
      </span>
      <span className="event-message__about">
        <b>{counted(messages.length, 'event')}</b>
        <span className="cut" dir="auto">
          {eventNames(messages)}
        </span>
      </span>
      <ChevronDown className="i" />
    </button>
  );
}
