import { meetingLinkOf } from '@quorum/contracts/text/meeting-links.ts';
import { givenName, personName } from '@quorum/contracts/text/person-name.ts';
import { longDate } from '@quorum/contracts/time/day-labels.ts';
import { localDate } from '@quorum/contracts/time/days.ts';
import { creatorTime, timeRange, zoneCity } from '@quorum/contracts/time/labels.ts';
import { Clock, History, Pencil, Trash2 } from 'lucide-react';
import { Suspense } from 'react';
import { useMayDelete } from '../../../data/calendar-entry/event-rights.ts';
import type { TimedEvent } from '../../../data/calendar-entry/timed-event.ts';
import { linkTo, pathOfEvent } from '../../../shared/lib/addresses.ts';
import { preloadable } from '../../../shared/lib/preloadable.ts';
import { Button } from '../../../shared/ui/controls/button.tsx';
import { useCopy } from '../../../shared/ui/overlays/use-copy.ts';
import { JoinLink } from '../../../shared/ui/page/join-link.tsx';
import { LinkedText } from '../../../shared/ui/page/linked-text.tsx';
import { PlaceText } from '../../../shared/ui/page/place-text.tsx';
import { AddToCalendar } from '../copy/add-to-calendar.tsx';
import type { CardActions } from './card-actions.ts';
import { EventPeople } from './event-people.tsx';
import { EventRule } from './event-rule.tsx';
import { EventSeats } from './event-seats.tsx';
import { EventEditor } from './later-parts.ts';
import type { Edit } from './use-edits.ts';

/** Its modules are then no part of the first script of the dashboard. */
const EventReminder = preloadable(async () => ({ default: (await import('./event-reminder.tsx')).EventReminder }));

export interface CardBodyProps {
  timed: TimedEvent;
  timeZone: string;
  mayEdit: boolean;
  viewerId: string | undefined;
  edit: Edit | undefined;
  actions: CardActions;
}

/** The expanded card: every detail, and what the viewer may do. */
export function CardBody({ timed, timeZone, mayEdit, viewerId, edit, actions }: CardBodyProps) {
  const { event } = timed;
  const mayDelete = useMayDelete(event, viewerId);
  const copy = useCopy();
  // Also for an event that has ended, so typed text is not lost.
  if (edit)
    return (
      <Suspense fallback={null}>
        <EventEditor event={event} edit={edit} actions={actions} />
      </Suspense>
    );
  const meeting = meetingLinkOf(event.location);
  return (
    <>
      <Facts timed={timed} timeZone={timeZone} isOwn={viewerId === event.createdBy} />
      <Suspense fallback={<div className="remind-line" />}>
        <EventReminder event={event} isOwn={viewerId === event.createdBy} />
      </Suspense>
      {event.attendance && <EventPeople event={event} namesSilent={mayDelete} />}
      <div className="event-row__actions">
        {meeting && <JoinLink meeting={meeting} className="event-row__join" />}
        <AddToCalendar event={event} />
        <Button size="sm" icon={<History className="i i--sm" />} onClick={() => actions.showHistory(event)}>
          History
        </Button>
        <span className="spacer" />
        {mayEdit && (
          <>
            <Button size="sm" icon={<Pencil className="i i--sm" />} onClick={() => actions.beginEdit(event)}>
              Edit
            </Button>
            <Button size="sm" icon={<Clock className="i i--sm" />} onClick={() => actions.editTimes(event)}>
              Edit Date &amp; Time
            </Button>
            {event.attendance && <EventSeats event={event} attendance={event.attendance} />}
          </>
        )}
        {mayDelete && (
          <Button
            size="sm"
            variant="danger-quiet"
            icon={<Trash2 className="i i--sm" />}
            onClick={() => actions.remove(event)}
          >
            Delete
          </Button>
        )}
        <Button size="sm" onClick={() => copy(linkTo(pathOfEvent(event.groupId, event._id)))}>
          Copy link to event
        </Button>
      </div>
    </>
  );
}

function Facts({ timed, timeZone, isOwn }: Pick<CardBodyProps, 'timed' | 'timeZone'> & { isOwn: boolean }) {
  const { event, startsAt, endsAt } = timed;
  const meeting = meetingLinkOf(event.location);
  const there = creatorTime(timed, event.timeZone, timeZone);
  return (
    <dl>
      {event.description !== '' && (
        <>
          <dt>Description</dt>
          <dd className="event-row__long" dir="auto">
            <LinkedText text={event.description} />
          </dd>
        </>
      )}
      <dt>Date</dt>
      <dd>{longDate(localDate(startsAt, timeZone))}</dd>
      {there ? (
        <>
          <dt>Your time</dt>
          <dd className="tabular-digits">{`${timeRange(startsAt, endsAt, timeZone)}, ${zoneCity(timeZone)}`}</dd>
          <dt>{isOwn ? 'Set for' : `${givenName(event.creator)}’s time`}</dt>
          <dd className="tabular-digits">{`${there.range}, ${there.city}`}</dd>
        </>
      ) : (
        <>
          <dt>Time</dt>
          <dd className="tabular-digits">{timeRange(startsAt, endsAt, timeZone)}</dd>
        </>
      )}
      {event.repeats && (
        <>
          <dt>Repeats</dt>
          <dd>
            <EventRule event={event} />
          </dd>
        </>
      )}
      {event.location !== '' && (
        <>
          <dt>Location</dt>
          <dd className="event-row__long" dir="auto">
            {meeting ? (
              <a className="link" href={meeting.href} target="_blank" rel="noopener noreferrer">
                {meeting.href.replace('https://', '')}
              </a>
            ) : (
              <PlaceText place={event.location} />
            )}
          </dd>
        </>
      )}
      <dt>Created by</dt>
      <dd>{personName(event.creator)}</dd>
    </dl>
  );
}
