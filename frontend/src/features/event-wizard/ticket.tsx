import { meetingLinkOf, providerName } from '@quorum/contracts/text/meeting-links.ts';
import { longDate } from '@quorum/contracts/time/day-labels.ts';
import { localDate } from '@quorum/contracts/time/days.ts';
import { durationLabel, timeLabel } from '@quorum/contracts/time/labels.ts';
import { Calendar, Clock, MapPin, Video } from 'lucide-react';
import { durationOf } from '../../entities/calendar-entry/when/duration-fields.tsx';
import { spanOfChoice } from '../../entities/calendar-entry/when/when.ts';
import { type EventDraft, locationError, locationOf, type Step, whenOfDraft } from './draft.ts';

export interface TicketProps {
  draft: EventDraft;
  step: Step;
  now: number;
  timeZone: string;
}

/** First line and the rest of an address. */
export const addressLines = (text: string): { readonly first: string; readonly rest: string } => {
  const comma = text.indexOf(', ');
  return comma === -1 ? { first: text, rest: '' } : { first: text.slice(0, comma), rest: text.slice(comma + 2) };
};

/** The event as far as it is made. */
export function Ticket({ draft, step, now, timeZone }: TicketProps) {
  const duration = durationOf(draft.length);
  const span = spanOfChoice(whenOfDraft(draft, now, timeZone), duration ?? 1, timeZone);
  const place = locationError(draft) === undefined ? locationOf(draft).trim() : '';
  const meeting = meetingLinkOf(place);
  const lines = addressLines(place);
  return (
    <aside className="sum sum--tick" aria-label="Your event so far">
      <strong dir="auto">{draft.name.trim() || 'New event'}</strong>
      {draft.description.trim() !== '' && (
        <span className="sum__text" dir="auto">
          {draft.description.trim()}
        </span>
      )}
      <hr />
      <ul className="sum__rows">
        {step > 1 && span ? (
          <li>
            <Calendar className="i" aria-hidden="true" />
            <span>
              {longDate(localDate(span.startsAt, timeZone))}
              <small>{timeLabel(span.startsAt, timeZone)}</small>
            </span>
          </li>
        ) : (
          <li className="is-open">
            <Calendar className="i" aria-hidden="true" />
            <span>Date and time</span>
          </li>
        )}
        {step > 1 && span && duration !== undefined ? (
          <li>
            <Clock className="i" aria-hidden="true" />
            <span>
              {durationLabel(duration)}
              <small>Ends at {timeLabel(span.endsAt, timeZone)}</small>
            </span>
          </li>
        ) : (
          <li className="is-open">
            <Clock className="i" aria-hidden="true" />
            <span>Duration</span>
          </li>
        )}
        <li className={place === '' ? 'is-open' : undefined}>
          {draft.kind === 'address' ? (
            <MapPin className="i" aria-hidden="true" />
          ) : (
            <Video className="i" aria-hidden="true" />
          )}
          {draft.kind !== 'address' ? (
            <span>{providerName(draft.kind)}</span>
          ) : (
            <span className="sum__text">
              {meeting ? providerName(meeting.provider) : lines.first || 'Location'}
              {!meeting && lines.rest !== '' && <small>{lines.rest}</small>}
            </span>
          )}
        </li>
      </ul>
    </aside>
  );
}
