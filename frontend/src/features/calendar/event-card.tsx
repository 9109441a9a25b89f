import { meetingLinkOf, providerName } from '@quorum/contracts/text/meeting-links.ts';
import { monthDay } from '@quorum/contracts/time/day-labels.ts';
import { localDate } from '@quorum/contracts/time/days.ts';
import { eventPhase } from '@quorum/contracts/time/event-timing.ts';
import { DAY_MS } from '@quorum/contracts/time/instant.ts';
import { creatorTime, durationLabel, timeLabel } from '@quorum/contracts/time/labels.ts';
import { ChevronDown, Clock, Globe, MapPin, Video } from 'lucide-react';
import { memo, useId } from 'react';
import type { TimedEvent } from '../../entities/calendar-entry/timed-event.ts';
import { avatarOf, personName } from '../../entities/user/person-label.ts';
import { useMinute } from '../../shared/hooks/use-minute.ts';
import { type AccentName, accentProps } from '../../shared/lib/accent.ts';
import { classNames } from '../../shared/lib/class-names.ts';
import { Avatar } from '../../shared/ui/avatar.tsx';
import { IconButton } from '../../shared/ui/icon-button.tsx';
import type { CardActions } from './card-actions.ts';
import { CardBody } from './card-body.tsx';
import { JoinLink } from './join-link.tsx';
import { LiveStatus, Progress } from './progress.tsx';
import type { Edit } from './use-edits.ts';

export interface EventCardProps {
  timed: TimedEvent;
  timeZone: string;
  /** The signed-in person. */
  viewerId: string | undefined;
  /** In My Schedule: the color of the event's group, whose name then stands on the card. */
  accent: AccentName | undefined;
  expanded: boolean;
  edit: Edit | undefined;
  actions: CardActions;
}

export const EventCard = memo(function EventCard(props: EventCardProps) {
  const { timed, timeZone, viewerId, accent, expanded, edit, actions } = props;
  const { event } = timed;
  const phase = eventPhase(timed, useMinute());
  const live = phase === 'happening';
  const moreId = useId();
  const nameId = useId();
  const meeting = meetingLinkOf(event.location);
  return (
    <div
      className={classNames('ev', phase === 'past' && 'ev--past', live && 'ev--live', expanded && 'is-expanded')}
      data-event={event._id}
      {...(accent && accentProps(accent))}
    >
      <time className="ev__time" dateTime={event.startsAt}>
        {timeLabel(timed.startsAt, timeZone)}
        <small>{timeLabel(timed.endsAt, timeZone)}</small>
        {timed.endsAt - timed.startsAt >= DAY_MS && <small>{monthDay(localDate(timed.endsAt, timeZone))}</small>}
      </time>
      <article className="ev__card" aria-labelledby={nameId}>
        <div className="ev__head">
          <h3 className="ev__name" id={nameId} title={event.name} dir="auto">
            {event.name}
          </h3>
          <Meta timed={timed} timeZone={timeZone} viewerId={viewerId} named={accent !== undefined} live={live} />
        </div>
        <div className="ev__side">
          {live && meeting && !expanded && <JoinLink meeting={meeting} brief />}
          <span className="ev__by hide-md" title={`Created by ${personName(event.creator)}`}>
            <span className="ev__byname">{event.creator.firstName || personName(event.creator)}</span>
            <Avatar size={24} {...avatarOf(event.creator)} />
          </span>
          <IconButton
            size="sm"
            className="ev__toggle"
            label={`${expanded ? 'Hide' : 'Show'} details for ${event.name}`}
            icon={<ChevronDown className="i i--sm chev" aria-hidden="true" />}
            aria-expanded={expanded}
            aria-controls={moreId}
            onClick={() => actions.toggle(event._id)}
          />
        </div>
        {live && (
          <div className="ev__live">
            <LiveStatus event={timed} place="card" className="ev__status" />
            <Progress event={timed} name={event.name} />
          </div>
        )}
        {expanded && (
          <div className="ev__more" id={moreId}>
            <CardBody
              timed={timed}
              timeZone={timeZone}
              mayEdit={viewerId === event.createdBy && phase !== 'past'}
              mayDelete={viewerId === event.createdBy}
              isOwn={viewerId === event.createdBy}
              edit={edit}
              actions={actions}
            />
          </div>
        )}
      </article>
    </div>
  );
});

interface MetaProps extends Pick<EventCardProps, 'timed' | 'timeZone' | 'viewerId'> {
  named: boolean;
  live: boolean;
}

function Meta({ timed, timeZone, viewerId, named, live }: MetaProps) {
  const { event } = timed;
  const meeting = meetingLinkOf(event.location);
  const there = creatorTime(timed, event.timeZone, timeZone);
  const whose = viewerId === event.createdBy ? '' : `, ${event.creator.firstName || personName(event.creator)}’s time`;
  return (
    <p className="ev__meta">
      {named && (
        <span className="ev__group">
          <i className="dot" />
          <span className="ev__text">{event.isMyQEvent ? 'Personal' : event.groupName}</span>
        </span>
      )}
      <span>
        <Clock className="i" aria-hidden="true" />
        {durationLabel(event.duration)}
      </span>
      {event.location !== '' && (
        <span>
          {meeting ? <Video className="i" aria-hidden="true" /> : <MapPin className="i" aria-hidden="true" />}
          <span className="ev__text" dir="auto">
            {meeting ? providerName(meeting.provider) : event.location}
          </span>
        </span>
      )}
      {live && event.description !== '' && (
        <span>
          <span className="ev__text" dir="auto">
            {event.description}
          </span>
        </span>
      )}
      {there && (
        <span className="ev__zone">
          <Globe className="i" aria-hidden="true" />
          <span className="ev__text">{`${there.range} in ${there.city}${whose}`}</span>
        </span>
      )}
    </p>
  );
}
