import { meetingLinkOf, providerName } from '@quorum/contracts/text/meeting-links.ts';
import { longDate } from '@quorum/contracts/time/day-labels.ts';
import { localDate } from '@quorum/contracts/time/days.ts';
import { durationLabel, endLabel, timeLabel } from '@quorum/contracts/time/labels.ts';
import { Calendar, Clock, type LucideIcon, MapPin, Video } from 'lucide-react';
import type { ReactNode } from 'react';
import { durationOf } from '../../when/duration-fields.tsx';
import { spanOfChoice } from '../../when/when.ts';
import { type EventDraft, locationError, locationOf, repeatsOfDraft, whenOfDraft } from '../draft.ts';

export interface TicketProps {
  draft: EventDraft;
  /** Its time is chosen. */
  isTimed: boolean;
  now: number;
  timeZone: string;
}

/** The first line of an address, and the rest. */
export const addressLines = (text: string): { readonly first: string; readonly rest: string } => {
  const comma = text.indexOf(', ');
  return comma === -1 ? { first: text, rest: '' } : { first: text.slice(0, comma), rest: text.slice(comma + 2) };
};

/** A preview of the event so far. */
export function Ticket({ draft, isTimed, now, timeZone }: TicketProps) {
  const duration = durationOf(draft.length);
  const span = spanOfChoice(whenOfDraft(draft, now, timeZone), duration ?? 1, timeZone);
  const chosen = isTimed ? span : undefined;
  const description = draft.description.trim();
  return (
    <aside className="summary summary--ticket" aria-label="Your event so far">
      <strong dir="auto">{draft.name.trim() || 'New event'}</strong>
      {description !== '' && (
        <span className="summary__text" dir="auto">
          {description}
        </span>
      )}
      <hr />
      <ul className="summary__rows">
        <Row icon={Calendar} open="Date and time">
          {chosen && (
            <>
              {longDate(localDate(chosen.startsAt, timeZone))}
              <small>{timeLabel(chosen.startsAt, timeZone)}</small>
              <Rule draft={draft} date={localDate(chosen.startsAt, timeZone)} />
            </>
          )}
        </Row>
        <Row icon={Clock} open="Duration">
          {chosen && duration !== undefined && (
            <>
              {durationLabel(duration)}
              <small>Ends at {endLabel(chosen.startsAt, chosen.endsAt, timeZone)}</small>
            </>
          )}
        </Row>
        <Place draft={draft} />
      </ul>
    </aside>
  );
}

function Rule({ draft, date }: { draft: EventDraft; date: string }) {
  const label = repeatsOfDraft(draft, date);
  return label && <small>{label}</small>;
}

/** `open`: shown until it is chosen. */
function Row({ icon: Icon, open, children }: { icon: LucideIcon; open: string; children: ReactNode }) {
  return (
    <li className={children ? undefined : 'is-open'}>
      <Icon className="i" />
      <span>{children || open}</span>
    </li>
  );
}

function Place({ draft }: { draft: EventDraft }) {
  const place = locationError(draft) === undefined ? locationOf(draft).trim() : '';
  const Icon = draft.kind === 'address' ? MapPin : Video;
  return (
    <li className={place === '' ? 'is-open' : undefined}>
      <Icon className="i" />
      {draft.kind === 'address' ? <Address place={place} /> : <span>{providerName(draft.kind)}</span>}
    </li>
  );
}

function Address({ place }: { place: string }) {
  const meeting = meetingLinkOf(place);
  const lines = addressLines(place);
  return (
    <span className="summary__text">
      {meeting ? providerName(meeting.provider) : lines.first || 'Location'}
      {!meeting && lines.rest !== '' && <small>{lines.rest}</small>}
    </span>
  );
}
