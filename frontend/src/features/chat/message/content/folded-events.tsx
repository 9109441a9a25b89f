import type { MessageView } from '@quorum/contracts/message/wire.ts';
import { counted } from '@quorum/contracts/text/counted.ts';
import { CalendarDays, ChevronDown } from 'lucide-react';
import { flushSync } from 'react-dom';
import { eventOfMessage } from '../../../../data/message/event-of-message.ts';
import type { ChatLine } from '../../chat-lines.ts';
import type { Fold } from '../../chat-rows.ts';
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

/** The focus stays with the row in which the button was. */
const keepingFocus = (button: HTMLElement, change: () => void): void => {
  const row = button.closest('[data-list-row]');
  flushSync(change);
  row?.querySelector<HTMLElement>('[data-row]')?.focus();
};

/** Many events in succession, as one card that opens. The first of them gets the focus. */
export function FoldedEvents({ messages, onOpen }: FoldedEventsProps) {
  return (
    <button
      type="button"
      className="event-message event-message--many"
      aria-expanded={false}
      onClick={(event) => keepingFocus(event.currentTarget, onOpen)}
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

interface FoldAgainProps {
  /** Undefined if none were. */
  opened: readonly ChatLine[] | undefined;
  onFold: (fold: Fold) => void;
}

/** Below the first of many events that were opened: makes them one card again. */
export function FoldAgain({ opened, onFold }: FoldAgainProps) {
  if (opened === undefined) return null;
  return (
    <button
      type="button"
      className="message__fold"
      aria-expanded={true}
      onClick={(event) => keepingFocus(event.currentTarget, () => onFold({ close: opened }))}
    >
      Show less
    </button>
  );
}
